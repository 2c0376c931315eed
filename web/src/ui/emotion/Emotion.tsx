import { IconMoodEmpty, IconMoodSad, IconMoodSmile, type Icon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Tooltip } from '../Tooltip';
import { coloursOf, emotionOf, faceOf, ranked, type Emotions } from './colours';
import classes from './Emotion.module.css';
import { useEmotionTexts } from './texts';

const FACES: Readonly<Record<ReturnType<typeof faceOf>, Icon>> = { good: IconMoodSmile, bad: IconMoodSad, other: IconMoodEmpty };

/** What an emotion is called; a name that nobody knows here stands for itself. */
export function useEmotionName(): (word: string) => string {
  const { t } = useEmotionTexts();
  return (word) => {
    const name = emotionOf(word);
    return name === null ? word : t(`name.${name}`);
  };
}

/** The face of an emotion in its colour, always beside its name or with it in a label. */
export function EmotionFace({ name, size = 15 }: { name: string; size?: number }) {
  const Face = FACES[faceOf(name)];
  const [light, dark] = coloursOf(name);
  const style = { '--emotion-light': light, '--emotion-dark': dark } as CSSProperties;
  return (
    <span className={classes['face']} style={style} aria-hidden>
      <Face size={size} stroke={2} />
    </span>
  );
}

/** As many of the counts stand in a mark; all of them are in its name. */
const COUNTS_SHOWN = 3;

interface Props {
  /** Of the newest message that was looked at, in percent. */
  emotions: Emotions;
  /** How many messages of a ticket have which as their strongest. */
  counts?: Emotions | undefined;
  bare?: boolean;
}

/** The strongest of several emotions with its percentage, and how often each was the strongest; all of them are in its name. */
export function Emotion({ emotions, counts = {}, bare = false }: Props) {
  const { t } = useEmotionTexts();
  const nameOf = useEmotionName();
  const told = ranked(emotions);
  const counted = ranked(counts);
  const [strongest] = told;
  const first = strongest ?? counted[0];
  if (first === undefined) return null;
  const percent = ({ name, amount }: typeof first) => t('percent', { name: nameOf(name), percent: Math.round(amount) });
  const label = [
    told.length === 0 ? '' : t('told', { list: told.map(percent).join(', ') }),
    counted.length === 0 ? '' : t('counted', { list: counted.map(({ name, amount }) => t('times', { name: nameOf(name), count: amount })).join(', ') }),
  ].filter((text) => text !== '').join(' · ');
  return (
    <Tooltip label={label}>
      <span className={classes['mark']} role="img" aria-label={label} data-emotion={emotionOf(first.name) ?? 'unknown'}>
        <EmotionFace name={first.name} />
        {bare || strongest === undefined ? null : <span className={classes['words']}>{percent(strongest)}</span>}
        {counted.length === 0 ? null : (
          <span className={classes['counts']}>
            {counted.slice(0, COUNTS_SHOWN).map(({ name, amount }) => (
              <span key={name} className={classes['one']}>
                <EmotionFace name={name} size={12} />
                {amount}
              </span>
            ))}
          </span>
        )}
      </span>
    </Tooltip>
  );
}
