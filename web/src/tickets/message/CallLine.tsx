import {
  IconMicrophone,
  IconPhone,
  IconPhoneCheck,
  IconPhoneEnd,
  IconPhoneIncoming,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconPhonePause,
  type Icon,
} from '@tabler/icons-react';
import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';
import { Keypress } from '../calls/Keypress';
import { newKeysOf } from '../calls/pressed';
import classes from './MessageItem.module.css';

const STAGES: Record<string, Icon> = {
  'ringing in': IconPhoneIncoming,
  'ringing out': IconPhoneOutgoing,
  answered: IconPhoneCheck,
  held: IconPhonePause,
  resumed: IconPhoneCheck,
  transferred: IconPhoneOutgoing,
  ended: IconPhoneEnd,
  missed: IconPhoneOff,
  recorded: IconMicrophone,
};

interface Props {
  message: Message;
  previous: Message | undefined;
}

/** What happened to a telephone call: at a glance, in words, and which keys the caller pressed. */
export function CallLine({ message, previous }: Props) {
  const { kind, direction } = partsOf(partsOf(message.extras)['call']);
  const stage = typeof kind === 'string' ? (kind === 'ringing' && typeof direction === 'string' ? `ringing ${direction}` : kind) : null;
  const Stage = STAGES[stage ?? ''] ?? IconPhone;
  return (
    <>
      {stage === null ? null : <Stage size={14} stroke={1.75} aria-hidden className={classes['call']} data-kind={kind} />}
      {message.message} <Keypress keys={newKeysOf(message, previous)} />
    </>
  );
}
