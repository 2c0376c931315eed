import { IconFileText, IconWaveSine } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attachment, Message } from '../../api/types';
import { EmotionFace, useEmotionName } from '../../ui/emotion/Emotion';
import { Waiting } from '../../ui/Waiting';
import classes from '../insight/Tells.module.css';
import { recordingsOf } from '../model';
import { Failure } from '../suggestion/Failure';
import { useTexts } from '../texts';
import { at } from './at';
import { ask, QUESTIONS, useRecordingAnswers, type Asked, type Question, type VoiceAnalysis } from './store';
import { Words } from './Words';

const ICONS = { transcript: IconFileText, voice: IconWaveSine } as const;
const FEW = 5;

function Manner({ voice: { emotions, duration_ms: duration, speech_ms: speech } }: { voice: VoiceAnalysis }) {
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

/** What became of a question, drawn by its answer. */
function Outcome<Answer>({ asked, hint, onRetry, draw }: { asked: Asked<Answer> | undefined; hint: string; onRetry: () => void; draw: (answer: Answer) => ReactNode }) {
  const { t } = useTexts();
  if (asked === undefined) return null;
  if (asked.waits) {
    return (
      <p className={classes['by']}>
        <Waiting size={12} label={t('recording.waits')} /> {t('recording.waits')}
      </p>
    );
  }
  if (asked.problem !== null) return <Failure problem={asked.problem} hint={hint} onRetry={onRetry} />;
  return asked.answer === null ? null : draw(asked.answer);
}

/** What can be asked of one recording, and what was answered. */
function Recording({ file, ticketId }: { file: Attachment; ticketId: number }) {
  const { t } = useTexts();
  const asked = useRecordingAnswers((state) => state.asked[file.id]);
  const shown = useRecordingAnswers((state) => state.shown[file.id]);
  const common = (question: Question) => ({ hint: t(`recording.no_helper.${question}`), onRetry: () => void ask(file.id, question) });
  return (
    <div className={`${classes['asks']} ${shown === undefined ? '' : classes['box']}`}>
      <div className={classes['kinds']} role="group" aria-label={t('recording.about', { name: file.filename })}>
        {QUESTIONS.map((question) => {
          const Icon = ICONS[question];
          return (
            <button key={question} type="button" aria-pressed={shown === question} onClick={() => void ask(file.id, question)}>
              <Icon size={12} stroke={1.75} aria-hidden /> {t(`recording.ask.${question}`)}
            </button>
          );
        })}
      </div>
      <div className={classes['result']} aria-live="polite">
        {shown === 'transcript' ? <Outcome asked={asked?.transcript} {...common(shown)} draw={(answer) => <Words fileId={file.id} ticketId={ticketId} transcript={answer} />} /> : null}
        {shown === 'voice' ? <Outcome asked={asked?.voice} {...common(shown)} draw={(answer) => <Manner voice={answer} />} /> : null}
      </div>
    </div>
  );
}

/** Below what a customer said: its words, and how it was said, when somebody asks. */
export function Recordings({ message }: { message: Message }) {
  return recordingsOf(message).map((file) => <Recording key={file.id} file={file} ticketId={message.ticket_id} />);
}
