/** What a section of the settings says. */
export interface SectionWords {
  denied: string;
  deniedText: string;
  about: string;
  add: string;
  empty: string;
  emptyText: string;
  loading: string;
  failed: string;
}

/** The words of a section, where a room calls them as the others do; `of` goes before its own names. */
export function sectionWords(t: (key: string) => string, of = ''): SectionWords {
  return {
    denied: t('no_permission'),
    deniedText: t('no_permission_text'),
    about: t(`${of}about`),
    add: t(`${of}add`),
    empty: t(`${of}empty`),
    emptyText: t(`${of}empty_text`),
    loading: t(`${of}loading`),
    failed: t(`${of}load_failed`),
  };
}

/** What copies a value. */
export interface CopyWords {
  copy: string;
  copied: string;
}

/** The words of a room for what is copied. */
export function copyWords(t: (key: string) => string): CopyWords {
  return { copy: t('copy'), copied: t('copied') };
}

/** What a secret says that is shown once. */
export interface SecretWords extends CopyWords {
  once: string;
  done: string;
}

/** The words of a room for its secrets. */
export function secretWords(t: (key: string) => string): SecretWords {
  return { ...copyWords(t), once: t('once'), done: t('done') };
}
