import { Alert, Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { fullTime } from '../ui/dates';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
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
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft(`webhook-${known?.id ?? 'new'}`, {
    url: known?.url ?? '',
    events: known?.events ?? [],
    enabled: known?.enabled ?? true,
  });

  async function save(): Promise<void> {
    const missing = {
      ...(draft.url.trim() === '' ? { url: t('hook.fault.url') } : {}),
      ...(draft.events.length === 0 ? { events: t('hook.fault.events') } : {}),
    };
    if (known === null) {
      const made = await send(() => api.post('/api/webhooks', { json: draft }), missing);
      if (made !== null) onMade(made);
      return;
    }
    const saved = await send(() => api.patch('/api/webhooks/{id}', { path: { id: known.id }, json: draft }), missing);
    if (saved === null) return;
    toastSuccess(t('hook.saved'));
    onDone();
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h3 className={classes['formTitle']}>{t(known === null ? 'hook.add' : 'hook.edit')}</h3>
        {known === null ? null : <Trouble hook={known} />}
        <TextInput
          label={t('hook.url')}
          description={t('hook.url_hint')}
          type="url"
          placeholder="https://"
          maxLength={1000}
          autoFocus
          value={draft.url}
          error={faults['url']}
          onChange={(event) => change({ url: event.currentTarget.value })}
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
        <Switch
          label={t('hook.enabled')}
          checked={draft.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <FormFoot
          texts={{ save: t('save'), cancel: t('cancel') }}
          busy={busy}
          failure={failure}
          disabled={!dirty}
          onCancel={() => leave(onDone)}
        />
      </form>
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
