import { useQueryClient } from '@tanstack/react-query';
import { IconPlayerTrackPrev } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../../api/agents';
import { SettingsRows } from '../../settings/SettingsRows';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { fullTime, rowDate } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { SettingsListRow } from '../../ui/SettingsList';
import kept from '../../ui/settingsList.module.css';
import { useNow } from '../../ui/useNow';
import type { RoutingQueue } from '../model';
import { useTexts } from '../texts';
import type { RoutingReplay } from './model';
import { calls, dropReplay } from './queries';
import { removal } from './removal';
import { StateChip } from './StateChip';
import { useReplayWords } from './useReplayWords';

interface Props {
  replays: readonly RoutingReplay[];
  queues: readonly RoutingQueue[];
  reload: () => Promise<unknown>;
  onOpen: (id: number) => void;
}

/** The earlier replays, and the one that is being made: each opens, and is deleted. */
export function ReplayList({ replays, queues, reload, onOpen }: Props) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { change } = useSettingsChange(reload);
  if (replays.length === 0) {
    return (
      <div className={kept['rows']}>
        <EmptyPlace compact icon={<IconPlayerTrackPrev size={18} stroke={1.5} />} title={t('replay.empty')} text={t('replay.empty_text')} />
      </div>
    );
  }
  return (
    <SettingsRows items={replays} label={t('replay.list')}>
      {(replay) => (
        <ReplayRow
          replay={replay}
          queues={queues}
          onOpen={() => onOpen(replay.id)}
          onRemove={() => change(() => calls.remove(replay.id), () => dropReplay(client, replay.id))}
        />
      )}
    </SettingsRows>
  );
}

interface RowProps {
  replay: RoutingReplay;
  queues: readonly RoutingQueue[];
  onOpen: () => void;
  onRemove: () => void;
}

function ReplayRow({ replay, queues, onOpen, onRemove }: RowProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const names = useAgents((state) => state.names);
  const now = useNow();
  const words = useReplayWords();
  const { draft, created_at: at, created_by: by, failure } = replay;
  const changes = words.changes(draft, queues);
  const meta = [rowDate(at, now, common('tickets.yesterday')), nameOf(by, names), ...(changes.length === 0 ? [t('replay.no_change')] : changes), ...(failure === '' ? [] : [failure])];
  return (
    <SettingsListRow
      name={t('replay.last_days', { count: draft.days })}
      meta={meta.join(' · ')}
      wraps
      chips={<StateChip replay={replay} />}
      onOpen={onOpen}
      remove={{ label: t('replay.remove_of', { at: fullTime(at) }), ...removal(t, replay, onRemove) }}
    />
  );
}
