import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LANGUAGES } from '../../i18n/i18n';
import { categoryChoices, STATES, withFilter } from '../model';
import { useCategories } from '../queries';
import { useTexts } from '../texts';
import classes from './manage.module.css';

const PAUSE_MS = 250;

/** Filters of the list, which are kept in its address. */
export function ListFilters() {
  const { t, language } = useTexts();
  const [search, setSearch] = useSearchParams();
  const { data: categories } = useCategories();
  const asked = search.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const [shown, setShown] = useState(asked);
  const [typing, setTyping] = useState(false);
  // The address also changes without this field, for example when the filters are cleared; whoever types is ahead of it.
  if (asked !== shown) {
    setShown(asked);
    if (!typing) setTyped(asked);
  }
  // Of two filters that change in a row, the second is asked before the address of the first is drawn.
  const newest = useRef(search);
  useEffect(() => {
    newest.current = search;
  }, [search]);
  const set = (name: string, value: string) => {
    newest.current = withFilter(newest.current, name, value);
    setSearch(newest.current, { replace: true });
  };
  const find = useDebouncedCallback((words: string) => set('q', words.trim()), PAUSE_MS);
  return (
    <div className={classes['filters']} role="search" aria-label={t('filters')}>
      <TextInput
        className={classes['find'] ?? ''}
        size="xs"
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        maxLength={200}
        leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
        value={typed}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('language')}
        value={search.get('language') ?? ''}
        data={[{ value: '', label: t('all_languages') }, ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))]}
        onChange={(event) => set('language', event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('state')}
        value={search.get('state') ?? ''}
        data={[{ value: '', label: t('all_states') }, ...STATES.map((value) => ({ value, label: t(`standing.${value}`) }))]}
        onChange={(event) => set('state', event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('category')}
        value={search.get('category') ?? ''}
        data={categoryChoices(categories ?? [], language, t('all_categories'))}
        onChange={(event) => set('category', event.currentTarget.value)}
      />
      <Switch size="xs" label={t('only_due')} checked={search.get('due') === '1'} onChange={(event) => set('due', event.currentTarget.checked ? '1' : '')} />
    </div>
  );
}
