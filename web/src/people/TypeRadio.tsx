import { Radio, Stack } from '@mantine/core';
import type { Role } from './model';
import { useTexts } from './texts';

interface Props {
  value: Role['type'];
  error: string | undefined;
  disabled?: boolean;
  onChange: (type: Role['type']) => void;
}

/** Admin or agent, each with what it means. */
export function TypeRadio({ value, error, disabled = false, onChange }: Props) {
  const { t } = useTexts();
  return (
    <Radio.Group label={t('field.type')} error={error} value={value} onChange={(type) => onChange(type === 'admin' ? 'admin' : 'agent')}>
      <Stack gap="xs" mt="xs">
        {(['agent', 'admin'] as const).map((type) => (
          <Radio key={type} value={type} disabled={disabled} label={t(`type.${type}`)} description={t(`hint.type_${type}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
