import { ActionIcon, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recipient } from '../../actions/types';
import { useMe } from '../../session/store';
import { isAddress } from '../composer/head';
import { calls } from './calls';
import { isPhone } from './model';
import classes from './start.module.css';
import { useTexts } from './texts';
import type { StartForm } from './useStart';

const PAUSE_MS = 200;
/** The entry of the list that stands for whom nobody knows yet. */
const NEW = 'new';

/** Name, address and number, those that there are. */
function lineOf({ name, email, phone }: Pick<Recipient, 'name' | 'email' | 'phone'>): string {
  return [name, email, phone].filter((part) => part !== '').join(' · ');
}

/** Finds somebody among the contacts, or takes what was typed for somebody new. */
function Finder({ form }: { form: StartForm }) {
  const { t } = useTexts();
  const [find, setFind] = useState('');
  const [asked] = useDebouncedValue(find.trim(), PAUSE_MS);
  const { data = [], error } = useQuery({ queryKey: ['start-contacts', asked], queryFn: ({ signal }) => calls.find(asked, signal) });
  const typed = find.trim();
  function take(id: string | null) {
    const contact = data.find((one) => String(one.id) === id);
    if (contact !== undefined) form.change({ picked: { id: contact.id, name: contact.name, email: contact.email, phone: contact.phone }, address: null, name: '' });
    else if (id === NEW) form.change(isAddress(typed) || isPhone(typed) ? { address: typed } : { name: typed });
    setFind('');
  }
  return (
    <Select
      label={t('find')}
      placeholder={t('find_hint')}
      leftSection={<IconSearch size={16} stroke={1.5} />}
      searchable
      autoFocus
      // Whoever opens the window sees all of it before the list lies over it.
      openOnFocus={false}
      searchValue={find}
      onSearchChange={setFind}
      data={[...data.map((contact) => ({ value: String(contact.id), label: lineOf(contact) })), ...(typed === '' ? [] : [{ value: NEW, label: t('somebody_new', { text: typed }) }])]}
      // The server has found them by words of its own.
      filter={({ options }) => options}
      value={null}
      onChange={take}
      error={form.faults['contact_id'] ?? (error === null ? null : t('find_failed'))}
      nothingFoundMessage={t('find_nobody')}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** To whom it goes: a contact that was picked, or somebody new. `fixed`: it was opened for this contact. */
export function PersonFields({ form, fixed }: { form: StartForm; fixed: boolean }) {
  const { t } = useTexts();
  const me = useMe();
  const { draft, faults, change } = form;
  const { picked } = draft;
  if (picked !== null) {
    return (
      <div className={classes['picked']}>
        <div>
          <strong>{picked.name}</strong>
          <span>{lineOf({ ...picked, name: '' })}</span>
          {faults['contact_id'] === undefined ? null : (
            <p role="alert" className={classes['failure']}>
              {faults['contact_id']}
            </p>
          )}
        </div>
        {fixed ? null : (
          <ActionIcon onClick={() => change({ picked: null, address: null })} aria-label={t('unpick', { name: picked.name })}>
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
    );
  }
  const mayFind = me.isAdmin || !me.permissions.hide_contacts;
  return (
    <div className={classes[mayFind ? 'pair' : 'single']}>
      {mayFind ? <Finder form={form} /> : null}
      <TextInput
        label={t(mayFind ? 'or_name' : 'name')}
        maxLength={120}
        autoComplete="off"
        autoFocus={!mayFind}
        value={draft.name}
        error={faults['name'] ?? (mayFind ? undefined : faults['contact_id'])}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
    </div>
  );
}
