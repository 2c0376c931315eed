import { Switch, TagsInput } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import { UnitInput } from '../ui/UnitInput';
import { newGreeting, PAGES_MAX, SECONDS_MAX, SECONDS_MIN, type WidgetDraft } from './model';
import { useTexts } from './texts';

type Greeting = NonNullable<WidgetDraft['greeting']>;

interface Props {
  greeting: Greeting | null;
  faults: Readonly<Record<string, string>>;
  onChange: (greeting: Greeting | null) => void;
}

/** Proactive greeting: after how long on a page it shows, and on which pages. */
export function GreetingFields({ greeting, faults, onChange }: Props) {
  const { t } = useTexts();
  return (
    <FieldGroup title={t('greeting')} fault={faults['greeting']}>
      <Switch
        label={t('greeting_on')}
        description={t('greeting_on_hint')}
        checked={greeting !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? newGreeting() : null)}
      />
      {greeting === null ? null : (
        <>
          <UnitInput
            label={t('after')}
            description={t('after_hint')}
            unit={t('seconds')}
            min={SECONDS_MIN}
            max={SECONDS_MAX}
            value={greeting.after_seconds === 0 ? '' : greeting.after_seconds}
            error={faults['greeting.after_seconds']}
            onChange={(typed) => onChange({ ...greeting, after_seconds: Number(typed) })}
          />
          <TagsInput
            w="100%"
            label={t('pages')}
            description={t('pages_hint')}
            placeholder={(greeting.pages ?? []).length === 0 ? '/pricing' : ''}
            splitChars={[',', ' ']}
            maxTags={PAGES_MAX}
            acceptValueOnBlur
            value={[...(greeting.pages ?? [])]}
            error={faults['greeting.pages']}
            onChange={(pages) => onChange({ ...greeting, pages })}
          />
        </>
      )}
    </FieldGroup>
  );
}
