import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TicketInfo } from '../../api/types';
import classes from './Composer.module.css';

/** Where an answer goes to nobody, it says so before a word is written. */
export function KeptNote({ info }: { info: Pick<TicketInfo, 'email' | 'phone' | 'channel_id'> }) {
  const { t } = useTranslation();
  const entered = info.channel_id === null;
  const how = [info.email, info.phone].filter((part) => part !== '').join(', ');
  return (
    <p className={classes['window']}>
      <IconInfoCircle size={14} stroke={1.5} aria-hidden />
      <span>
        {t(entered ? 'composer.kept_note' : 'composer.kept_silent')} {how === '' || !entered ? null : t('composer.kept_reach', { how })}
      </span>
    </p>
  );
}
