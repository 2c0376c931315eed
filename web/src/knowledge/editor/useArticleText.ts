import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { revisionIn } from '../model';
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
  /** Makes public what is shown, saved before where it has to be; says whether it did, after showing why not. */
  publish: () => Promise<boolean>;
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
  // The revision that was not published because a newer one is stored: what is shown in its place is asked first.
  const [refused, setRefused] = useState<number | null>(null);
  const dirty = text.title !== begun.title || text.body !== begun.body;
  const newest = stored?.revision ?? 0;
  const overtaken = newest > begun.revision && !busy;

  function beginAnew(): void {
    const base = baseOf(stored);
    setBegun(base);
    setText({ title: base.title, body: base.body });
  }
  // Nothing was typed: what is stored now is simply shown.
  if (overtaken && !dirty && refused !== begun.revision) beginAnew();

  function fail(thrown: unknown): Problem {
    const problem = asProblem(thrown);
    setFaults(problem.fields);
    setFailure(problemText(problem, common));
    return problem;
  }

  async function save(wanted: ArticleText = text): Promise<Article | null> {
    const sent = { ...wanted, title: wanted.title.trim() };
    setFailure(null);
    setFaults(sent.title === '' ? { title: t('fault.title') } : {});
    if (sent.title === '') return null;
    setBusy(true);
    const json = { ...sent, revision: begun.revision, source_revision: source?.revision };
    try {
      const article = await api.put('/api/knowledge/articles/{id}/translations/{language}', { path: { id, language }, json });
      setBegun({ ...sent, revision: revisionIn(article, language) ?? begun.revision + 1 });
      // What was typed while it was on its way stays.
      setText((now) => (now === text ? sent : now));
      take(article);
      return article;
    } catch (thrown) {
      // What another made of it is shown beside what was typed.
      if (fail(thrown).code === 'overtaken') await reload();
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function publish(): Promise<boolean> {
    setFailure(null);
    let { revision } = begun;
    if (dirty) {
      const saved = await save();
      if (saved === null) return false;
      revision = revisionIn(saved, language) ?? revision + 1;
    }
    setBusy(true);
    try {
      take(await api.post('/api/knowledge/articles/{id}/translations/{language}/publish', { path: { id, language }, json: { revision } }));
      return true;
    } catch (thrown) {
      if (fail(thrown).code === 'overtaken') setRefused(revision);
      await reload();
      return false;
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
    publish,
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
