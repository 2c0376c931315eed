import { pictureOf, useCustomEmoji } from '../../api/emoji';
import type { Mention } from '../../api/types';
import { useSession } from '../../session/store';
import { linkParts } from '../conversation/model';
import { mentionParts } from './mentions';
import classes from './TeamNote.module.css';

/** Words with the desk's own emoji among them. */
function Words({ text }: { text: string }) {
  const emoji = useCustomEmoji((state) => state.emoji);
  return text.split(/(:[a-z0-9_+-]{2,32}:)/).map((part, index) => {
    const picture = index % 2 === 1 ? pictureOf(emoji, part) : undefined;
    return picture === undefined ? part : <img key={`${index} ${part}`} className={classes['emoji']} src={picture} alt={part} />;
  });
}

/** The text of a note: addresses are links, and whom it names stands out. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const me = useSession((state) => state.session?.username);
  return (
    <p className={classes['text']} dir="auto">
      {linkParts(text).map((part, index) => {
        if (part.kind === 'link') {
          return (
            <a key={`${index} ${part.href}`} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
              {part.text}
            </a>
          );
        }
        return mentionParts(part.text, mentions).map((piece, at) =>
          piece.kind === 'text' ? (
            <Words key={`${index} ${at}`} text={piece.text} />
          ) : (
            <span key={`${index} ${at}`} className={classes['mention']} data-me={(piece.mention.kind === 'user' && piece.mention.username === me) || undefined}>
              {piece.text}
            </span>
          ),
        );
      })}
    </p>
  );
}
