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

/** What happened to a telephone call, at a glance; the line beside it says it in words. */
export function CallMark({ message }: { message: Message }) {
  const { kind, direction } = partsOf(partsOf(message.extras)['call']);
  if (typeof kind !== 'string') return null;
  const Stage = STAGES[kind === 'ringing' ? `ringing ${typeof direction === 'string' ? direction : ''}` : kind] ?? IconPhone;
  return <Stage size={14} stroke={1.75} aria-hidden className={classes['call']} data-kind={kind} />;
}
