import { IconPlayerPlay } from '@tabler/icons-react';
import { api } from '../api/client';
import { useDepartments } from '../api/departments';
import { useMacros, type Macro } from '../api/macros';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsStore } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { SettingsListRow } from '../ui/SettingsList';
import { MacroForm } from './MacroForm';
import { useTexts } from './texts';

/** What agents do with one click. */
export function MacrosSection() {
  const { t } = useTexts();
  const store = useMacros();
  const list = useSettingsStore(store, store.macros);
  const { change } = useSettingsChange(list.reload, t('macro.remove_failed'));
  return (
    <SettingsSection<Macro>
      name="macros"
      icon={IconPlayerPlay}
      words={{ ...sectionWords(t, 'macro.'), loading: t('loading') }}
      list={list}
      formWaits
      form={(known, done) => <MacroForm known={known} onDone={done} />}
    >
      {(macros, open) => (
        <SettingsRows items={macros}>
          {(macro) => (
            <Line
              macro={macro}
              onOpen={() => open(macro)}
              onRemove={() => change(() => api.delete('/api/macros/{id}', { path: { id: macro.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

function Line({ macro, onOpen, onRemove }: { macro: Macro; onOpen: () => void; onRemove: () => void }) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const { name } = macro;
  const names = macro.departments.map((one) => departments.find((department) => department.id === one)?.name ?? t('value.gone'));
  const meta = [
    names.length === 0 ? t('macro.everybody') : names.join(', '),
    t('macro.steps', { count: macro.then.length }),
    t('macro.ran', { count: macro.runs }),
  ];

  return (
    <SettingsListRow
      name={name}
      meta={meta.join(' · ')}
      onOpen={onOpen}
      remove={{
        label: t('macro.remove', { name }),
        title: t('macro.remove_title', { name }),
        text: t('macro.remove_text'),
        confirm: t('remove'),
        run: onRemove,
      }}
    />
  );
}
