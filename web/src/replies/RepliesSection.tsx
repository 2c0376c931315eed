import { IconMessage2Bolt } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/client';
import { useReplies } from '../api/replies';
import type { CannedReply } from '../api/types';
import { SearchInput } from '../settings/SectionHead';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useIsAdmin, useSettingsStore } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import classes from '../ui/settingsList.module.css';
import { mayChange, matching } from './model';
import { ReplyForm } from './ReplyForm';
import { useTexts } from './texts';

/** The canned replies of the desk and one's own. */
export function RepliesSection() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const store = useReplies();
  const list = useSettingsStore(store, store.replies, { everybody: true });
  const { change } = useSettingsChange(list.reload, t('remove_failed'));
  const found = matching(store.replies, search);
  return (
    <SettingsSection<CannedReply>
      name="replies"
      icon={IconMessage2Bolt}
      words={sectionWords(t)}
      list={list}
      form={(known, _done, close) => <ReplyForm known={known} onDone={close} />}
      search={<SearchInput label={t('search')} value={search} onChange={setSearch} />}
    >
      {(_replies, open) =>
        found.length === 0 ? (
          <p className={classes['none']} role="status">
            {t('none_found')}
          </p>
        ) : (
          <SettingsRows items={found}>
            {(reply) => (
              <Line
                reply={reply}
                onOpen={() => open(reply)}
                onRemove={() => change(() => api.delete('/api/replies/{id}', { path: { id: reply.id } }))}
              />
            )}
          </SettingsRows>
        )
      }
    </SettingsSection>
  );
}

interface LineProps {
  reply: CannedReply;
  onOpen: () => void;
  onRemove: () => void;
}

function Line({ reply, onOpen, onRemove }: LineProps) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();

  return (
    <SettingsListRow
      name={reply.title}
      meta={`/${reply.shortcut} · ${t('uses', { count: reply.uses })} · ${reply.text.replace(/\s+/g, ' ')}`}
      chips={<Chip {...(reply.shared ? { tone: 'good' as const } : {})}>{t(reply.shared ? 'shared' : 'own')}</Chip>}
      onOpen={onOpen}
      {...(mayChange(reply, isAdmin)
        ? {
            remove: {
              label: t('remove', { title: reply.title }),
              title: t('remove_title', { title: reply.title }),
              text: t(reply.shared ? 'remove_shared' : 'remove_own'),
              confirm: t('remove_confirm'),
              run: onRemove,
            },
          }
        : {})}
    />
  );
}
