/** Languages that most customers write, by their codes. */
export const LANGUAGES_OFFERED: readonly string[] = ['en', 'ms', 'zh', 'ta', 'id', 'th', 'vi', 'fil', 'ja', 'ko', 'hi', 'bn', 'ur', 'ar', 'fa', 'tr', 'ru', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'pt'];

/** What a language is called in another one; empty for none that anybody could tell. */
export function languageName(code: string, inLanguage: string): string {
  if (code === '' || code === 'und') return '';
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code;
  } catch {
    // What a channel said may be no code at all.
    return code;
  }
}
