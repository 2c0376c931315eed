import { ActionIcon } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/client';
import { SecretPanel } from '../settings/SecretPanel';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { secretWords, sectionWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import classes from '../ui/settingsList.module.css';
import { KeyForm } from './KeyForm';
import { McpSettings } from './McpSettings';
import type { ApiKey, NewApiKey } from './model';
import own from './integrations.module.css';
import { useTexts } from './texts';

/** The keys with which programs call the API. */
export function KeysSection() {
  const { t } = useTexts();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const list = useSettingsQuery({ key: 'api-keys', read: (options) => api.get('/api/keys', options), grant: 'api_keys' });
  const { change } = useSettingsChange(list.reload, t('key.remove_failed'));
  if (made !== null) {
    return (
      <SecretPanel title={t('key.made', { name: made.name })} text={t('key.header')} value={made.word} words={secretWords(t)} onDone={() => setMade(null)} />
    );
  }
  return (
    <SettingsSection<ApiKey>
      name="api-keys"
      icon={IconKey}
      words={{ ...sectionWords(t, 'key.'), loading: t('loading') }}
      list={list}
      frame={(keys) => (
        <>
          {keys}
          <McpSettings />
        </>
      )}
      form={(_known, done, close) => (
        <KeyForm
          onCancel={close}
          onMade={(key) => {
            done();
            setMade(key);
          }}
        />
      )}
    >
      {(keys) => (
        <SettingsRows items={keys}>
          {(key) => <Line one={key} onRemove={() => change(() => api.delete('/api/keys/{id}', { path: { id: key.id } }))} />}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

function Line({ one, onRemove }: { one: ApiKey; onRemove: () => void }) {
  const { t } = useTexts();
  const { name, prefix, user, created_at: made, last_used_at: used } = one;

  return (
    <li className={classes['row']}>
      <div className={own['still']}>
        <span className={classes['name']}>
          <span>{name}</span>
          {one.scopes.map((scope) => (
            <Chip key={scope} {...(scope === 'admin' ? { tone: 'warn' as const } : {})}>
              {t(`key.scope.${scope}`)}
            </Chip>
          ))}
        </span>
        <span className={own['meta']}>
          {t('key.meta', { prefix, user, at: fullTime(made) })} · {used == null ? t('key.unused') : t('key.used', { at: fullTime(used) })}
        </span>
      </div>
      <ActionIcon
        className={classes['side'] ?? ''}
        aria-label={t('key.remove', { name })}
        onClick={() =>
          openDialog({
            title: t('key.remove_title', { name }),
            text: t('key.remove_text'),
            confirm: { label: t('key.remove_confirm'), danger: true, run: onRemove },
          })
        }
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
