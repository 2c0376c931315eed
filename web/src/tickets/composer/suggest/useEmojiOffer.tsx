import { useEffect, useState } from 'react';
import { offered, pictureOf, useCustomEmoji } from '../../../api/emoji';
import { findEmoji } from '../../../ui/emoji/find';
import { loadEmoji, type NamedEmoji } from '../../../ui/emoji/names';
import { recentEmoji, rememberEmoji } from '../../../ui/emoji/recent';
import { fold } from '../../../ui/fold';
import { useTexts } from '../texts';
import { emojiAt } from './emojiAt';
import type { Offer, Typed } from './offer';
import classes from './Suggestions.module.css';

/** Whoever looks for one by eye wants to see some. */
const EMOJI_MAX = 20;

/** All emoji in a language, from when they are first wanted. */
function useNames(language: string, wanted: boolean): readonly NamedEmoji[] {
  const [all, setAll] = useState<readonly NamedEmoji[]>([]);
  useEffect(() => {
    let over = !wanted;
    if (wanted) void loadEmoji(language).then((names) => over || setAll(names)).catch(() => undefined);
    return () => {
      over = true;
    };
  }, [language, wanted]);
  return all;
}

/** Emoji behind a colon at the beginning of a word; the desk's own pictures only where no customer reads them. */
export function useEmojiOffer({ text, caret, put }: Typed, withOwn: boolean): Offer | null {
  const { t, language } = useTexts();
  const pictures = useCustomEmoji((state) => state.emoji);
  const typed = caret === null ? null : emojiAt(text, caret);
  const all = useNames(language, typed !== null);
  if (typed === null || caret === null) return null;

  const recent = recentEmoji();
  const query = fold(typed.query);
  const own = withOwn ? offered(pictures).filter(({ name }) => (query === '' ? recent.includes(name) : fold(name).includes(query))) : [];
  const found = [
    ...own.map(({ name }) => ({ emoji: name, name: name.replaceAll(':', '') })),
    ...findEmoji(all, typed.query, recent, EMOJI_MAX),
  ];
  return {
    start: typed.start,
    label: t('emoji'),
    hint: t(typed.query === '' ? 'emoji_search' : 'keys'),
    points: typed.meant,
    options: found.slice(0, EMOJI_MAX).map(({ emoji, name }) => {
      const picture = pictureOf(own, emoji);
      return {
        id: `emoji-${emoji}`,
        take: () => {
          rememberEmoji(emoji);
          put(typed.start, caret, `${emoji} `);
        },
        shown: (
          <span className={classes['head']}>
            <span className={classes['emoji']} aria-hidden>
              {picture === undefined ? emoji : <img src={picture} alt="" />}
            </span>
            <strong>{name}</strong>
          </span>
        ),
      };
    }),
  };
}
