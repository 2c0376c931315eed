import { Avatar, Button, CloseButton, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAddressBook, IconLock, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { useScope } from '../actions/live';
import { asProblem } from '../api/problem';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { useRows } from '../ui/useRows';
import classes from './contacts.module.css';
import { nameOf, pathOf, REACHES, reachOf, rowsOf, type ContactRow, type Reach } from './model';
import { useTexts } from './texts';
import { useContacts, useLiveContacts } from './useContacts';

const PAUSE_MS = 250;

function Row({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const name = nameOf(contact) || t('nameless');
  const reach = reachOf(contact);
  return (
    <li>
      <NavLink to={pathOf(contact)} className={classes['row'] ?? ''} data-contact={contact.id}>
        <Avatar aria-hidden name={contact.name} size={32} radius="xl" color="gray" />
        <span className={classes['words']}>
          <span className={classes['name']}>{name}</span>
          {reach === '' ? null : <span className={classes['reach']}>{reach}</span>}
        </span>
      </NavLink>
    </li>
  );
}

function Waiting() {
  const { t } = useTexts();
  if (!useLate(true)) return null;
  return (
    <div className={classes['waiting']} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3, 4].map((at) => (
        <Skeleton key={at} height={36} radius="sm" />
      ))}
    </div>
  );
}

function Body({ keyword, reach }: { keyword: string; reach: Reach }) {
  const { t } = useTexts();
  const query = useContacts(keyword, reach);
  useLiveContacts();
  if (query.data === undefined) {
    if (query.error === null) return <Waiting />;
    const problem = asProblem(query.error);
    if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('denied')} text={t('denied_text')} />;
    return <ErrorPlace compact problem={problem} title={t('failed')} onRetry={() => void query.refetch()} />;
  }
  const rows = rowsOf(query.data.pages);
  const first = query.data.pages[0];
  const count = first === undefined ? '' : `${first.total}${first.more ? '+' : ''}`;
  if (rows.length === 0) {
    return keyword === '' && reach === 'all' ? (
      <EmptyPlace compact icon={<IconAddressBook size={20} stroke={1.5} />} title={t('none')} text={t('none_text')} />
    ) : (
      <EmptyPlace compact icon={<IconSearchOff size={20} stroke={1.5} />} title={t('nobody')} text={t('nobody_text')} />
    );
  }
  return (
    <>
      <p className={classes['count']} role="status">
        {t(keyword === '' && reach === 'all' ? 'count' : 'found', { count: first?.total ?? 0, shown: count })}
      </p>
      <ul className={classes['rows']} aria-label={t('title')}>
        {rows.map((contact) => (
          <Row key={contact.id} contact={contact} />
        ))}
      </ul>
      <div className={classes['end']}>
        {query.isFetchNextPageError ? <p role="alert">{t('failed')}</p> : null}
        {query.hasNextPage ? (
          <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Everybody who wrote or was entered, the newest first, or those whose name, address or number begins like what is typed. */
export function ContactList() {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [reach, setReach] = useState<Reach>('all');
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-contact]');
  useScope('contacts', { move, find: () => field.current?.focus() });
  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>{t('title')}</h1>
        <TextInput
          ref={field}
          size="xs"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('find')}
          aria-label={t('find')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
          rightSection={typed === '' ? null : <CloseButton size="xs" aria-label={t('clear')} onClick={() => setTyped('')} />}
        />
        <NativeSelect
          size="xs"
          aria-label={t('filter')}
          value={reach}
          onChange={(event) => setReach(REACHES.find((one) => one === event.currentTarget.value) ?? 'all')}
          data={REACHES.map((value) => ({ value, label: t(`reach.${value}`) }))}
        />
      </header>
      <div className={classes['body']}>
        <Body keyword={keyword} reach={reach} />
      </div>
    </section>
  );
}
