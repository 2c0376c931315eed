import { TextInput } from '@mantine/core';
import { api } from '../../api/client';
import { LANGUAGES, type LanguageCode } from '../../i18n/i18n';
import { SettingsForm } from '../../settings/SettingsForm';
import { useSettingsForm } from '../../settings/useSettingsForm';
import { categoryName, NAME_MAX } from '../model';
import { useCategories } from '../queries';
import { useTexts } from '../texts';
import type { Category, CategoryNames } from '../types';

type Names = Record<LanguageCode, string>;

/** What is empty is no name. */
const given = (names: Names): CategoryNames =>
  Object.fromEntries(Object.entries(names).flatMap(([code, name]) => (name.trim() === '' ? [] : [[code, name.trim()]])));

/** A category's name in each language. */
export function CategoryForm({ known, onDone }: { known: Category | null; onDone: () => void }) {
  const { t, language } = useTexts();
  const { refetch } = useCategories();
  const form = useSettingsForm<Names, Category>({
    name: 'knowledge-category',
    known,
    initial: { en: '', ms: '', zh: '', ...known?.names },
    required: { en: t('fault.name') },
    save: (draft) => {
      const names = given(draft);
      return known === null
        ? api.post('/api/knowledge/categories', { json: { names } })
        : api.put('/api/knowledge/categories/{id}', { path: { id: known.id }, json: { names } });
    },
    saved: t('category_saved'),
    done: () => void refetch().then(onDone),
  });
  return (
    <SettingsForm form={form} title={known === null ? t('category_new') : categoryName(known, language)} words={{ save: t('save_name'), cancel: t('cancel') }} onLeave={onDone}>
      {LANGUAGES.map(({ code, name }, at) => (
        <TextInput
          key={code}
          label={t('name_in', { language: name })}
          maxLength={NAME_MAX}
          lang={code}
          autoFocus={at === 0}
          {...form.input(code)}
          // A refusal names the language, or all names together.
          error={form.faults[code] ?? form.faults[`names.${code}`] ?? (at === 0 ? form.faults['names'] : undefined)}
        />
      ))}
    </SettingsForm>
  );
}
