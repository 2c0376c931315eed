import { IconPhoneCall, IconPhoneCalling, IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing, IconPhoneX, IconPlayerRecord, IconUser, type Icon } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { fullTime, rowDate } from '../../../ui/dates';
import { useNow } from '../../../ui/useNow';
import { useView } from '../../../ui/useView';
import { openPopup } from '../../popup';
import { lasting } from '../call';
import { Keypress } from '../Keypress';
import classes from './callList.module.css';
import type { Call } from './filter';
import { useTexts } from './texts';
import { VoiceMark } from './VoiceMark';

/** Each has a shape of its own, so that neither the way nor the outcome is told by colour or words alone. */
const SIGNS = {
  inbound_ongoing: IconPhoneCall,
  outbound_ongoing: IconPhoneCalling,
  inbound_answered: IconPhoneIncoming,
  outbound_answered: IconPhoneOutgoing,
  inbound_missed: IconPhoneX,
  outbound_missed: IconPhoneOff,
} as const satisfies Record<`${Call['direction']}_${Call['outcome']}`, Icon>;

function When({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <time className={classes['time']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
      {rowDate(ms, now, t('tickets.yesterday'))}
    </time>
  );
}

/** How long they talked, or why there is no such time. */
function Length({ call: { direction, outcome, talk_ms: talk } }: { call: Call }) {
  const { t } = useTexts();
  if (outcome === 'answered') {
    return talk === null ? null : (
      <span className={classes['length']}>
        <span className="pb-unseen">{t('talk')}</span>{' '}
        {lasting(talk)}
      </span>
    );
  }
  return (
    <span className={classes['length']} data-outcome={outcome}>
      {t(outcome === 'ongoing' ? 'outcome.ongoing' : direction === 'inbound' ? 'outcome.missed' : 'not_reached')}
    </span>
  );
}

/** One call; it opens its ticket's conversation. */
export const CallRow = memo(function CallRow({ call, isOpen }: { call: Call; isOpen: boolean }) {
  const { t } = useTexts();
  const { search } = useLocation();
  const view = useView();
  const way = `${call.direction}_${call.outcome}` as const;
  const Sign = SIGNS[way];
  const number = call.number === '' ? t('withheld') : call.number;
  const name = call.name === '' ? number : call.name;
  const address = `/call/${encodeURIComponent(call.ticket_number)}`;
  return (
    <li>
      <Link
        to={view(`${address}${search}`)}
        onClick={(event) => {
          if (!event.altKey) return;
          // The browser would save the address as a file.
          event.preventDefault();
          openPopup(call.ticket_number, address);
        }}
        className={classes['row'] ?? ''}
        data-call-row={call.id}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Sign className={classes['sign'] ?? ''} data-outcome={call.outcome} size={18} stroke={1.5} role="img" aria-label={t(`way.${way}`)} />{' '}
        <span className={classes['words']}>
          <span className={classes['line']}>
            <span className={classes['name']}>{name}</span> <When ms={call.ts} />
          </span>{' '}
          <span className={classes['line']}>
            <span className={classes['numbers']}>
              {name === number ? null : <span>{number}</span>}{' '}
              {call.did === '' ? null : <span>{t(call.direction === 'inbound' ? 'to' : 'from', { number: call.did })}</span>}
            </span>{' '}
            <Length call={call} />
          </span>{' '}
          <span className={classes['marks']}>
            {call.assignee === null ? null : (
              <span className={classes['mark']}>
                <IconUser size={13} stroke={1.75} role="img" aria-label={t('assignee')} />{' '}
                <span className={classes['who']}>{call.assignee.name || call.assignee.username}</span>
              </span>
            )}{' '}
            <Keypress keys={call.keypress} />{' '}
            {call.recorded ? (
              <span className={classes['mark']}>
                <IconPlayerRecord size={13} stroke={1.75} aria-hidden />
                {t('recorded')}
              </span>
            ) : null}{' '}
            <VoiceMark voice={call} className={classes['mark']} />
          </span>
        </span>
      </Link>
    </li>
  );
});
