import { MultiSelect } from '@mantine/core';
import { usePlugins } from '../api/plugins';
import { VALUES_MAX } from '../conditions/model';
import { useTexts as useConditionTexts } from '../conditions/texts';
import { FieldGroup } from '../settings/FieldGroup';
import pairs from '../ui/settingsList.module.css';
import { languageName, LANGUAGES_OFFERED } from '../ui/languages';
import type { PartProps } from './AmountField';
import { VISITOR_FIELDS, withValues } from './model';
import classes from './routing.module.css';
import { useTexts } from './texts';

type VisitorField = (typeof VISITOR_FIELDS)[number];

/** Conditions of a queue of live chats: of a visitor who waits only channel and language are known, so that both stand there, and empty is any. */
export function VisitorConditions({ draft: { conditions }, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const { t: conditionText, language } = useConditionTexts();
  const channels = usePlugins((state) => state.channels);
  const choices: Readonly<Record<VisitorField, { value: string; label: string }[]>> = {
    channel: [...channels.values()].filter(({ opens }) => opens === 'livechat').map(({ value, name }) => ({ value, label: name || value })),
    language: LANGUAGES_OFFERED.map((code) => ({ value: code, label: languageName(code, language) })),
  };
  return (
    <FieldGroup title={conditionText('title')} hint={t('conditions_hint', { context: 'live_chats' })} fault={faults['conditions']}>
      <div className={`${pairs['pair'] ?? ''} ${classes['wide'] ?? ''}`}>
        {VISITOR_FIELDS.map((field) => {
          const at = conditions.findIndex((one) => one.field === field);
          const chosen = conditions[at]?.values ?? [];
          // What was deleted can still be seen, and taken away.
          const others = chosen.filter((value) => choices[field].every((choice) => choice.value !== value));
          const named = (value: string) => (field === 'language' ? languageName(value, language) : conditionText('gone'));
          return (
            <MultiSelect
              key={field}
              size="xs"
              label={conditionText(`field.${field}`)}
              {...(chosen.length === 0 ? { placeholder: t(`any.${field}`) } : {})}
              data={[...choices[field], ...others.map((value) => ({ value, label: named(value) }))]}
              value={chosen}
              error={faults[`conditions.${at}.values`] ?? faults[`conditions.${at}.field`]}
              searchable
              clearable
              hidePickedOptions
              maxValues={VALUES_MAX}
              nothingFoundMessage={conditionText('nothing')}
              onChange={(values) => onChange({ conditions: withValues(conditions, field, values) })}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}
