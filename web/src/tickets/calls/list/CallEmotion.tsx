import { ranked, type Emotions } from '../../../ui/emotion/colours';
import { Emotion, EmotionFace, useEmotionName } from '../../../ui/emotion/Emotion';
import { useTexts } from './texts';

/** The strongest emotion of a call, with its percentage where that is known. */
export function CallEmotion({ emotion, emotions, className }: { emotion: string; emotions: Emotions; className: string }) {
  const { t } = useTexts();
  const nameOf = useEmotionName();
  if (ranked(emotions).length > 0) return <Emotion emotions={emotions} />;
  return (
    <span className={className}>
      <EmotionFace name={emotion} />
      <span className="pb-unseen">{t('voice.emotion')}</span> {nameOf(emotion)}
    </span>
  );
}
