import { Button } from '@mantine/core';
import { IconBook2, IconLock, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { asProblem } from '../../api/problem';
import { rowDate } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Chip, SettingsListSkeleton } from '../../ui/SettingsList';
import kept from '../../ui/settingsList.module.css';
import { useNow } from '../../ui/useNow';
import { articlePath, categoryName, filterFrom, isDue, isNarrowed, nameOfLanguage, ROOM, titleOf } from '../model';
import { useArticles, useCategories } from '../queries';
import { StandingChip } from '../StandingChip';
import { useTexts } from '../texts';
import type { ArticleRow, Category } from '../types';
import { ListFilters } from './ListFilters';
import classes from './manage.module.css';
import { RoomHead } from './RoomHead';

function Row({ article, categories }: { article: ArticleRow; categories: readonly Category[] }) {
  const { t, language } = useTexts();
  const now = useNow();
  const category = categories.find(({ id }) => id === article.category_id);
  const meta = [
    category === undefined ? t('no_category') : categoryName(category, language),
    article.owner === null ? '' : article.owner.name || article.owner.username,
    t('updated', { when: rowDate(article.updated_at, now, t('yesterday')) }),
  ];
  return (
    <li className={kept['row']}>
      <Link to={articlePath(article.id)} className={`${kept['open'] ?? ''} ${classes['open'] ?? ''}`} data-article={article.id}>
        <span className={kept['name']}>
          <span>{titleOf(article, language)}</span>
          {isDue(article.verified_until, now) ? <Chip tone="warn">{t('review_due')}</Chip> : null}
        </span>
        <span className={kept['meta']}>{meta.filter((part) => part !== '').join(' · ')}</span>
        <span className={classes['translations']}>
          {article.translations.map((one) => (
            <span key={one.language} className={classes['translation']}>
              {nameOfLanguage(one.language)} <StandingChip of={one} />
            </span>
          ))}
        </span>
      </Link>
    </li>
  );
}

function Body() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const filter = filterFrom(search);
  const { data: categories } = useCategories();
  const query = useArticles(filter);
  if (query.data === undefined) {
    if (query.error === null) return <SettingsListSkeleton label={t('loading')} />;
    const problem = asProblem(query.error);
    if (problem.code === 'forbidden') return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('denied')} text={t('denied_text')} />;
    return <ErrorPlace problem={problem} title={t('list_failed')} onRetry={() => void query.refetch()} />;
  }
  const articles = query.data.pages.flatMap(({ items }) => items);
  if (articles.length === 0) {
    return isNarrowed(filter) ? (
      <EmptyPlace
        compact
        icon={<IconSearchOff size={20} stroke={1.5} />}
        title={t('none_found')}
        text={t('none_found_text')}
        action={
          <Button variant="default" size="xs" onClick={() => setSearch({})}>
            {t('clear')}
          </Button>
        }
      />
    ) : (
      <EmptyPlace
        icon={<IconBook2 size={20} stroke={1.5} />}
        title={t('empty')}
        text={t('empty_text')}
        action={
          <Button size="xs" component={Link} to={`${ROOM}/new`} leftSection={<IconPlus size={14} stroke={1.5} />}>
            {t('new')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={kept['rows']} aria-label={t('place.articles')}>
        {articles.map((article) => (
          <Row key={article.id} article={article} categories={categories ?? []} />
        ))}
      </ul>
      <div className={classes['end']}>
        {query.isFetchNextPageError ? <p role="alert">{t('list_failed')}</p> : null}
        {query.hasNextPage ? (
          <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** All articles, or those that the filters in the address leave. */
export function ArticleList() {
  return (
    <div className={classes['page']}>
      <RoomHead />
      <ListFilters />
      <Body />
    </div>
  );
}
