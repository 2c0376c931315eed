import { useRef } from 'react';
import { EmotionFace, useEmotionName } from '../../ui/emotion/Emotion';
import type { UploadedVoice } from '../types';
import { AmplitudeChart } from './AmplitudeChart';
import { EmotionPie } from './EmotionPie';
import { lengthText } from './model';
import { RawResult } from './RawResult';
import { useTexts } from './texts';
import { useFocusIfLost } from './useFocusIfLost';
import classes from './voice.module.css';

function Figures({ voice: { emotion, percentage, tempo, duration_ms, speech_ms } }: { voice: UploadedVoice }) {
  const { t } = useTexts();
  const nameOf = useEmotionName();
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>{t('figure.emotion')}</dt>
        <dd>
          {emotion === '' ? (
            t('figure.not_told')
          ) : (
            <span className={classes['legend']}>
              <EmotionFace name={emotion} size={18} />
              {t('emotions.one', { name: nameOf(emotion), percent: percentage[emotion] ?? 0 })}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('figure.tempo')}</dt>
        <dd>{tempo === null ? t('figure.not_told') : t('figure.syllables', { count: Math.round(tempo) })}</dd>
      </div>
      <div>
        <dt>{t('figure.length')}</dt>
        <dd>{lengthText(duration_ms)}</dd>
      </div>
      <div>
        <dt>{t('figure.speech')}</dt>
        <dd>{lengthText(speech_ms)}</dd>
      </div>
    </dl>
  );
}

/** What a recording told: in figures, as two charts, and as it came. */
export function VoiceResult({ name, voice }: { name: string; voice: UploadedVoice }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusIfLost(heading);
  return (
    <section className={classes['result']} aria-label={t('result', { name })}>
      <h2 ref={heading} tabIndex={-1}>
        {t('result', { name })}
      </h2>
      <p className="pb-unseen" role="status">
        {t('ready')}
      </p>
      <Figures voice={voice} />
      <AmplitudeChart amplitude={voice.amplitude} durationMs={voice.duration_ms} />
      <EmotionPie percentage={voice.percentage} />
      <RawResult voice={voice} />
    </section>
  );
}
