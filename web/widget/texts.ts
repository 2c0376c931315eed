/** What the loader says itself, beside the words of the client's admins. */

export interface LoaderTexts {
  readonly title: string;
  /** `{number}` messages. */
  readonly unread: string;
  readonly close: string;
  readonly dismiss: string;
  readonly loading: string;
  readonly blocked: string;
  readonly newTab: string;
}

export const LANGUAGES = ['en', 'ms', 'zh'] as const;
export type LanguageTag = (typeof LANGUAGES)[number];

export const TEXTS: Readonly<Record<LanguageTag, LoaderTexts>> = {
  en: {
    title: 'Live Chat',
    unread: '{number} unread',
    close: 'Close chat window',
    dismiss: 'Dismiss',
    loading: 'Loading',
    blocked: 'The chat cannot be shown on this page.',
    newTab: 'Open it in a new tab',
  },
  ms: {
    title: 'Sembang Langsung',
    unread: '{number} belum dibaca',
    close: 'Tutup tetingkap sembang',
    dismiss: 'Ketepikan',
    loading: 'Memuatkan',
    blocked: 'Sembang tidak dapat dipaparkan di halaman ini.',
    newTab: 'Buka dalam tab baharu',
  },
  zh: {
    title: '在线客服',
    unread: '{number} 条未读',
    close: '关闭对话窗口',
    dismiss: '关闭提示',
    loading: '正在加载',
    blocked: '无法在此页面显示对话。',
    newTab: '在新标签页中打开',
  },
};
