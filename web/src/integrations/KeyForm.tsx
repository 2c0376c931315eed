import { Checkbox, Stack, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { useDraft } from '../ui/useDraft';
import { SCOPES, type ApiKeyScope, type NewApiKey } from './model';
import { useTexts } from './texts';

const EMPTY: { name: string; scopes: ApiKeyScope[] } = { name: '', scopes: ['read'] };

/** A new key: what it is for, and what it may do. */
export function KeyForm({ onMade, onCancel }: { onMade: (made: NewApiKey) => void; onCancel: () => void }) {
  const { t } = useTexts();
  const { draft, busy, faults, failure, form, change, send, leave } = useDraft('api-key-new', EMPTY);

  async function save(): Promise<void> {
    const missing = {
      ...(draft.name.trim() === '' ? { name: t('key.fault.name') } : {}),
      ...(draft.scopes.length === 0 ? { scopes: t('key.fault.scopes') } : {}),
    };
    const made = await send(() => api.post('/api/keys', { json: draft }), missing);
    if (made !== null) onMade(made);
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={classes['formTitle']}>{t('key.add')}</h3>
      <TextInput
        label={t('key.name')}
        description={t('key.name_hint')}
        maxLength={80}
        autoFocus
        value={draft.name}
        error={faults['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('key.may')}
        value={draft.scopes}
        error={faults['scopes']}
        onChange={(scopes) => change({ scopes: SCOPES.filter((scope) => scopes.includes(scope)) })}
      >
        <Stack gap="sm" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`key.scope.${scope}`)} description={t(`key.scope_text.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <FormFoot
        texts={{ save: t('key.make'), cancel: t('cancel') }}
        busy={busy}
        failure={failure}
        onCancel={() => leave(onCancel)}
      />
    </form>
  );
}
