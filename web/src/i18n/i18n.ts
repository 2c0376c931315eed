import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './en.json';

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'ms', name: 'Bahasa Melayu' },
  { code: 'zh', name: '中文' },
] as const;

export type LanguageCode = (typeof LANGUAGES)[number]['code'];

const KEY = 'patchbay.language';

/** English is in the first bundle; the others are fetched when chosen. */
const load: Loaders = {
  en: () => Promise.resolve({ default: en }),
  ms: () => import('./ms.json'),
  zh: () => import('./zh.json'),
};

function isLanguage(code: string): code is LanguageCode {
  return code in load;
}

function preferred(): LanguageCode {
  const stored = localStorage.getItem(KEY);
  if (stored !== null && isLanguage(stored)) return stored;
  for (const tag of navigator.languages) {
    const code = tag.slice(0, 2).toLowerCase();
    if (isLanguage(code)) return code;
  }
  return 'en';
}

type Loaders = Record<LanguageCode, () => Promise<{ default: object }>>;

/** The rooms whose texts come in one language at a time, by the name of their space. */
const rooms = new Map<string, Loaders>();

/** The language on screen, or the one that is on its way there; what was wanted last counts. */
let wanted: LanguageCode = 'en';

async function fill(space: string, code: LanguageCode, from: Loaders): Promise<void> {
  if (i18next.hasResourceBundle(code, space)) return;
  i18next.addResourceBundle(code, space, (await from[code]()).default);
}

function shown(): LanguageCode {
  const code = document.documentElement.lang;
  return isLanguage(code) ? code : 'en';
}

/** Loads a room's texts in the language on screen, and from now on in each that is chosen. */
export async function loadTexts(space: string, from: Loaders): Promise<void> {
  rooms.set(space, from);
  // A language that is on its way has already asked every room it knew, and does not wait for this one.
  const coming = wanted === shown() ? undefined : fill(space, wanted, from).catch(() => undefined);
  await Promise.all([fill(space, shown(), from), coming]);
}

async function show(code: LanguageCode): Promise<void> {
  wanted = code;
  try {
    await Promise.all([fill('translation', code, load), ...[...rooms].map(([space, from]) => fill(space, code, from))]);
  } catch (thrown) {
    if (wanted === code) wanted = shown();
    throw thrown;
  }
  if (wanted !== code) return;
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}

export async function setLanguage(code: LanguageCode): Promise<void> {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Where the browser keeps nothing, the choice lasts as long as the page.
  }
  await show(code);
}

/** The language of the person's profile, in a browser where none was chosen. */
export async function suggestLanguage(code: string): Promise<void> {
  if (localStorage.getItem(KEY) === null && isLanguage(code)) await show(code);
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await show(preferred()).catch(() => undefined);
}
