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

/** The strongest of several emotions with its percentage; all of them are in its name. */
export function Emotion({ emotions, bare = false }: { emotions: Emotions; bare?: boolean }) {
  const { t } = useEmotionTexts();
  const nameOf = useEmotionName();
  const all = ranked(emotions);
  const [first] = all;
  if (first === undefined) return null;
  const list = all.map(({ name, amount }) => t('percent', { name: nameOf(name), percent: Math.round(amount) })).join(', ');
  const label = t('told', { list });
  return (
    <Tooltip label={label}>
      <span className={classes['mark']} role="img" aria-label={label} data-emotion={emotionOf(first.name) ?? 'unknown'}>
        <EmotionFace name={first.name} />
        {bare ? null : <span className={classes['words']}>{t('percent', { name: nameOf(first.name), percent: Math.round(first.amount) })}</span>}
      </span>
    </Tooltip>
  );
}
