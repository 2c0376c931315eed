import { ranked, type Emotions } from './colours';
import { Emotion, EmotionFace, useEmotionName } from './Emotion';
import classes from './Emotion.module.css';
import { useEmotionTexts } from './texts';

interface Props {
  /** Of the newest message that was looked at, in percent. */
  newest: Emotions;
  /** How many messages have which as their strongest. */
  counts: Emotions;
}

/** What helpers told of a ticket's customer: now, and over all messages. */
export function EmotionList({ newest, counts }: Props) {
  const { t } = useEmotionTexts();
  const nameOf = useEmotionName();
  return (
    <div className={classes['list']}>
      <Emotion emotions={newest} />
      <ul aria-label={t('counts')}>
        {ranked(counts).map(({ name, amount }) => (
          <li key={name}>
            <EmotionFace name={name} size={13} />
            {t('times', { name: nameOf(name), count: amount })}
          </li>
        ))}
      </ul>
    </div>
  );
}
