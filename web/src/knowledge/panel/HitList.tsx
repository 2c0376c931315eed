import { IconBook2, IconLock, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { useTexts } from '../texts';
import classes from './panel.module.css';
import { LIST_ID, optionId } from './SearchField';
import type { Found, FoundArticle } from './useFound';

interface Props {
  found: Found;
  searched: boolean;
  /** The one that is pointed at; -1 while the list answers other words. */
  at: number;
  onOpen: (article: FoundArticle) => void;
  onPoint: (at: number) => void;
}

/** The articles that were found, or all of them before anything is asked; the field points at one. */
export function HitList({ found: { articles, problem, again }, searched, at, onOpen, onPoint }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  // In braces: newer browsers answer with a promise, which React would take for the effect's cleanup.
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  if (articles === undefined) {
    if (problem === null) return <Waiting label={t('loading')} m="md" />;
    if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('hidden')} text={t('hidden_text')} />;
    return <ErrorPlace compact problem={problem} title={t('support_failed')} onRetry={again} />;
  }
  if (articles.length === 0) {
    return searched ? (
      <EmptyPlace compact icon={<IconSearchOff size={20} stroke={1.5} />} title={t('nothing_found')} text={t('nothing_found_text')} />
    ) : (
      <EmptyPlace compact icon={<IconBook2 size={20} stroke={1.5} />} title={t('support_empty')} text={t('support_empty_text')} />
    );
  }
  return (
    <ul ref={list} id={LIST_ID} className={classes['hits']} role="listbox" aria-label={t('results')} aria-busy={at < 0}>
      {articles.map((article, index) => (
        <li
          key={`${article.id} ${article.language}`}
          id={optionId(index)}
          role="option"
          aria-selected={index === at}
          className={classes['hit']}
          lang={article.language}
          onPointerMove={() => index !== at && onPoint(index)}
          onClick={() => onOpen(article)}
        >
          <strong>{article.title}</strong>
          {article.excerpt === '' ? null : <span>{article.excerpt}</span>}
        </li>
      ))}
    </ul>
  );
}
