import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import { Tooltip } from '../../../ui/Tooltip';
import classes from './CallOrigin.module.css';
import { useCallTexts } from './texts';

interface Props {
  direction: 'inbound' | 'outbound';
  /** The number that was dialled, or that the call was made from; empty where the exchange does not tell. */
  did: string;
}

/** Which way a call went, and over which number of the desk; in words in its name. */
export function CallOrigin({ direction, did }: Props) {
  const { t } = useCallTexts();
  const inbound = direction === 'inbound';
  const Way = inbound ? IconPhoneIncoming : IconPhoneOutgoing;
  const label = did === '' ? t(direction) : t(inbound ? 'inbound_to' : 'outbound_from', { number: did });
  return (
    <Tooltip label={label}>
      <span className={classes['call']} role="img" aria-label={label} data-call={direction}>
        <Way size={14} stroke={1.5} aria-hidden />
        {did === '' ? null : <span className={classes['did']}>{did}</span>}
      </span>
    </Tooltip>
  );
}
