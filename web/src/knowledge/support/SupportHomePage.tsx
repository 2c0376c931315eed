import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBook2, IconPencil, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { asProblem } from '../../api/problem';
import type { LanguageCode } from '../../i18n/i18n';
import { useIsAdmin } from '../../settings/useSettingsList';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { SettingsListSkeleton } from '../../ui/SettingsList';
import { ROOM, withFilter } from '../model';
import { useSupport } from '../queries';
import { useTexts } from '../texts';
import type { Space, SupportHome } from '../types';
import { LanguageSelect } from './LanguageSelect';
import classes from './support.module.css';

const PAUSE_MS = 250;

function Results({ results }: { results: NonNullable<SupportHome['results']> }) {
  const { t } = useTexts();
  if (results.length === 0) return <EmptyPlace compact icon={<IconSearchOff size={20} stroke={1.5} />} title={t('nothing_found')} text={t('nothing_found_text')} />;
  return (
    <ul className={classes['results']} aria-label={t('results')}>
      {results.map(({ id, language, title, excerpt, path }) => (
        <li key={`${id} ${language}`} lang={language}>
          <Link to={path}>{title}</Link>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

function Categories({ categories }: Pick<SupportHome, 'categories'>) {
  const { t } = useTexts();
  const filled = categories.filter(({ articles }) => articles.length > 0);
  if (filled.length === 0) return <EmptyPlace icon={<IconBook2 size={20} stroke={1.5} />} title={t('support_empty')} text={t('support_empty_text')} />;
  return (
    <div className={classes['categories']}>
      {filled.map(({ id, name, articles }) => (
        <section key={id} aria-label={name || t('no_category')}>
          <h2>{name || t('no_category')}</h2>
          <ul>
            {articles.map((article) => (
              <li key={article.id}>
                <Link to={article.path}>{article.title}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Everything that is published, by category, or what a search found. */
export function SupportHomePage({ space, language }: { space: Space; language: LanguageCode }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const find = useDebouncedCallback((q: string) => setSearch((now) => withFilter(now, 'q', q), { replace: true }), PAUSE_MS);
  const isAdmin = useIsAdmin();
  const { data, error, refetch } = useSupport(space, language, asked, search.get('client'));
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <h1>{t(`space.${space}`)}</h1>
        {space === 'kb' && isAdmin ? (
          <Button size="xs" variant="default" component={Link} to={ROOM} leftSection={<IconPencil size={14} stroke={1.5} />}>
            {t('manage')}
          </Button>
        ) : null}
        <LanguageSelect space={space} language={language} languages={data?.languages ?? []} />
      </header>
      <TextInput
        type="search"
        role="searchbox"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          find(event.currentTarget.value.trim());
        }}
      />
      {data === undefined ? (
        error === null ? (
          <SettingsListSkeleton label={t('loading')} />
        ) : (
          <ErrorPlace problem={asProblem(error)} title={t('support_failed')} onRetry={() => void refetch()} />
        )
      ) : (
        <div lang={data.language}>{asked !== '' && data.results !== null ? <Results results={data.results} /> : <Categories categories={data.categories} />}</div>
      )}
    </div>
  );
}
