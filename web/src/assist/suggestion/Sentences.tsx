import { Anchor } from '@mantine/core';
import { useId, useState } from 'react';
import { dayHeading } from '../../ui/dates';
import { numbered, type NumberedSource } from '../model';
import { useTexts } from '../texts';
import type { Recommendation } from '../types';
import classes from './Card.module.css';

/** What the article says, word for word, and the way to it. */
function Quote({ id, source }: { id: string; source: NumberedSource['source'] }) {
  const { t } = useTexts();
  return (
    <blockquote id={id} className={classes['quote']} lang={source.language}>
      <mark>{source.quote}</mark>
      <footer>
        <span>{source.title}</span> <span className={classes['dim']}>{t('published', { when: dayHeading(source.published_at) })}</span>{' '}
        <Anchor href={source.path} target="_blank" rel="noopener" inherit underline="always">
          {t('open_article')}
        </Anchor>
      </footer>
    </blockquote>
  );
}

function Sentence({ text, sources }: { text: string; sources: readonly NumberedSource[] }) {
  const { t } = useTexts();
  const id = useId();
  const [open, setOpen] = useState<number | null>(null);
  const shown = sources.find(({ number }) => number === open);
  return (
    <li>
      <span dir="auto">{text}</span>
      {sources.map(({ number, source }) => (
        <button
          key={number}
          type="button"
          className={classes['number']}
          aria-expanded={open === number}
          {...(open === number ? { 'aria-controls': id } : {})}
          aria-label={t('source', { number, title: source.title })}
          onClick={() => setOpen(open === number ? null : number)}
        >
          {number}
        </button>
      ))}
      {shown === undefined ? null : <Quote id={id} source={shown.source} />}
    </li>
  );
}

/** The sentences of an answer, each with the numbers of what supports it. */
export function Sentences({ results }: Pick<Recommendation, 'results'>) {
  return (
    <ul className={classes['sentences']}>
      {numbered(results).map(({ text, sources }, at) => (
        <Sentence key={at} text={text} sources={sources} />
      ))}
    </ul>
  );
}
