import { Alert, Loader, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRunId, refusalsOf, runMacro, useMacros, type Macro } from '../../api/macros';
import { asProblem } from '../../api/problem';
import type { TicketInfo } from '../../api/types';
import { useMe } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { isEnter } from '../../ui/enter';
import { problemText } from '../../ui/ErrorPlace';
import { SettingsLink } from '../../ui/SettingsLink';
import { toastSuccess } from '../../ui/toast';
import { givesAway } from '../../session/sight';
import { useTexts } from '../texts';
import classes from './PickTicket.module.css';

interface Told {
  name: string;
  why: readonly string[];
}

/** Picks a macro and runs it at this ticket; what it could not do is told. */
export function MacroDialog({ info, onClose }: { info: TicketInfo; onClose: () => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const { phase, problem, macros, load } = useMacros();
  const [words, setWords] = useState('');
  const [running, setRunning] = useState<number | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  // Each macro runs once for a window, however often it is clicked: what was done is not done again.
  const [runs] = useState(() => new Map<number, string>());
  useEffect(() => void load(), [load]);
  const asked = words.trim().toLowerCase();
  const found = macros.filter(({ name }) => name.toLowerCase().includes(asked));

  async function run({ id, name }: Macro): Promise<void> {
    if (running !== null) return;
    setRunning(id);
    setTold(null);
    try {
      const runId = runs.get(id) ?? newRunId();
      runs.set(id, runId);
      const why = refusalsOf(await runMacro(id, info.id, runId));
      if (why.length === 0) {
        toastSuccess(t('macro.done', { name }));
        onClose();
        return;
      }
      setTold({ name, why });
    } catch (thrown) {
      setTold({ name, why: [problemText(asProblem(thrown), common)] });
    }
    setRunning(null);
  }

  function start(macro: Macro): void {
    if (!givesAway(macro, me)) void run(macro);
    else openDialog({ title: t('people.away_title'), text: t('people.away_text'), confirm: { label: t('people.away_macro'), run: () => void run(macro) } });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('macro.title', { number: info.ticket_number })}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      {told === null ? null : (
        <Alert mb="sm" color="orange" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('macro.partly', { name: told.name })}>
          {told.why.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Alert>
      )}
      {phase === 'failed' && problem !== null ? (
        <p role="alert" className={classes['none']}>
          {t('macro.failed')}
        </p>
      ) : phase === 'ready' && macros.length === 0 ? (
        <p role="status" className={classes['none']}>
          {t('macro.empty')} {t('macro.empty_text')}{' '}
          {me.isAdmin ? (
            <SettingsLink section="macros" onClick={onClose}>
              {t('macro.make')}
            </SettingsLink>
          ) : null}
        </p>
      ) : (
        <>
          <TextInput
            data-autofocus
            label={t('macro.find')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [only] = found;
              if (isEnter(event) && found.length === 1 && only !== undefined) start(only);
            }}
            rightSection={phase === 'ready' && running === null ? null : <Loader size="xs" />}
          />
          {phase === 'ready' && found.length === 0 ? (
            <p role="status" className={classes['none']}>
              {t('macro.none')}
            </p>
          ) : null}
          {found.length === 0 ? null : (
            <ul className={classes['list']} aria-label={t('macro.menu')}>
              {found.map((macro) => (
                <li key={macro.id}>
                  <button type="button" disabled={running !== null} onClick={() => start(macro)}>
                    <span className={classes['title']}>{macro.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Modal>
  );
}
