import { asProblem, type Problem } from '../../api/problem';
import { publicAddress } from '../model';
import { useHits, useSupport } from '../queries';

/** A published article in one language, as the panel lists it. */
export interface FoundArticle {
  id: number;
  language: string;
  title: string;
  excerpt: string;
  path: string;
}

export interface Found {
  /** Absent until there is an answer. */
  articles: readonly FoundArticle[] | undefined;
  /** Whether they answer these words in this language, and not those before. */
  isCurrent: boolean;
  /** Where everybody reads them; absent until it is known. */
  address: string | undefined;
  problem: Problem | null;
  again: () => void;
}

/** More than anybody looks through without a word. */
const LISTED_MAX = 100;

/** What has the words; without words all that is published, in the order of its categories. */
export function useFound(words: string, language: string): Found {
  // Beside a search as well: it says the desk's public address.
  const home = useSupport('kb', language);
  const hits = useHits(words, language);
  const query = words === '' ? home : hits;
  const articles =
    words === ''
      ? home.data?.categories
          .flatMap((category) => category.articles)
          .slice(0, LISTED_MAX)
          .map(({ id, title, path }) => ({ id, title, path, excerpt: '', language }))
      : hits.data?.map(({ article_id, ...hit }) => ({ id: article_id, ...hit }));
  return {
    articles,
    isCurrent: !query.isPlaceholderData,
    address: home.data && publicAddress(home.data.base_url),
    problem: query.error === null ? null : asProblem(query.error),
    again: () => void query.refetch(),
  };
}
