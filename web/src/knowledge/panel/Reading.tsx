import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asProblem } from '../../api/problem';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { ArticleBody } from '../ArticleBody';
import { readingOf } from '../queries';
import { useTexts } from '../texts';
import classes from './panel.module.css';
import type { FoundArticle } from './useFound';

/** An article as readers have it, beside the conversation. `address` is where everybody finds its page. */
export function Reading({ article, address = '' }: { article: FoundArticle; address: string | undefined }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(readingOf('kb', article.language, article.id));
  const place = useRef<HTMLDivElement>(null);
  // The arrows move the text, and Escape goes back.
  useEffect(() => {
    place.current?.focus();
  }, []);
  return (
    <div ref={place} className={classes['reading']} tabIndex={0} role="region" aria-label={article.title}>
      <h3 lang={article.language}>{article.title}</h3>
      <Anchor href={address + article.path} target="_blank" rel="noopener" size="xs">
        {t('open_page')}
      </Anchor>
      {data !== undefined ? (
        <ArticleBody html={data.html} language={data.language} />
      ) : error === null ? (
        <Waiting label={t('loading')} />
      ) : (
        <ErrorPlace compact problem={asProblem(error)} title={t('article_failed')} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
