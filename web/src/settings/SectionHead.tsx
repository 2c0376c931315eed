import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SettingsListHead } from '../ui/SettingsList';
import classes from '../ui/settingsList.module.css';

/** The way to a new one. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={onClick}>
      {label}
    </Button>
  );
}

/** What is looked for in a list. */
export function SearchInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      className={classes['grow'] ?? ''}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} stroke={1.5} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface HeadProps {
  about: string;
  /** Null where nothing can be added. */
  add: ReactNode;
  search?: ReactNode;
}

/** What a section is for, the search in it, and the way to a new one. */
export function SectionHead({ about, add, search }: HeadProps) {
  if (search !== undefined) {
    return (
      <>
        <p className={classes['about']}>{about}</p>
        <div className={classes['head']}>
          {search}
          {add}
        </div>
      </>
    );
  }
  return add === null ? <p className={classes['about']}>{about}</p> : <SettingsListHead about={about}>{add}</SettingsListHead>;
}
