import { ActionIcon, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { useMe } from '../session/store';
import classes from './entry.module.css';
import type { Picked } from './model';
import { useTexts } from './texts';
import type { EntryForm } from './useEntryForm';

/** Finds somebody among the contacts, by what they are called or reached by. */
function Finder({ onPick }: { onPick: (contact: Picked) => void }) {
  const { t } = useTexts();
  const [find, setFind] = useState('');
  const [asked] = useDebouncedValue(find.trim(), 200);
  const { data, error, isFetching } = useQuery({
    queryKey: ['entry-contacts', asked],
    queryFn: ({ signal }) => api.get('/api/contacts/list', { query: { keyword: asked, pagination: 8 }, signal }),
  });
  const contacts = data?.data ?? [];
  const label = ({ name, email, phone }: Picked) => [name, email, phone].filter((part) => part !== '').join(' · ');
  return (
    <Select
      label={t('find')}
      placeholder={t('find_hint')}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      searchable
      searchValue={find}
      onSearchChange={setFind}
      data={contacts.map((contact) => ({ value: String(contact.id), label: label(contact) }))}
      // The server has found them by words of its own.
      filter={({ options }) => options}
      value={null}
      onChange={(id) => {
        const contact = contacts.find((one) => String(one.id) === id);
        if (contact !== undefined) onPick({ id: contact.id, name: contact.name, email: contact.email, phone: contact.phone });
      }}
      error={error === null ? null : t('find_failed')}
      nothingFoundMessage={isFetching ? t('finding') : t('find_nobody')}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Who it is from: a contact that was picked, or somebody who is written down. */
export function CustomerFields({ form }: { form: EntryForm }) {
  const { t } = useTexts();
  const me = useMe();
  const { draft, faults, change } = form;
  const { picked } = draft;
  if (picked !== null) {
    return (
      <div className={classes['picked']}>
        <div>
          <strong>{picked.name}</strong>
          <span>{[picked.email, picked.phone].filter((part) => part !== '').join(' · ')}</span>
        </div>
        <ActionIcon onClick={() => change({ picked: null })} aria-label={t('unpick', { name: picked.name })}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </div>
    );
  }
  const mayFind = me.isAdmin || !me.permissions.hide_contacts;
  const field = (name: 'name' | 'email' | 'phone') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      {mayFind ? <Finder onPick={(contact) => change({ picked: contact })} /> : null}
      <TextInput label={t(mayFind ? 'or_name' : 'name')} withAsterisk maxLength={120} autoComplete="off" {...field('name')} />
      <div className={classes['pair']}>
        <TextInput label={t('email')} type="email" maxLength={254} autoComplete="off" {...field('email')} />
        <TextInput label={t('phone')} type="tel" maxLength={40} autoComplete="off" {...field('phone')} />
      </div>
      <p className={classes['hint']}>{t('found_again')}</p>
    </>
  );
}
