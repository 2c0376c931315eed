import { Button, Group, Loader, Modal, Radio, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import type { OwnStatus } from '../api/types';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { canUpdate, needsReason, REASON_MAX, STATUSES } from './model';
import { closePicker, useWindows } from './open';
import classes from './presence.module.css';
import { StatusDot } from './StatusDot';
import { choose, loadOwn, useOwn } from './store';
import { useStatusName, useTexts } from './texts';

function Picker({ own }: { own: OwnStatus }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const nameOf = useStatusName();
  // Until something is touched, this follows what another tab chooses.
  const [touched, setTouched] = useState<{ status?: string; reason?: string }>({});
  const [busy, setBusy] = useState(false);
  const status = touched.status ?? own.status;
  const reason = touched.reason ?? (status === own.status ? own.reason : '');
  const asked = needsReason(status);

  async function update(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (busy || !canUpdate(own, { status, reason })) return;
    setBusy(true);
    try {
      await choose(status, asked ? reason.trim() : '');
      closePicker();
    } catch (thrown) {
      // What was chosen and typed stays, to be sent again.
      toastError(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void update(event)}>
      <Radio.Group value={status} onChange={(value) => setTouched((now) => ({ ...now, status: value }))} aria-label={t('title')}>
        <div className={classes['choices']}>
          {STATUSES.map((code) => (
            <Radio.Card key={code} value={code} className={classes['choice'] ?? ''}>
              <StatusDot status={code} />
              <span className={classes['choiceName']}>{nameOf(code)}</span>
              {needsReason(code) ? <span className={classes['dim']}>{t('with_reason')}</span> : null}
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
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" onClick={closePicker}>
          {common('action.cancel')}
        </Button>
        <Button type="submit" size="xs" loading={busy} disabled={!canUpdate(own, { status, reason })}>
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
  return (
    <Modal opened={open} onClose={closePicker} title={t('title')} size={400} closeButtonProps={{ 'aria-label': common('action.close') }}>
      {own !== null ? (
        <Picker own={own} />
      ) : problem !== null ? (
        <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void loadOwn()} />
      ) : (
        <Loader size="sm" aria-label={t('loading')} />
      )}
    </Modal>
  );
}
