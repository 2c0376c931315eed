import { MultiSelect } from '@mantine/core';
import { RECIPIENTS_MAX, type PartProps } from './model';
import { useUserChoices } from './queries';
import { useTexts } from './texts';

/** Rows of the picker that are drawn at once: typing finds the others. */
const SHOWN = 100;

/** Users that it goes to, found by name. */
export function RecipientsField({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const users = useUserChoices();
  const chosen = draft.recipients.map(String);
  // Who was deleted or disabled can still be seen, and taken away; until the names are there nobody knows.
  const others = chosen
    .filter((value) => users?.some((user) => user.value === value) !== true)
    .map((value) => ({ value, label: users === null ? t('user_number', { number: value }) : t('user_gone') }));
  return (
    <MultiSelect
      label={t('recipients')}
      description={t('recipients_hint')}
      {...(chosen.length === 0 ? { placeholder: t('recipients_choose') } : {})}
      data={[...(users ?? []), ...others]}
      value={chosen}
      error={faults['recipients']}
      searchable
      clearable
      hidePickedOptions
      limit={SHOWN}
      maxValues={RECIPIENTS_MAX}
      nothingFoundMessage={t('recipients_nothing')}
      onChange={(values) => onChange({ recipients: values.map(Number) })}
    />
  );
}
