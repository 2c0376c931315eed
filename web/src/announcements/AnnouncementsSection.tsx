import { IconSpeakerphone } from '@tabler/icons-react';
import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import type { Announcement } from '../api/types';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import { useNow } from '../ui/useNow';
import { AnnouncementForm } from './AnnouncementForm';
import { useTexts } from './texts';

const TONES = { info: 'good', warning: 'warn', critical: 'bad' } as const;
const EVENTS = ['announcements'] as const;

/** What the account's admins tell everybody. */
export function AnnouncementsSection() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'announcements', read: (options) => api.get('/api/announcements', options), events: EVENTS });
  const { change } = useSettingsChange(list.reload, t('remove_failed'));
  return (
    <SettingsSection<Announcement>
      name="announcements"
      icon={IconSpeakerphone}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <AnnouncementForm known={known} onDone={done} />}
    >
      {(announcements, open) => (
        <SettingsRows items={announcements}>
          {(one) => (
            <Line
              one={one}
              onOpen={() => open(one)}
              onRemove={() => change(() => api.delete('/api/announcements/{id}', { path: { id: one.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

function Line({ one, onOpen, onRemove }: { one: Announcement; onOpen: () => void; onRemove: () => void }) {
  const { t } = useTexts();
  const now = useNow();
  const by = useAgents((state) => nameOf(one.by, state.names));
  const { from, until } = one;
  const state = from > now ? 'to_come' : until != null && until <= now ? 'over' : 'shown';
  const times = until == null ? t('since', { from: fullTime(from) }) : t('span', { from: fullTime(from), until: fullTime(until) });
  return (
    <SettingsListRow
      name={one.text}
      meta={`${times} · ${by}`}
      chips={
        state === 'shown' ? (
          <Chip tone={TONES[one.level as keyof typeof TONES]}>{t(`level.${one.level}`)}</Chip>
        ) : (
          <Chip>{t(`state.${state}`)}</Chip>
        )
      }
      onOpen={onOpen}
      remove={{
        label: t('remove', { text: one.text }),
        title: t('remove_title'),
        text: one.text,
        confirm: t('remove_confirm'),
        run: onRemove,
      }}
    />
  );
}
