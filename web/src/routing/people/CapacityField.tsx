import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { isComposing, isEnter } from '../../ui/enter';
import { UnitInput } from '../../ui/UnitInput';
import { CAPACITY_MAX } from '../model';

interface Props extends Pick<ComponentProps<typeof UnitInput>, 'id' | 'label' | 'description' | 'className' | 'tabIndex' | 'aria-label' | 'disabled'> {
  value: number | null;
  /** What counts where nothing is set; without it the field cannot be empty. */
  fallback?: number | undefined;
  unit: string;
  /** The smallest that can be set. */
  min: number;
  'data-column'?: number;
  onSave: (value: number | null) => void;
}

/** Capacity that is saved when its field is left or Enter is pressed; Escape takes back what was typed. */
export function CapacityField({ value, fallback, min, onSave, ...field }: Props) {
  const [typed, setTyped] = useState<string | number | null>(null);

  function save(): void {
    setTyped(null);
    if (typed === null || (typed === '' && fallback === undefined)) return;
    const next = typed === '' ? null : Math.max(min, Number(typed));
    if (next !== value) onSave(next);
  }

  function press(event: KeyboardEvent): void {
    if (isEnter(event)) save();
    else if (event.key === 'Escape' && !isComposing(event)) setTyped(null);
  }

  return (
    <UnitInput
      {...field}
      size="xs"
      min={0}
      max={CAPACITY_MAX}
      clampBehavior="strict"
      withKeyboardEvents={false}
      {...(fallback === undefined ? {} : { placeholder: String(fallback) })}
      value={typed ?? value ?? ''}
      onChange={setTyped}
      onBlur={save}
      onKeyDown={press}
      // Escape takes back first; only a field as it was lets it close the window.
      data-mantine-stop-propagation={typed === null ? undefined : true}
    />
  );
}
