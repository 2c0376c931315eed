import { ActionIcon } from '@mantine/core';
import { IconMoodPlus, IconTrash } from '@tabler/icons-react';
import { api } from '../api/client';
import { offered, useCustomEmoji, type CustomEmoji } from '../api/emoji';
import { SettingsWait } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsStore } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import kept from '../ui/settingsList.module.css';
import { EmojiForm } from './EmojiForm';
import classes from './emoji.module.css';
import { useTexts } from './texts';

/** The desk's own emoji: a form above those that there are. */
export function EmojiSection() {
  const { t } = useTexts();
  const store = useCustomEmoji();
  const list = useSettingsStore(store, offered(store.emoji));
  return (
    <SettingsWait words={sectionWords(t)} list={list}>
      {(shown) => <Shown emoji={shown} />}
    </SettingsWait>
  );
}

function Shown({ emoji }: { emoji: readonly CustomEmoji[] }) {
  const { t } = useTexts();
  const { change } = useSettingsChange(useCustomEmoji.getState().load, t('remove_failed'));
  return (
    <>
      <p className={kept['about']}>{t('about')}</p>
      <EmojiForm />
      {emoji.length === 0 ? (
        <div>
          <EmptyPlace compact icon={<IconMoodPlus size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />
        </div>
      ) : (
        <ul className={classes['list']} aria-label={t('list')}>
          {emoji.map((one) => (
            <One key={one.id} one={one} onRemove={() => change(() => api.delete('/api/emoji/custom/{id}', { path: { id: one.id } }))} />
          ))}
        </ul>
      )}
    </>
  );
}

function One({ one, onRemove }: { one: CustomEmoji; onRemove: () => void }) {
  const { t } = useTexts();
  return (
    <li className={classes['one']}>
      <img className={classes['picture']} src={one.url} alt="" />
      <span className={classes['name']} title={one.name}>
        {one.name}
      </span>
      <ActionIcon
        aria-label={t('remove', { name: one.name })}
        onClick={() =>
          openDialog({
            title: t('remove_title'),
            text: t('remove_text', { name: one.name }),
            confirm: { label: t('remove_confirm'), danger: true, run: onRemove },
          })
        }
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
