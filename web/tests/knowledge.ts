import type { Article, ArticleRow, Category, SupportArticle, SupportHome, Translation } from '../src/knowledge/types';

const WRITER = { user_id: 1, username: 'admin', name: 'Mei' };

export function aTranslation(over: Partial<Translation> = {}): Translation {
  return {
    language: 'en',
    title: 'Refunds',
    body: 'We send it back.',
    html: '<p>We send it back.</p>',
    state: 'draft',
    revision: 1,
    published_revision: null,
    published_at: null,
    updated_at: 1_700_000_000_000,
    updated_by: WRITER,
    source_revision: null,
    source_changed: false,
    ...over,
  };
}

export function anArticle(over: Partial<Article> = {}): Article {
  return {
    id: 7,
    category_id: null,
    source_language: 'en',
    owner: WRITER,
    verified_until: null,
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000,
    helpful: 3,
    unhelpful: 1,
    comments: [],
    translations: [aTranslation()],
    ...over,
  };
}

export function aRow(over: Partial<ArticleRow> = {}): ArticleRow {
  return { id: 7, category_id: null, owner: WRITER, verified_until: null, updated_at: 1_700_000_000_000, translations: [aTranslation()], ...over };
}

export const aCategory = (over: Partial<Category> = {}): Category => ({ id: 1, names: { en: 'Orders' }, position: 0, articles: 2, ...over });

export function aSupportHome(over: Partial<SupportHome> = {}): SupportHome {
  return {
    space: 'kb',
    language: 'en',
    client: 'A shop',
    languages: ['en'],
    results: null,
    base_url: '',
    categories: [{ id: 1, name: 'Orders', articles: [{ id: 7, title: 'Refunds', path: '/support/kb/en/7' }, { id: 8, title: 'Parcels', path: '/support/kb/en/8' }] }],
    ...over,
  };
}

export function aSupportArticle(over: Partial<SupportArticle> = {}): SupportArticle {
  return {
    space: 'kb',
    id: 7,
    title: 'Refunds',
    html: '<h2 id="h-when">When</h2><p>At once.</p><h2 id="h-how">How</h2><p>By <strong>post</strong>.</p>',
    language: 'en',
    languages: ['en'],
    category: { id: 1, name: 'Orders' },
    updated_at: 1_700_000_000_000,
    path: '/support/kb/en/7',
    client: 'A shop',
    headings: [{ id: 'h-when', text: 'When' }, { id: 'h-how', text: 'How' }],
    ...over,
  };
}
