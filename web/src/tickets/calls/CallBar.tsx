import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhone,
  IconPhoneCall,
  IconPhoneOff,
  IconPhonePause,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
  IconPlayerStop,
  IconTransfer,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Message, TicketInfo } from '../../api/types';
import { toastError } from '../../ui/toast';
import { useSecond } from '../../ui/useSecond';
import { customerOf } from '../model';
import { useTexts } from '../texts';
import { currentCall, lasting, type Call } from './call';
import classes from './CallBar.module.css';
import { command, EXTENSION_KEY, type Order, type Wish } from './command';
import { ExtensionDialog } from './ExtensionDialog';
import { Keypress } from './Keypress';

const MARKS: Record<Call['stage'], Icon> = { ringing: IconPhoneCall, answered: IconPhone, held: IconPhonePause };

interface ActProps {
  icon: Icon;
  label: string;
  busy: boolean;
  color?: string;
  onClick: () => void;
}

function Act({ icon: Mark, label, busy, color, onClick }: ActProps) {
  const tone = color === undefined ? { variant: 'default' } : { variant: 'filled', color };
  return (
    <Button size="compact-sm" {...tone} loading={busy} leftSection={<Mark size={15} stroke={1.5} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}

function Lasting({ since }: { since: number }) {
  return <time className={classes['time']}>{lasting(useSecond() - since)}</time>;
}

/** The call that goes on, and what can be done with it. */
function Going({ info, call }: { info: TicketInfo; call: Call }) {
  const { t } = useTexts();
  const [extension, setExtension] = useLocalStorage({ key: EXTENSION_KEY, defaultValue: '', getInitialValueInEffect: false });
  const [asking, setAsking] = useState<'answer' | 'transfer' | null>(null);
  const [busy, setBusy] = useState<Wish | null>(null);
  // The exchange does not tell of these two: they are as this browser last had them.
  const [muted, setMuted] = useState(false);
  const [recording, setRecording] = useState(false);
  const order = (more: Omit<Order, 'call'>) => command(info.id, { ...more, call: call.id });
  async function act(kind: Wish, more: Omit<Order, 'call' | 'kind'> = {}): Promise<boolean> {
    setBusy(kind);
    const problem = await order({ kind, ...more });
    setBusy(null);
    if (problem !== null) toastError(problem.description ?? t('call.failed'));
    return problem === null;
  }
  const name = customerOf(info);
  const ringing = call.stage === 'ringing';
  const words = ringing
    ? t(call.direction === 'in' ? 'call.ringing_in' : 'call.ringing_out', { name })
    : t(call.stage === 'held' ? 'call.held' : call.extension === '' ? 'call.answered' : 'call.answered_at', { name, extension: call.extension });
  const Mark = MARKS[call.stage];
  return (
    <div className={classes['bar']} data-stage={call.stage}>
      <Mark size={17} stroke={1.5} aria-hidden />
      <p className={classes['words']}>
        <span role="status">{words}</span>
        <Keypress keys={call.keys} />
        <Lasting since={call.since} />
      </p>
      <div className={classes['acts']}>
        {ringing && call.direction === 'in' ? (
          <Act
            icon={IconPhone}
            label={t('call.answer')}
            color="teal"
            busy={busy === 'answer'}
            onClick={() => (extension === '' ? setAsking('answer') : void act('answer', { extension }))}
          />
        ) : null}
        {ringing ? null : (
          <>
            {call.stage === 'held' ? (
              <Act icon={IconPlayerPlay} label={t('call.resume')} busy={busy === 'resume'} onClick={() => void act('resume')} />
            ) : (
              <Act icon={IconPlayerPause} label={t('call.hold')} busy={busy === 'hold'} onClick={() => void act('hold')} />
            )}
            <Act
              icon={muted ? IconMicrophone : IconMicrophoneOff}
              label={t(muted ? 'call.unmute' : 'call.mute')}
              busy={busy === 'mute' || busy === 'unmute'}
              onClick={() => void act(muted ? 'unmute' : 'mute').then((done) => done && setMuted(!muted))}
            />
            <Act icon={IconTransfer} label={t('call.transfer')} busy={false} onClick={() => setAsking('transfer')} />
            <Act
              icon={recording ? IconPlayerStop : IconPlayerRecord}
              label={t(recording ? 'call.stop_recording' : 'call.record')}
              busy={busy === 'record' || busy === 'stop-recording'}
              onClick={() => void act(recording ? 'stop-recording' : 'record').then((done) => done && setRecording(!recording))}
            />
          </>
        )}
        <Act icon={IconPhoneOff} label={t('call.hang_up')} color="red" busy={busy === 'hang-up'} onClick={() => void act('hang-up')} />
      </div>
      {asking === 'answer' ? (
        <ExtensionDialog
          title={t('call.answer_title')}
          label={t('call.extension')}
          description={t('call.extension_help')}
          action={t('call.answer_do')}
          value={extension}
          onClose={() => setAsking(null)}
          onChoose={(chosen) => {
            setExtension(chosen);
            return order({ kind: 'answer', extension: chosen });
          }}
        />
      ) : null}
      {asking === 'transfer' ? (
        <ExtensionDialog
          title={t('call.transfer_title')}
          label={t('call.target')}
          action={t('call.transfer_do')}
          value=""
          onClose={() => setAsking(null)}
          onChoose={(target) => order({ kind: 'transfer', target })}
        />
      ) : null}
    </div>
  );
}

/** Where no call goes on, the customer can be called. */
function Quiet({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const [extension, setExtension] = useLocalStorage({ key: EXTENSION_KEY, defaultValue: '', getInitialValueInEffect: false });
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes['bar']} data-stage="none">
      <div className={classes['acts']}>
        <Button variant="default" size="compact-sm" leftSection={<IconPhone size={15} stroke={1.5} aria-hidden />} onClick={() => setAsking(true)}>
          {t('call.dial')}
        </Button>
      </div>
      {asking ? (
        <ExtensionDialog
          title={t('call.dial_title', { name: customerOf(info) })}
          label={t('call.extension')}
          description={t('call.extension_help')}
          action={t('call.dial_do')}
          value={extension}
          onClose={() => setAsking(false)}
          onChoose={(chosen) => {
            setExtension(chosen);
            return command(info.id, { kind: 'dial', extension: chosen });
          }}
        />
      ) : null}
    </div>
  );
}

/** Telephone calls of a ticket, above its lines. */
export function CallBar({ info, messages }: { info: TicketInfo; messages: readonly Message[] }) {
  const call = currentCall(messages);
  return call === null ? <Quiet info={info} /> : <Going key={call.id} info={info} call={call} />;
}
