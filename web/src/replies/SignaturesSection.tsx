import { Switch, Textarea } from '@mantine/core';
import { IconMailFast } from '@tabler/icons-react';
import { api } from '../api/client';
import { usePlugins } from '../api/plugins';
import { useSignatures } from '../api/replies';
import type { ChannelDeclaration, Signature } from '../api/types';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { useSettingsStore } from '../settings/useSettingsList';
import { ChannelMark } from '../ui/ChannelMark';
import { ErrorPlace } from '../ui/ErrorPlace';
import classes from '../ui/settingsList.module.css';
import own from './replies.module.css';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';

/** The kinds of channel that take signatures, each once. */
function useSigned(): ChannelDeclaration[] {
  const plugins = usePlugins((state) => state.plugins);
  return plugins.flatMap((plugin) => plugin.channels.filter((channel) => channel.signature));
}

/** One's own signatures: one for everywhere, and one for each kind of channel that takes them. */
export function SignaturesSection() {
  const { t } = useTexts();
  const store = useSignatures();
  const { signatures } = store;
  const list = useSettingsStore(store, signatures, { everybody: true });
  if (list.problem !== null) {
    return <ErrorPlace compact problem={list.problem} title={t('signature.load_failed')} onRetry={() => void list.reload()} />;
  }
  if (list.data === undefined) return <Waiting label={t('signature.loading')} />;
  // What another window saved comes in whole.
  return <Editor key={JSON.stringify(signatures)} signatures={signatures} />;
}

function Editor({ signatures }: { signatures: readonly Signature[] }) {
  const { t } = useTexts();
  const channels = useSigned();
  const stored = (channel: string) =>
    signatures.find((one) => one.channel === channel) ?? { channel, text: '', enabled: true };
  const lines = ['', ...channels.map((channel) => channel.value)];
  const form = useSettingsForm<Record<string, Signature>, readonly Signature[]>({
    name: 'signatures',
    initial: Object.fromEntries(lines.map((channel) => [channel, stored(channel)])),
    save: (values) => api.put('/api/signatures', { json: { signatures: lines.map((channel) => values[channel] ?? stored(channel)) } }),
    saved: t('signature.saved'),
    done: (saved) => useSignatures.getState().take(saved),
  });
  const { draft, dirty, faults, change, reset } = form;
  const of = (channel: string) => draft[channel] ?? stored(channel);

  return (
    <SettingsForm
      form={form}
      spaced={false}
      words={{ save: t('save'), cancel: t('signature.discard') }}
      onLeave={reset}
      foot={dirty ? undefined : null}
    >
      <p className={classes['about']}>{t('signature.about')}</p>
      {lines.map((channel, at) => {
        const line = of(channel);
        const name = channels.find((one) => one.value === channel)?.name ?? t('signature.everywhere');
        return (
          <section key={channel} className={own['signature']}>
            <div className={own['signatureHead']}>
              {channel === '' ? <IconMailFast size={16} stroke={1.5} aria-hidden /> : <ChannelMark channel={channel} size={16} />}
              <span>{name}</span>
              <Switch
                size="xs"
                labelPosition="left"
                label={t('signature.enabled')}
                aria-label={t('signature.enabled_of', { name })}
                checked={line.enabled}
                onChange={(event) => change({ [channel]: { ...line, enabled: event.currentTarget.checked } })}
              />
            </div>
            <Textarea
              aria-label={t('signature.of', { name })}
              placeholder={channel === '' ? t('signature.placeholder') : t('signature.same')}
              autosize
              minRows={3}
              maxRows={8}
              maxLength={2000}
              value={line.text}
              error={faults[`signatures.${at}.text`] ?? faults[`signatures.${at}.channel`]}
              onChange={(event) => change({ [channel]: { ...line, text: event.currentTarget.value } })}
            />
          </section>
        );
      })}
      {channels.length === 0 ? <p className={classes['about']}>{t('signature.no_channel')}</p> : null}
    </SettingsForm>
  );
}
