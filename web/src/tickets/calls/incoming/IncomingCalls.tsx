import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconPhone, IconPhoneIncoming, IconPhoneOff, type Icon } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Problem } from '../../../api/problem';
import { useAbilities } from '../../../session/abilities';
import { lazyPart } from '../../../ui/lazyPart';
import { SilentBoundary } from '../../../ui/SilentBoundary';
import { toastError } from '../../../ui/toast';
import { useView } from '../../../ui/useView';
import { loadTicketTexts } from '../../texts';
import { useChosenCall } from '../chosen';
import { EXTENSION_KEY } from '../command';
import { answer } from './answer';
import classes from './incoming.module.css';
import { useIncoming, type Call } from './store';
import { useTexts } from './texts';

const AnswerDialog = lazyPart(async () => (await Promise.all([import('./AnswerDialog'), loadTicketTexts()]))[0].AnswerDialog);
const Keypress = lazyPart(async () => (await Promise.all([import('../Keypress'), loadTicketTexts()]))[0].Keypress);

/** More would leave no room for the rest of the panel. */
const SHOWN = 3;
const ONGOING = '/call/ongoing';

interface ActProps {
  icon: Icon;
  label: string;
  kind: 'answer' | 'hang-up';
  caller: string;
  disabled: boolean;
  onClick: () => void;
}

function Act({ icon: Mark, label, kind, caller, disabled, onClick }: ActProps) {
  return (
    <UnstyledButton className={classes['act']} data-kind={kind} disabled={disabled} aria-describedby={caller} title={label} onClick={onClick}>
      <Mark size={16} stroke={1.75} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </UnstyledButton>
  );
}

/** One call that rings: who it is, the way to its conversation, and what can be done with it. */
function Incoming({ call, name }: { call: Call; name: string }) {
  const { t } = useTexts();
  const caller = useId();
  const navigate = useNavigate();
  const path = useView()(ONGOING);
  const { answers } = useAbilities();
  const [extension, setExtension] = useLocalStorage({ key: EXTENSION_KEY, defaultValue: '', getInitialValueInEffect: false });
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const choose = () => useChosenCall.setState({ number: String(call.ticket_number) });

  async function accept(at: string): Promise<Problem | null> {
    const problem = await answer(call, { kind: 'answer', extension: at });
    if (problem === null) {
      choose();
      void navigate(path);
    }
    return problem;
  }
  async function act(run: () => Promise<Problem | null>): Promise<void> {
    setIsBusy(true);
    const problem = await run();
    setIsBusy(false);
    if (problem !== null) toastError(problem.description ?? t('failed'));
  }
  return (
    <li className={classes['call']} data-incoming-call={call.id}>
      <Link to={path} className={classes['entry'] ?? ''} title={`${t('title')}: ${name}`} onClick={choose}>
        <IconPhoneIncoming size={20} stroke={1.75} aria-hidden />
        <span className={classes['words']}>
          <span className={classes['label']}>{t('title')}</span>{' '}
          <span id={caller} className={classes['name']}>
            {name}
          </span>{' '}
          {call.keypress === '' ? null : (
            <span className={classes['keys']}>
              <SilentBoundary>
                <Keypress keys={call.keypress} />
              </SilentBoundary>
            </span>
          )}
        </span>
      </Link>
      {answers ? (
        <div className={classes['acts']}>
          <Act
            icon={IconPhone}
            label={t('accept')}
            kind="answer"
            caller={caller}
            disabled={isBusy}
            onClick={() => (extension === '' ? setIsAsking(true) : void act(() => accept(extension)))}
          />
          <Act icon={IconPhoneOff} label={t('decline')} kind="hang-up" caller={caller} disabled={isBusy} onClick={() => void act(() => answer(call, { kind: 'hang-up' }))} />
        </div>
      ) : null}
      {isAsking ? (
        <Suspense>
          <AnswerDialog
            onClose={() => setIsAsking(false)}
            onChoose={(chosen) => {
              setExtension(chosen);
              return accept(chosen);
            }}
          />
        </Suspense>
      ) : null}
    </li>
  );
}

/** The calls of customers that ring, in the panel or above the bar of a phone. */
export function IncomingCalls() {
  const { t } = useTexts();
  const calls = useIncoming((state) => state.calls);
  const view = useView();
  const named = calls.slice(0, SHOWN).map((call) => ({ call, name: call.name || call.number || t('withheld') }));
  const more = calls.length - named.length;
  return (
    <>
      {/* There before a call comes, as what is put in place with its words is not always read out. */}
      <p role="status" className="pb-unseen">
        {named.map(({ name }) => t('told', { name })).join(' ')}
      </p>
      {named.length === 0 ? null : (
        <div className={classes['place']}>
          <ul className={classes['calls']} aria-label={t('list')}>
            {named.map(({ call, name }) => (
              <Incoming key={call.id} call={call} name={name} />
            ))}
          </ul>
          {more > 0 ? (
            <Link to={view('/call?direction=inbound&outcome=ongoing')} className={classes['more'] ?? ''}>
              {t('more', { count: more })}
            </Link>
          ) : null}
        </div>
      )}
    </>
  );
}
