import { useCallback, useState } from 'react';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { calls } from './calls';
import type { Field } from './form/schema';
import { SettingsForm } from './form/SettingsForm';
import { NAME, useSettingsForm } from './form/useForm';
import type { Channel } from './model';
import { useUnsaved } from './parts/unsaved';
import { takeChannel } from './store';
import { useTexts } from './texts';

interface Props {
  channel: Channel;
  fields: readonly Field[];
  tokens: Readonly<Record<string, string>>;
}

/** The form of a connected channel: the same fields, filled with what the server has. */
export function ChannelSettings({ channel, fields, tokens }: Props) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const name = { value: channel.name, title: t('form.name'), description: t('form.name_hint') };
  const form = useSettingsForm(fields, name, channel.settings);
  const { dirty } = form;
  useUnsaved(
    useCallback(() => dirty, [dirty]),
    channel.name,
  );

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const changed = await calls.change(channel.id, {
        name: String(form.values[NAME] ?? '').trim(),
        settings: form.settings(),
      });
      takeChannel(changed);
      form.reset();
      toastSuccess(t('form.saved'));
    } catch (thrown) {
      const problem = asProblem(thrown);
      form.accuse(problem.fields);
      const hasFields = Object.keys(problem.fields).length > 0;
      setFailure(hasFields ? null : problemText(problem, (key) => t(key, { ns: 'translation' })));
    }
    setBusy(false);
  }

  return (
    <SettingsForm
      form={form}
      busy={busy}
      submitLabel={t('form.save')}
      failure={failure}
      connected={{
        id: channel.id,
        webhookUrl: channel.webhook_url,
        isSignedIn: (oauth) => form.held.has(tokens[oauth] ?? ''),
        onSignedIn: () => void calls.read(channel.id).then(takeChannel, () => undefined),
      }}
      onSubmit={() => void save()}
      onDiscard={() => {
        form.reset();
        setFailure(null);
      }}
    />
  );
}
