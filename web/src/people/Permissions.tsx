import { Checkbox, Fieldset, Stack } from '@mantine/core';
import { GRANTS, HIDES } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';

interface Props {
  type: 'admin' | 'agent';
  value: string[];
  onChange: (permissions: string[]) => void;
}

/** What a user may do beyond the usual, and what is hidden from a user; each with what it means. */
export function Permissions({ type, value, onChange }: Props) {
  const { t } = useTexts();
  // For admins, grants are implied, and of what is hidden only the kanban counts.
  const counts = (name: string) => type === 'agent' || name === 'hide_kanban';
  const box = (name: string) => (
    <Checkbox
      key={name}
      label={t(`permission.${name}.label`)}
      description={t(`permission.${name}.text`)}
      checked={value.includes(name)}
      disabled={!counts(name)}
      onChange={(event) => {
        const checked = event.currentTarget.checked;
        onChange(checked ? [...value, name].sort() : value.filter((other) => other !== name));
      }}
    />
  );
  return (
    <Fieldset
      legend={t('field.permissions')}
      variant="unstyled"
      classNames={{ root: classes['fieldset'] ?? '', legend: classes['legend'] ?? '' }}
    >
      <Stack gap="sm" mt="xs">
        {GRANTS.map(box)}
        {HIDES.map(box)}
      </Stack>
    </Fieldset>
  );
}
