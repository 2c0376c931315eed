import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/client';
import { SecretPanel } from '../settings/SecretPanel';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { secretWords, sectionWords } from '../settings/words';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import { stateOf, TONES, type NewWebhook, type Webhook } from './model';
import { useTexts } from './texts';
import { WebhookForm } from './WebhookForm';

/** The addresses that are told what happens. */
export function WebhooksSection() {
  const { t } = useTexts();
  const [made, setMade] = useState<NewWebhook | null>(null);
  const list = useSettingsQuery({ key: 'webhooks', read: (options) => api.get('/api/webhooks', options) });
  const { change } = useSettingsChange(list.reload, t('hook.remove_failed'));
  if (made !== null) {
    return <SecretPanel title={t('hook.secret')} text={t('hook.secret_text')} value={made.secret} words={secretWords(t)} onDone={() => setMade(null)} />;
  }
  return (
    <SettingsSection<Webhook>
      name="webhooks"
      icon={IconWebhook}
      words={{ ...sectionWords(t, 'hook.'), loading: t('loading') }}
      list={{ ...list, data: list.data?.webhooks }}
      formWaits
      form={(known, done) => (
        <WebhookForm
          known={known}
          events={list.data?.events ?? []}
          onDone={done}
          onMade={(hook) => {
            done();
            setMade(hook);
          }}
        />
      )}
    >
      {(hooks, open) => (
        <SettingsRows items={hooks}>
          {(hook) => (
            <Line
              hook={hook}
              onOpen={() => open(hook)}
              onRemove={() => change(() => api.delete('/api/webhooks/{id}', { path: { id: hook.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

function Line({ hook, onOpen, onRemove }: { hook: Webhook; onOpen: () => void; onRemove: () => void }) {
  const { t } = useTexts();
  const state = stateOf(hook);
  const tone = TONES[state];

  return (
    <SettingsListRow
      name={hook.url}
      meta={t('hook.meta', { count: hook.events.length })}
      chips={<Chip {...(tone === undefined ? {} : { tone })}>{t(`hook.state.${state}`)}</Chip>}
      onOpen={onOpen}
      remove={{
        label: t('hook.remove', { url: hook.url }),
        title: t('hook.remove_title'),
        text: t('hook.remove_text'),
        confirm: t('hook.remove_confirm'),
        run: onRemove,
      }}
    />
  );
}
