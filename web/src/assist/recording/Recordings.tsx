import { IconFileText, IconWaveSine } from '@tabler/icons-react';
import type { Attachment, Message } from '../../api/types';
import { EmotionFace, useEmotionName } from '../../ui/emotion/Emotion';
import { Waiting } from '../../ui/Waiting';
import classes from '../insight/Tells.module.css';
import { Failure } from '../suggestion/Failure';
import { useTexts } from '../texts';
import { ask, QUESTIONS, recordingsOf, useHeard, type Transcript, type VoiceAnalysis } from './store';

const ICONS = { transcript: IconFileText, voice: IconWaveSine } as const;
const FEW = 5;

/** Minutes and seconds into the recording. */
function at(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Said({ transcript: { segments, language } }: { transcript: Transcript }) {
  const { t } = useTexts();
  const said = segments.filter(({ text }) => text.trim() !== '');
  if (said.length === 0) return <p>{t('recording.silent')}</p>;
  return (
    <ol className={classes['said']} aria-label={t('recording.transcript')} {...(language === null ? {} : { lang: language })}>
      {said.map(({ from_ms: from, speaker, text }, place) => (
        <li key={place}>
          {said.length === 1 ? null : <span className={classes['by']}>{at(from)}</span>}
          <span dir="auto">
            {speaker === null || speaker === '' ? null : <strong>{speaker}: </strong>}
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

function How({ voice: { emotions, duration_ms: duration, speech_ms: speech } }: { voice: VoiceAnalysis }) {
  const { t } = useTexts();
  const nameOf = useEmotionName();
  const found = emotions.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value).slice(0, FEW);
  return (
    <>
      {found.length === 0 ? <p>{t('recording.no_emotion')}</p> : (
        <ul className={classes['scores']} aria-label={t('recording.emotions')}>
          {found.map(({ name, value }) => {
            const percent = Math.round(value * 100);
            return (
              <li key={name}>
                <span>
                  <EmotionFace name={name} size={13} /> {nameOf(name)}
                </span>
                <span className={classes['bar']} aria-hidden>
                  <span style={{ width: `${Math.min(100, percent)}%` }} />
                </span>
                <span className={classes['percent']}>{percent} %</span>
              </li>
            );
          })}
        </ul>
      )}
      <p className={classes['by']}>{t('recording.speech', { speech: at(speech), duration: at(duration) })}</p>
    </>
  );
}

/** What can be asked of one recording, and what was answered. */
function Recording({ file }: { file: Attachment }) {
  const { t } = useTexts();
  const { asked, waits, problem, transcript, voice } = useHeard(file.id);
  const question = asked ?? 'transcript';
  function answer() {
    if (waits) {
      return (
        <p className={classes['by']}>
          <Waiting size={12} label={t('recording.waits')} /> {t('recording.waits')}
        </p>
      );
    }
    if (problem !== null) return <Failure problem={problem} hint={t(`recording.no_helper.${question}`)} onRetry={() => void ask(file.id, question)} />;
    if (asked === 'transcript' && transcript !== null) return <Said transcript={transcript} />;
    return asked === 'voice' && voice !== null ? <How voice={voice} /> : null;
  }
  return (
    <div className={`${classes['asks']} ${asked === null ? '' : classes['box']}`}>
      <div className={classes['kinds']} role="group" aria-label={t('recording.about', { name: file.filename })}>
        {QUESTIONS.map((one) => {
          const Icon = ICONS[one];
          return (
            <button key={one} type="button" aria-pressed={asked === one} onClick={() => void ask(file.id, one)}>
              <Icon size={12} stroke={1.75} aria-hidden /> {t(`recording.ask.${one}`)}
            </button>
          );
        })}
      </div>
      <div className={classes['result']} aria-live="polite">
        {answer()}
      </div>
    </div>
  );
}

/** Below what a customer said: its words, and how it was said, when somebody asks. */
export function Recordings({ message }: { message: Message }) {
  return recordingsOf(message).map((file) => <Recording key={file.id} file={file} />);
}
