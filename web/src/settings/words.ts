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
