import { Autocomplete } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { isEnter } from '../../ui/enter';
import { matching, useExtensions } from './extensions';

interface Props {
  label: string;
  description: string | undefined;
  value: string;
  error: string | null;
  onChange: (text: string) => void;
  onEnter: () => void;
}

/** A highlighted extension takes the Enter for itself. */
function isChoosing(field: Element): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') != null;
}

/** An extension: one of the desk by its number or its agent's name, or any other that the exchange knows. */
export function ExtensionField({ label, description, value, error, onChange, onEnter }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const offered = matching(useExtensions(), value);
  const names = new Map(offered.map(({ extension, name }) => [extension, name]));
  return (
    <Autocomplete
      type="tel"
      label={label}
      description={description}
      value={value}
      maxLength={40}
      data-autofocus
      error={error}
      data={offered.map(({ extension }) => extension)}
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
        if (isEnter(event) && !isChoosing(event.currentTarget)) onEnter();
      }}
    />
  );
}
