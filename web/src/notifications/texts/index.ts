import { roomTexts } from '../../i18n/roomTexts';
// The names of what an SLA promises.
import '../../ui/due/texts';
import { wordsOf } from '../kinds';
import type { Notice } from '../model';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

const texts = roomTexts('notifications', { en, ms, zh });

/** The words of this place. */
export const { useTexts } = texts;

/** A notification's words outside a component. */
export function say(notice: Notice): { title: string; body: string } {
  return wordsOf(notice, texts.say);
}

/** A text outside a component, its places not filled. */
export function text(key: string): string {
  return texts.say(key, { skipInterpolation: true });
}
