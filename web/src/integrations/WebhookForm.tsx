import { Alert, Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { fullTime } from '../ui/dates';
import { toastSuccess } from '../ui/toast';
import { Deliveries } from './Deliveries';
import { eventText, stateOf, type NewWebhook, type Webhook } from './model';
import { useTexts } from './texts';

interface Props {
  known: Webhook | null;
  /** What there is to be told. */
  events: readonly string[];
  onMade: (made: NewWebhook) => void;
  onDone: () => void;
}

/** A webhook, new or as it is; one that is there shows what was sent as well. */
export function WebhookForm({ known, events, onMade, onDone }: Props) {
  const { t } = useTexts();
  const form = useSettingsForm({
    name: 'webhook',
    known,
    initial: { url: known?.url ?? '', events: known?.events ?? [], enabled: known?.enabled ?? true },
    required: { url: t('hook.fault.url'), events: t('hook.fault.events') },
    save: async (json) => {
      if (known === null) return api.post('/api/webhooks', { json });
      await api.patch('/api/webhooks/{id}', { path: { id: known.id }, json });
      return null;
    },
    done: (made) => {
      if (made !== null) {
        onMade(made);
        return;
      }
      toastSuccess(t('hook.saved'));
      onDone();
    },
  });
  const { draft, faults, input, change } = form;
  return (
    <>
      <SettingsForm
        form={form}
        title={t(known === null ? 'hook.add' : 'hook.edit')}
        words={{ save: t('save'), cancel: t('cancel') }}
        onLeave={onDone}
      >
        {known === null ? null : <Trouble hook={known} />}
        <TextInput
          label={t('hook.url')}
          description={t('hook.url_hint')}
          type="url"
          placeholder="https://"
          maxLength={1000}
          autoFocus
          {...input('url')}
        />
        <Checkbox.Group
          label={t('hook.events')}
          value={draft.events}
          error={faults['events']}
          onChange={(chosen) => change({ events: events.filter((event) => chosen.includes(event)) })}
        >
          <Stack gap="xs" mt="xs">
            {events.map((event) => (
              <Checkbox key={event} value={event} label={t(eventText(event))} description={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Switch label={t('hook.enabled')} {...input('enabled', { type: 'checkbox' })} />
      </SettingsForm>
      {known === null ? null : <Deliveries hook={known} />}
    </>
  );
}

function Trouble({ hook }: { hook: Webhook }) {
  const { t } = useTexts();
  const state = stateOf(hook);
  if (state === 'failing' && hook.failing_since != null) {
    return <Alert color="yellow" variant="light">{t('hook.failing_since', { at: fullTime(hook.failing_since) })}</Alert>;
  }
  if (state === 'gave_up' && hook.gave_up_at != null) {
    return <Alert color="red" variant="light">{t('hook.gave_up_at', { at: fullTime(hook.gave_up_at) })}</Alert>;
  }
  return null;
}
