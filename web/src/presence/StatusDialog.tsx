import { Button, Group, Modal, Radio, Switch, TextInput } from '@mantine/core';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import type { OwnStatus } from '../api/types';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { loadCustoms, useCustoms } from './customs';
import { CustomsFailed } from './CustomsFailed';
import { canUpdate, minutesOf, needsReason, REASON_MAX, STATUSES } from './model';
import { closePicker, useWindows } from './open';
import classes from './presence.module.css';
import { StatusDot } from './StatusDot';
import { choose, letAway, loadOwn, useOwn } from './store';
import { useStatusName, useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

/** The six that everybody has, the client's own, and what one is though it was removed. */
function useChoices(own: OwnStatus): { code: string; name: string }[] {
  const { byCode } = useStatusName();
  const customs = useCustoms((state) => state.statuses);
  const choices: { code: string; name: string }[] = [
    ...STATUSES.map((code) => ({ code, name: byCode(code) })),
    ...customs.map(({ status_code, alternate }) => ({ code: status_code, name: alternate })),
  ];
  if (choices.some(({ code }) => code === own.code)) return choices;
  return [...choices, { code: own.code, name: own.alternate || own.code }];
}

function AutoAway({ own }: { own: OwnStatus }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [wish, setWish] = useState<boolean | null>(null);
  if (own.away_after === 0) return null;

  async function turn(on: boolean): Promise<void> {
    setWish(on);
    try {
      await letAway(on);
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), common));
    }
    setWish(null);
  }

  return (
    <Switch
      mt="md"
      size="xs"
      label={t('auto_away', { count: minutesOf(own.away_after) })}
      checked={wish ?? own.auto_away}
      disabled={wish !== null}
      onChange={({ currentTarget: { checked } }) => void turn(checked)}
    />
  );
}

function Picker({ own }: { own: OwnStatus }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const choices = useChoices(own);
  // Until something is touched, this follows what another tab chooses.
  const [touched, setTouched] = useState<{ code?: string; reason?: string }>({});
  const [busy, setBusy] = useState(false);
  const code = touched.code ?? own.code;
  const reason = touched.reason ?? (code === own.code && !own.automatic ? own.reason : '');
  const asked = needsReason(code);

  async function update(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (busy || !canUpdate(own, { code, reason })) return;
    setBusy(true);
    try {
      await choose(code, asked ? reason.trim() : '');
      closePicker();
    } catch (thrown) {
      // What was chosen and typed stays, to be sent again.
      toastError(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void update(event)}>
      <Radio.Group value={code} onChange={(value) => setTouched((now) => ({ ...now, code: value }))} aria-label={t('title')}>
        <div className={classes['choices']}>
          {choices.map((choice) => (
            <Radio.Card key={choice.code} value={choice.code} className={classes['choice'] ?? ''}>
              <StatusDot status={choice.code} />
              <span className={classes['choiceName']}>{choice.name}</span>
              {needsReason(choice.code) ? <span className={classes['dim']}>{t('with_reason')}</span> : null}
              <Radio.Indicator size="xs" />
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {asked ? (
        <TextInput
          mt="sm"
          required
          label={t('reason')}
          placeholder={t('reason_hint')}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ currentTarget: { value } }) => setTouched((now) => ({ ...now, reason: value }))}
        />
      ) : null}
      <AutoAway own={own} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" onClick={closePicker}>
          {common('action.cancel')}
        </Button>
        <Button type="submit" size="xs" loading={busy} disabled={!canUpdate(own, { code, reason })}>
          {t('update')}
        </Button>
      </Group>
    </form>
  );
}

/** Choosing what one is for the others. */
export function StatusDialog() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const open = useWindows((state) => state.picker === 'open');
  const own = useOwn((state) => state.own);
  const problem = useOwn((state) => state.problem);
  const failed = useCustoms((state) => state.phase === 'failed');
  const ready = useCustoms((state) => state.phase === 'ready');
  useEffect(() => {
    if (!open) return;
    void loadOwn();
    void loadCustoms();
  }, [open]);
  return (
    <>
      <Modal opened={open && !failed} onClose={closePicker} title={t('title')} closeButtonProps={{ 'aria-label': common('action.close') }}>
        {problem !== null && own === null ? (
          <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void loadOwn()} />
        ) : own !== null && ready ? (
          <Picker own={own} />
        ) : (
          <Waiting label={t('loading')} />
        )}
      </Modal>
      {open && failed ? <CustomsFailed /> : null}
    </>
  );
}
