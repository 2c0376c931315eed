import { Alert } from '@mantine/core';
import { IconCalendarStats, IconMailOff } from '@tabler/icons-react';
import { api } from '../api/client';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange, type SettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { toastSuccess } from '../ui/toast';
import { useTicketChoices } from '../ui/useTicketChoices';
import { draftOf, type ScheduledReport } from './model';
import { useSchedules, useUserChoices, useUsersNeeded } from './queries';
import { ScheduleForm } from './ScheduleForm';
import { ScheduleLine } from './ScheduleLine';
import { useTexts } from './texts';

/** Reports that go to colleagues by mail, every day, week or month. */
export function SchedulesSection() {
  const { t } = useTexts();
  const list = useSchedules();
  const { busy, change } = useSettingsChange(list.reload);
  useUsersNeeded(list.allowed);
  const sendsMail = list.data?.sends_mail ?? true;
  return (
    <SettingsSection<ScheduledReport>
      name="report-schedules"
      icon={IconCalendarStats}
      words={sectionWords(t)}
      list={{ ...list, data: list.data?.schedules }}
      form={(known, done) => <ScheduleForm known={known} onDone={done} />}
      {...(sendsMail
        ? {}
        : {
            frame: (rows) => (
              <>
                <NoMail />
                {rows}
              </>
            ),
          })}
    >
      {(schedules, open) => <Rows schedules={schedules} busy={busy} change={change} onOpen={open} />}
    </SettingsSection>
  );
}

interface RowsProps extends SettingsChange {
  schedules: readonly ScheduledReport[];
  onOpen: (schedule: ScheduledReport) => void;
}

function Rows({ schedules, busy, change, onOpen }: RowsProps) {
  const { t } = useTexts();
  const names = { users: useUserChoices(), narrowing: useTicketChoices() };
  return (
    <SettingsRows items={schedules} label={t('list')}>
      {(schedule) => {
        const { id, name } = schedule;
        const path = { id };
        return (
          <ScheduleLine
            schedule={schedule}
            names={names}
            busy={busy}
            onOpen={() => onOpen(schedule)}
            onSwitch={(enabled) => change(() => api.put('/api/report/schedules/{id}', { path, json: { ...draftOf(schedule), enabled } }))}
            onSend={() =>
              change(
                () => api.post('/api/report/schedules/{id}/send', { path }),
                () => toastSuccess(t('sending', { name })),
              )
            }
            onRemove={() => change(() => api.delete('/api/report/schedules/{id}', { path }))}
          />
        );
      }}
    </SettingsRows>
  );
}

/** Why nothing goes out, and who can mend that. */
function NoMail() {
  const { t } = useTexts();
  return (
    <Alert mb="md" color="yellow" variant="light" icon={<IconMailOff size={16} stroke={1.5} />} title={t('no_mail')}>
      {t('no_mail_text')}
    </Alert>
  );
}
