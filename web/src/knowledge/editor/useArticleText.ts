import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import type { Article, Translation } from '../types';
import type { ArticleText } from './TextPane';

/** What a text is held against: a translation as it is stored, or one that nobody began. */
const baseOf = (stored: Translation | null) => ({ title: stored?.title ?? '', body: stored?.body ?? '', revision: stored?.revision ?? 0 });

export interface ArticleTextState {
  text: ArticleText;
  dirty: boolean;
  busy: boolean;
  faults: Readonly<Record<string, string>>;
  failure: string | null;
  /** A newer revision than this text began from is stored. */
  overtaken: boolean;
  change: (part: Partial<ArticleText>) => void;
  /** Saves it as the next revision; resolves with the article, or null after showing why not. */
  save: (text?: ArticleText) => Promise<Article | null>;
  /** Goes on with one's own words over the newer revision. */
  keepOwn: () => void;
  /** Goes on from the newer revision, without one's own words. */
  takeTheirs: () => void;
}

interface ArticleTextOptions {
  id: number;
  language: string;
  stored: Translation | null;
  /** What it is translated from; null of the source itself. */
  source: Translation | null;
  reload: () => Promise<unknown>;
  take: (article: Article) => void;
}

/**
 * What somebody writes in one language: held against the revision it began from, so that two writers do
 * not overwrite each other unseen. `reload` reads what is stored now.
 */
export function useArticleText({ id, language, stored, source, reload, take }: ArticleTextOptions): ArticleTextState {
  const { t: common } = useTranslation();
  const { t } = useTexts();
  const [begun, setBegun] = useState(() => baseOf(stored));
  const [text, setText] = useState<ArticleText>({ title: begun.title, body: begun.body });
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const dirty = text.title !== begun.title || text.body !== begun.body;
  const newest = stored?.revision ?? 0;
  const overtaken = newest > begun.revision && !busy;

  function beginAnew(): void {
    const base = baseOf(stored);
    setBegun(base);
    setText({ title: base.title, body: base.body });
  }
  // Nothing was typed: what is stored now is simply shown.
  if (overtaken && !dirty) beginAnew();

  async function save(wanted: ArticleText = text): Promise<Article | null> {
    const sent = { ...wanted, title: wanted.title.trim() };
    setFailure(null);
    setFaults(sent.title === '' ? { title: t('fault.title') } : {});
    if (sent.title === '') return null;
    setBusy(true);
    const json = { ...sent, revision: begun.revision, source_revision: source?.revision };
    try {
      const article = await api.put('/api/knowledge/articles/{id}/translations/{language}', { path: { id, language }, json });
      const saved = article.translations.find((one) => one.language === language);
      setBegun({ ...sent, revision: saved?.revision ?? begun.revision + 1 });
      // What was typed while it was on its way stays.
      setText((now) => (now === text ? sent : now));
      take(article);
      return article;
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setFailure(problemText(problem, common));
      // What another made of it is shown beside what was typed.
      if (problem.code === 'overtaken') await reload();
      return null;
    } finally {
      setBusy(false);
    }
  }

  return {
    text,
    dirty,
    busy,
    faults,
    failure,
    overtaken,
    change: (part) => {
      setText((now) => ({ ...now, ...part }));
      setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))));
    },
    save,
    keepOwn: () => {
      setBegun(baseOf(stored));
      setFailure(null);
    },
    takeTheirs: () => {
      beginAnew();
      setFailure(null);
    },
  };
}
