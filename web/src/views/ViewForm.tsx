import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { asProblem, Problem } from '../api/problem';
import type { SavedView } from '../api/types';
import { SettingsForm } from '../settings/SettingsForm';
import { useIsAdmin } from '../settings/useSettingsList';
import { useSettingsForm } from '../settings/useSettingsForm';
import { NAME_MAX, type ListDoor } from './model';
import { loadViews } from './store';
import { useTexts } from './texts';

interface Props {
  /** Null for a new one. */
  known: SavedView | null;
  door: ListDoor;
  onDone: () => void;
}

/** Why a view is not kept, where the reason is nothing that was typed. */
const REFUSALS: readonly string[] = ['forbidden', 'overtaken', 'conflict', 'not_found'];

/** A view, new from what the list shows, or as it is. */
export function ViewForm({ known, door, onDone }: Props) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();

  async function kept(call: Promise<SavedView>): Promise<SavedView> {
    try {
      return await call;
    } catch (thrown) {
      const problem = asProblem(thrown);
      const { code, status, fields } = problem;
      // What another made of it has to be known before it is saved over.
      if (code === 'overtaken' || code === 'not_found') await loadViews();
      throw REFUSALS.includes(code) ? new Problem(code, status, code, fields, t(`fault.${code}`)) : problem;
    }
  }

  const form = useSettingsForm({
    name: 'view',
    known,
    initial: { name: known?.name ?? '', shared: known?.shared ?? false, replace: known === null },
    required: { name: t('fault.name') },
    save: ({ name, shared, replace }) => {
      const { icon, columns, density } = known ?? { icon: '', columns: [], density: 'comfortable' as const };
      const { status, query } = known === null || replace ? door : known;
      const json = { name: name.trim(), shared, icon, status, query, columns, density };
      return kept(
        known === null
          ? api.post('/api/views', { json })
          : api.put('/api/views/{id}', { path: { id: known.id }, json: { ...json, version: known.version } }),
      );
    },
    saved: t('saved'),
    done: (view) => {
      // The list shows what is kept now, with dates where it had days by name.
      if (known === null) door.go(view);
      void loadViews().then(onDone);
    },
  });
  const { draft, input } = form;
  return (
    <SettingsForm form={form} words={{ save: t('save'), cancel: t('cancel') }} onLeave={onDone} spaced={false}>
      <Stack gap="sm" pb="md">
        {known === null ? (
          <Text size="sm" c="dimmed">
            {t('new_text')}
          </Text>
        ) : null}
        <TextInput label={t('name')} maxLength={NAME_MAX} data-autofocus {...input('name')} />
        {isAdmin ? <Checkbox label={t('for_all')} description={t('for_all_text')} {...input('shared', { type: 'checkbox' })} /> : null}
        {known === null ? null : <Checkbox label={t('replace')} description={t('replace_text')} {...input('replace', { type: 'checkbox' })} />}
        {door.fleeting && draft.replace ? (
          <Text size="sm" c="dimmed" role="note">
            {t('fleeting')}
          </Text>
        ) : null}
      </Stack>
    </SettingsForm>
  );
}
