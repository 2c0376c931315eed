import { lazyPart } from '../../../ui/lazyPart';
import { SilentBoundary } from '../../../ui/SilentBoundary';
import type { Call } from './filter';
import { useTexts } from './texts';
import { stopOf } from './voice';

// Names and colours of emotions come with the first call that has one.
const CallEmotion = lazyPart(async () => (await import('./CallEmotion')).CallEmotion);

const NONE = {};

interface Props {
  voice: Pick<Call, 'emotion' | 'energy' | 'pace'> & Partial<Pick<Call, 'emotions' | 'personality'>>;
  className: string | undefined;
}

/** How loud and how fast a customer spoke, in words. */
function Manner({ voice: { energy, pace }, className }: Props) {
  const { t } = useTexts();
  const loud = energy === null ? null : { word: t(`energy.${stopOf(energy)}`), percent: t('energy.of', { percent: energy }) };
  const fast = pace === null ? null : { word: t(`pace.${stopOf(pace)}`), percent: t('pace.of', { percent: pace }) };
  const both = loud !== null && fast !== null;
  const text = both ? t('voice.both', { energy: loud.word, pace: fast.word.toLowerCase() }) : (loud ?? fast)?.word;
  if (text === undefined) return null;
  return (
    <span className={className} title={[loud, fast].flatMap((one) => (one === null ? [] : [one.percent])).join(' · ')}>
      {text}
    </span>
  );
}

/** How the customer of a call sounded; nothing where nothing is known. */
export function VoiceMark({ voice, className }: Props) {
  const { t } = useTexts();
  const { emotion, emotions = NONE, personality = '' } = voice;
  return (
    <>
      {emotion === '' ? null : (
        <SilentBoundary>
          <CallEmotion emotion={emotion} emotions={emotions} className={className ?? ''} />
        </SilentBoundary>
      )}{' '}
      <Manner voice={voice} className={className} />{' '}
      {personality === '' ? null : (
        <span className={className} title={t('personality')}>
          {personality}
        </span>
      )}
    </>
  );
}
