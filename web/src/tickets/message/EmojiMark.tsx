import { pictureOf, useCustomEmoji } from '../../api/emoji';
import classes from './Reactions.module.css';

/** An emoji as it looks: a character, or the picture of one of the desk's own. */
export function EmojiMark({ emoji }: { emoji: string }) {
  const picture = useCustomEmoji((state) => pictureOf(state.emoji, emoji));
  if (picture === undefined) return <span aria-hidden>{emoji}</span>;
  return <img className={classes['mark']} src={picture} alt="" aria-hidden />;
}
