import { NumberInput, Text, type NumberInputProps } from '@mantine/core';

interface Props extends Omit<NumberInputProps, 'suffix' | 'rightSection' | 'hideControls' | 'allowDecimal' | 'allowNegative'> {
  /** What is counted, as it stands behind the number. */
  unit: string;
}

/**
 * A whole number with its unit. The unit stands beside what is typed and not in it: behind a suffix the
 * field moves the caret a moment after it has the focus, and what is typed in that moment is lost.
 */
export function UnitInput({ unit, ...field }: Props) {
  return (
    <NumberInput
      {...field}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      rightSection={<Text span size="xs" aria-hidden>{unit.trim()}</Text>}
      rightSectionWidth={`calc(${Math.max(2, unit.trim().length)}ch + 18px)`}
      rightSectionPointerEvents="none"
    />
  );
}
