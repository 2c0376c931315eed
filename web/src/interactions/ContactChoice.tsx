import { Avatar, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconSearchOff, IconTimelineEvent } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useScope } from '../actions/live';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useRows } from '../ui/useRows';
import classes from './interactions.module.css';
import { nameOf, reachOf, type ContactRow } from './model';
import { useFoundContacts } from './queries';
import { Failed, Loading } from './states';
import { useTexts } from './texts';

const PAUSE_MS = 250;

function Row({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const reach = reachOf(contact);
  return (
    <li>
      <Link to={{ search: new URLSearchParams({ contact: contact.uid }).toString() }} className={classes['row'] ?? ''} data-row>
        <Avatar aria-hidden name={contact.name} size={28} radius="xl" color="gray" />
        <span className={classes['matter']}>
          <span className={classes['name']}>{nameOf(contact) || t('nameless')}</span>
          {reach === '' ? null : <small>{reach}</small>}
        </span>
      </Link>
    </li>
  );
}

function Found({ keyword }: { keyword: string }) {
  const { t } = useTexts();
  const { data, error, refetch } = useFoundContacts(keyword);
  if (data === undefined) return error === null ? <Loading /> : <Failed error={error} title={t('people_failed')} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyPlace compact icon={<IconSearchOff size={20} stroke={1.5} />} title={t('nobody')} text={t('nobody_text')} />;
  return (
    <ul className={classes['rows']} aria-label={t('people')}>
      {data.map((contact) => (
        <Row key={contact.id} contact={contact} />
      ))}
    </ul>
  );
}

/** Whose timeline is to be shown: found by name, address or number. */
export function ContactChoice() {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const move = useRows(panel, '[data-row]');
  useScope('contacts', { move, find: () => field.current?.focus() });
  return (
    <div ref={panel} className={classes['choice']}>
      <EmptyPlace compact icon={<IconTimelineEvent size={20} stroke={1.5} />} title={t('pick')} text={t('pick_text')} />
      <TextInput
        ref={field}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder={t('find')}
        aria-label={t('find')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        rightSection={typed === '' ? null : <CloseButton size="sm" aria-label={t('clear_find')} onClick={() => setTyped('')} />}
      />
      <Found keyword={keyword} />
    </div>
  );
}
