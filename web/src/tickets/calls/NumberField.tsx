import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { isEnter } from '../../ui/enter';
import { matching, type NamedNumber } from './numbers';

type Field = Pick<AutocompleteProps, 'label' | 'description' | 'placeholder' | 'error' | 'maxLength'>;

interface Props extends Field {
  numbers: readonly NamedNumber[];
  value: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
  'data-autofocus'?: boolean;
}

/** A highlighted number takes the Enter for itself. */
function isChoosing(field: Element): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') != null;
}

/** A telephone number: one of those that are known, found by its digits or its name, or any other. */
export function NumberField({ numbers, value, onChange, onEnter, ...field }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const offered = matching(numbers, value);
  const names = new Map(offered.map(({ number, name }) => [number, name]));
  return (
    <Autocomplete
      {...field}
      type="tel"
      value={value}
      data={offered.map(({ number }) => number)}
      filter={({ options }) => options}
      renderOption={({ option }) => `${option.value} – ${names.get(option.value) ?? ''}`}
      // Over an empty list the first Escape would close nothing that can be seen.
      dropdownOpened={isOpen && offered.length > 0}
      openOnFocus={false}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      comboboxProps={{ keepMounted: false }}
      onChange={onChange}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (isEnter(event) && !isChoosing(event.currentTarget)) onEnter?.();
      }}
    />
  );
}
