import { ActionIcon } from '@mantine/core';
import { IconCalendarEvent, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { fullTime } from '../../ui/dates';
import { lazyPart } from '../../ui/lazyPart';
import { toastError } from '../../ui/toast';
import { useNow } from '../../ui/useNow';
import { appointmentOf, isSoon } from '../appointment';
import { takeInfo } from '../conversation/take';
import { amendRow } from '../list/store';
import { useTexts } from '../texts';
import { morning } from '../work';
import classes from './Details.module.css';

const TimeDialog = lazyPart(async () => (await import('../composer/TimeDialog')).TimeDialog);

/** When the customer wants to be seen or called: set, moved, taken away. */
export function Appointment({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const now = useNow();
  /** What the dialog begins with, while it is open. */
  const [asking, setAsking] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const at = appointmentOf(info);

  async function set(wanted: number | null): Promise<void> {
    setBusy(true);
    try {
      const { data } = await api.put('/api/tickets/{id}/appointment', { path: { id: info.id }, json: { at: wanted } });
      const { id, other } = data;
      amendRow(id, (row) => ({ ...row, other }));
      takeInfo(data);
      setAsking(null);
    } catch (thrown) {
      // The dialog stays, with what was chosen.
      toastError(asProblem(thrown).description ?? t('appointment.failed'));
    }
    setBusy(false);
  }

  return (
    <span className={classes['labels']}>
      {at === null ? t('appointment.none') : <span data-soon={isSoon(at, now) || undefined}>{fullTime(at)}</span>}
      <Answering>
        <span className={classes['buttons']}>
          <ActionIcon size="sm" disabled={busy} aria-label={t(at === null ? 'appointment.set' : 'appointment.move')} onClick={() => setAsking(at ?? morning(Date.now(), 1))}>
            <IconCalendarEvent size={14} stroke={1.5} />
          </ActionIcon>
          {at === null ? null : (
            <ActionIcon size="sm" disabled={busy} aria-label={t('appointment.remove')} onClick={() => void set(null)}>
              <IconX size={14} stroke={1.5} />
            </ActionIcon>
          )}
        </span>
      </Answering>
      {asking === null ? null : (
        <Suspense>
          <TimeDialog
            title={t('appointment.label')}
            label={t('appointment.field')}
            action={t('appointment.save')}
            begin={asking}
            past
            onClose={() => setAsking(null)}
            onChoose={(chosen) => void set(chosen)}
          />
        </Suspense>
      )}
    </span>
  );
}
