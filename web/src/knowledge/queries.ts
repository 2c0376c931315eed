/** Reads of the knowledge base, kept up by the event that says it changed. */
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { onEvent, onReload } from '../realtime/apply';
import { PAGE } from './model';
import type { Article, ArticleFilter, Space } from './types';

const KEY = 'knowledge';
/** An admin who writes much is many events. */
const PAUSE_MS = 300;
/** A preview is asked for this long after the last key. */
export const PREVIEW_MS = 350;
const HITS = 20;

/** Reads again what is on screen when categories or articles change. */
export function useLiveKnowledge(): void {
  const client = useQueryClient();
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      pause ??= setTimeout(() => {
        pause = undefined;
        void client.invalidateQueries({ queryKey: [KEY] });
      }, PAUSE_MS);
    };
    const ends = [onEvent('knowledgeChanged', again), onReload(again)];
    return () => {
      clearTimeout(pause);
      ends.forEach((end) => end());
    };
  }, [client]);
}

export const useCategories = (enabled = true) =>
  useQuery({ queryKey: [KEY, 'categories'], queryFn: ({ signal }) => api.get('/api/knowledge/categories', { signal }), enabled });

/** Articles page by page; what was found before stays until there is an answer. */
export const useArticles = (filter: ArticleFilter) =>
  useInfiniteQuery({
    queryKey: [KEY, 'articles', filter],
    queryFn: ({ pageParam, signal }) => api.get('/api/knowledge/articles', { query: { ...filter, after: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });

const articleKey = (id: number) => [KEY, 'article', id];

export const useArticle = (id: number) =>
  useQuery({ queryKey: articleKey(id), queryFn: ({ signal }) => api.get('/api/knowledge/articles/{id}', { path: { id }, signal }) });

/** Shows an article as a change answered it. */
export function takeArticle(client: QueryClient, article: Article): void {
  client.setQueryData(articleKey(article.id), article);
  void client.invalidateQueries({ queryKey: [KEY, 'articles'] });
}

export const useRevisions = (id: number, language: string) =>
  useQuery({
    queryKey: [KEY, 'revisions', id, language],
    queryFn: ({ signal }) => api.get('/api/knowledge/articles/{id}/translations/{language}/revisions', { path: { id, language }, signal }),
  });

/** The text of one revision, which never changes. */
export const useRevision = (id: number, language: string, revision: number | null) =>
  useQuery({
    queryKey: ['knowledge-revision', id, language, revision],
    queryFn: ({ signal }) =>
      api.get('/api/knowledge/articles/{id}/translations/{language}/revisions/{revision}', { path: { id, language, revision: revision ?? 0 }, signal }),
    enabled: revision !== null,
    staleTime: Infinity,
  });

export const useGaps = () => useQuery({ queryKey: [KEY, 'gaps'], queryFn: ({ signal }) => api.get('/api/knowledge/gaps', { signal }) });

/** The body as readers will see it; a newer body gives up the question about the older one. */
export const usePreview = (body: string) =>
  useQuery({
    queryKey: ['knowledge-preview', body],
    queryFn: ({ signal }) => api.post('/api/knowledge/preview', { json: { body }, signal }),
    enabled: body.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Published articles that have the words. */
export const useHits = (q: string, language: string) =>
  useQuery({
    queryKey: [KEY, 'search', q, language],
    queryFn: ({ signal }) => api.get('/api/knowledge/search', { query: { q, language, limit: HITS }, signal }),
    enabled: q !== '',
    placeholderData: (before) => (q === '' ? undefined : before),
  });

/** What a space has in a language, also for a click that comes before it was read. */
export const supportOf = (space: Space, language: string, q = '', client: string | null = null) => ({
  queryKey: [KEY, 'support', space, language, q, client],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/api/support/{space}/{language}', { path: { space, language }, query: { q: q === '' ? undefined : q, client: client ?? undefined }, signal }),
});

export const useSupport = (space: Space, language: string, q = '', client: string | null = null) =>
  useQuery({ ...supportOf(space, language, q, client), placeholderData: (before) => before });

/** One published article, also for a click that comes before its panel opened it. */
export const readingOf = (space: Space, language: string, id: number, client: string | null = null) => ({
  queryKey: [KEY, 'reading', space, language, id, client],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/api/support/{space}/{language}/{id}', { path: { space, language, id }, query: { client: client ?? undefined }, signal }),
});
