import { Checkbox, Stack, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { useIsAdmin } from '../settings/useSettingsList';
import { SCOPES, type ApiKeyScope, type NewApiKey } from './model';
import { useTexts } from './texts';

const EMPTY: { name: string; scopes: ApiKeyScope[] } = { name: '', scopes: ['read'] };

/** A new key: what it is for, and what it may do. */
export function KeyForm({ onMade, onCancel }: { onMade: (made: NewApiKey) => void; onCancel: () => void }) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const form = useSettingsForm({
    name: 'api-key',
    known: null,
    initial: EMPTY,
    required: { name: t('key.fault.name'), scopes: t('key.fault.scopes') },
    save: (json) => api.post('/api/keys', { json }),
    done: onMade,
  });
  const { draft, faults, input, change } = form;
  // Only admins lend a program what admins do.
  const offered = isAdmin ? SCOPES : SCOPES.filter((scope) => scope !== 'admin');
  return (
    <SettingsForm form={form} title={t('key.add')} words={{ save: t('key.make'), cancel: t('cancel') }} disabled={false} onLeave={onCancel}>
      <TextInput label={t('key.name')} description={t('key.name_hint')} maxLength={80} autoFocus {...input('name')} />
      <Checkbox.Group
        label={t('key.may')}
        value={draft.scopes}
        error={faults['scopes']}
        onChange={(scopes) => change({ scopes: SCOPES.filter((scope) => scopes.includes(scope)) })}
      >
        <Stack gap="sm" mt="xs">
          {offered.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`key.scope.${scope}`)} description={t(`key.scope_text.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </SettingsForm>
  );
}
