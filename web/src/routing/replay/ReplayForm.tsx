import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlayerTrackPrev } from '@tabler/icons-react';
import { asProblem, Problem } from '../../api/problem';
import { FieldGroup } from '../../settings/FieldGroup';
import { SettingsForm } from '../../settings/SettingsForm';
import { useSettingsForm } from '../../settings/useSettingsForm';
import { currentTimezone } from '../../ui/dates';
import { keepDraft } from '../../ui/drafts';
import kept from '../../ui/settingsList.module.css';
import { UnitInput } from '../../ui/UnitInput';
import { CAPACITIES, CAPACITY_MAX, type RoutingQueue, type RoutingSettings } from '../model';
import { useTexts } from '../texts';
import { ExtraAgents } from './ExtraAgents';
import { bodyOf, DAYS_MAX, gapsIn, NO_CHANGES, placesOf, TARGET_SECONDS_MAX, type ReplayDraft, type ReplayFields, type RoutingReplay } from './model';
import { QueueChanges } from './QueueChanges';
import { calls, putReplay } from './queries';
import classes from './replay.module.css';

const FORM = 'routing-replay';
const DAYS = Array.from({ length: DAYS_MAX }, (_, at) => at + 1);

/** Begins a replay; what is refused is named by the places of the form. */
async function start(draft: ReplayDraft): Promise<RoutingReplay> {
  try {
    return await calls.start(draft);
  } catch (thrown) {
    const { code, status, message, fields, description, body } = asProblem(thrown);
    throw new Problem(code, status, message, placesOf(fields, draft), description, body);
  }
}

interface Props {
  queues: readonly RoutingQueue[];
  settings: RoutingSettings;
  /** One is being made: there is one at a time. */
  isRunning: boolean;
  onStarted: (id: number) => void;
}

/** Form of a replay: the days, what counts as in time, and what would be otherwise. */
export function ReplayForm({ queues, settings, isRunning, onStarted }: Props) {
  const { t } = useTexts();
  const client = useQueryClient();
  const form = useSettingsForm<ReplayFields, RoutingReplay>({
    name: FORM,
    initial: NO_CHANGES,
    validate: (fields) => Object.fromEntries(Object.entries(gapsIn(fields)).map(([place, key]) => [place, t(`replay.${key}`)])),
    save: (fields) => start(bodyOf(fields, queues, currentTimezone())),
    done: (replay) => {
      // Whoever tries something out wants to change it a little and try again.
      keepDraft(FORM, null, draft);
      putReplay(client, replay);
      onStarted(replay.id);
    },
  });
  const { draft, dirty, busy, faults, failure, change, reset } = form;
  return (
    <SettingsForm
      form={form}
      words={{ save: '', cancel: '' }}
      onLeave={null}
      foot={
        <div className={classes['foot']}>
          {failure === null ? null : (
            <p role="alert" className={kept['failure']}>
              {failure}
            </p>
          )}
          {isRunning ? <p className={classes['dim']}>{t('replay.one_at_a_time')}</p> : null}
          <span className={kept['space']} />
          {dirty ? (
            <Button variant="default" size="xs" disabled={busy} onClick={reset}>
              {t('replay.reset')}
            </Button>
          ) : null}
          <Button type="submit" size="xs" loading={busy} disabled={isRunning} leftSection={<IconPlayerTrackPrev size={14} stroke={1.5} />}>
            {t('replay.start', { count: draft.days })}
          </Button>
        </div>
      }
    >
      <div className={classes['fields']}>
        <NativeSelect
          label={t('replay.days_label')}
          description={t('replay.days_hint')}
          error={faults['days']}
          data={DAYS.map((days) => ({ value: String(days), label: t('replay.days', { count: days }) }))}
          value={String(draft.days)}
          onChange={(event) => change({ days: Number(event.currentTarget.value) })}
        />
        <UnitInput
          label={t('replay.target')}
          description={t('replay.target_hint')}
          unit={t('unit.seconds')}
          min={0}
          max={TARGET_SECONDS_MAX}
          clampBehavior="strict"
          value={draft.target_seconds === 0 ? '' : draft.target_seconds}
          error={faults['target_seconds']}
          onChange={(typed) => change({ target_seconds: Number(typed) })}
        />
      </div>
      <div>
        <h4 className={classes['subheading']}>{t('replay.what_if')}</h4>
        <p className={classes['about']}>{t('replay.what_if_hint')}</p>
      </div>
      {queues.map((queue) => (
        <QueueChanges
          key={queue.id}
          queue={queue}
          fields={draft.queues[queue.id] ?? {}}
          faults={faults}
          onChange={(fields) => change({ queues: { ...draft.queues, [queue.id]: fields } })}
        />
      ))}
      <FieldGroup title={t('replay.capacities')} hint={t('replay.capacities_hint')}>
        <div className={classes['fields']}>
          {CAPACITIES.map((name) => (
            <UnitInput
              key={name}
              label={t(`replay.${name}`)}
              unit=""
              min={0}
              max={CAPACITY_MAX}
              clampBehavior="strict"
              placeholder={t('replay.now', { value: settings[name] })}
              value={draft[name] ?? ''}
              error={faults[name]}
              onChange={(typed) => change({ [name]: typed === '' ? null : Number(typed) })}
            />
          ))}
        </div>
      </FieldGroup>
      <ExtraAgents extra={draft.extra} queues={queues} faults={faults} onChange={(extra) => change({ extra })} />
    </SettingsForm>
  );
}
