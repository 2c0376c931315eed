import { Checkbox, Stack } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import { GRANTS, HIDES, LIMITS, type Role } from './model';
import { useTexts } from './texts';

interface Props {
  type: Role['type'];
  value: string[];
  error?: string | undefined;
  onChange: (permissions: string[]) => void;
}

const GROUPS = [
  ['grants', GRANTS],
  ['hides', HIDES],
  ['limits', LIMITS],
] as const;

/** What somebody may do beyond the usual, what is hidden, and what limits them; each with what it means. */
export function Permissions({ type, value, error, onChange }: Props) {
  const { t } = useTexts();
  // For admins, grants are implied, nothing limits them, and of what is hidden only the kanban counts.
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
  return GROUPS.map(([group, names]) => (
    <FieldGroup key={group} title={t(`permissions.${group}`)} fault={group === 'limits' ? error : undefined}>
      <Stack gap="sm">{names.map(box)}</Stack>
    </FieldGroup>
  ));
}
