import { IconWaveSine } from '@tabler/icons-react';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { FilePicker } from './FilePicker';
import { Failed, OtherType } from './Refused';
import { Sending } from './Sending';
import { useTexts } from './texts';
import { useVoiceUpload } from './useVoiceUpload';
import { VoiceResult } from './VoiceResult';
import classes from './voice.module.css';

/** A recording of a customer is brought here, and a helper tells how something was said in it. */
export function UploadRoom() {
  const { t } = useTexts();
  const { state, choose, cancel } = useVoiceUpload();
  return (
    <div className={classes['room']}>
      <div className={classes['page']}>
        <h1>{t('title')}</h1>
        <p className={classes['about']}>{t('about')}</p>
        <p className={classes['only']}>{t('only')}</p>
        <FilePicker onFiles={choose} />
        {state.phase === 'nothing' ? <EmptyPlace compact icon={<IconWaveSine size={20} stroke={1.5} />} title={t('nothing')} text={t('nothing_text')} /> : null}
        {state.phase === 'other_type' ? <OtherType key={state.name} name={state.name} /> : null}
        {state.phase === 'sending' ? <Sending name={state.name} share={state.share} onCancel={cancel} /> : null}
        {state.phase === 'failed' ? <Failed file={state.file} problem={state.problem} onRetry={(file) => choose([file])} /> : null}
        {state.phase === 'done' ? <VoiceResult name={state.name} voice={state.voice} /> : null}
      </div>
    </div>
  );
}
