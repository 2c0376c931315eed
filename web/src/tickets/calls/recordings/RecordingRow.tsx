import { Button } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconMessages, IconPhoneIncoming, IconPhoneOutgoing, IconPlayerPlay, IconPlayerStop, IconUser } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullTime, rowDate } from '../../../ui/dates';
import { useNow } from '../../../ui/useNow';
import { useView } from '../../../ui/useView';
import { lasting } from '../call';
import { VoiceMark } from '../list/VoiceMark';
import classes from './recordings.module.css';
import { useTexts } from './texts';
import type { Recording } from './useRecordings';

function When({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <time className={classes['dim']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
      {rowDate(ms, now, t('tickets.yesterday'))}
    </time>
  );
}

/** The element is made when somebody wants to hear it: thirty at once would each ask for their file. */
function Player({ url, label }: { url: string; label: string }) {
  const { t } = useTexts();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <p className={classes['problem']} role="alert">
        <IconAlertCircle size={16} stroke={1.5} aria-hidden />
        {t('broken')}
      </p>
    );
  }
  return <audio controls autoPlay src={url} aria-label={label} className={classes['audio']} onError={() => setIsBroken(true)} />;
}

interface Props {
  recording: Recording;
  isPlaying: boolean;
  onPlay: (id: number | null) => void;
}

/** One recording: whose call it is of, and what can be done with it. */
export const RecordingRow = memo(function RecordingRow({ recording, isPlaying, onPlay }: Props) {
  const { t } = useTexts();
  const view = useView();
  const { id, direction, assignee, ticket_number: ticket, ts, duration, url } = recording;
  const number = recording.number === '' ? t('withheld') : recording.number;
  const name = recording.name === '' ? number : recording.name;
  const Sign = direction === 'inbound' ? IconPhoneIncoming : IconPhoneOutgoing;
  return (
    <li className={classes['row']} data-recording-row={id}>
      <Button
        data-play
        variant={isPlaying ? 'filled' : 'default'}
        size="xs"
        aria-label={t(isPlaying ? 'stop_of' : 'play_of', { name })}
        aria-expanded={isPlaying}
        leftSection={isPlaying ? <IconPlayerStop size={14} stroke={1.75} aria-hidden /> : <IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
        onClick={() => onPlay(isPlaying ? null : id)}
      >
        {t(isPlaying ? 'stop' : 'play')}
      </Button>{' '}
      <div className={classes['who']}>
        <span className={classes['name']}>{name}</span>{' '}
        {name === number ? null : <span className={classes['dim']}>{number}</span>}{' '}
        <span className={classes['mark']}>
          <Sign size={14} stroke={1.75} aria-hidden />
          {t(direction)}
        </span>{' '}
        {assignee === null ? null : (
          <span className={classes['mark']}>
            <IconUser size={14} stroke={1.75} role="img" aria-label={t('agent')} /> {assignee.name || assignee.username}
          </span>
        )}{' '}
        <VoiceMark voice={recording} className={classes['mark']} />
      </div>{' '}
      <div className={classes['times']}>
        <When ms={ts} />{' '}
        {duration === null ? null : (
          <span className={classes['length']}>
            <span className="pb-unseen">{t('length')}</span> {lasting(duration * 1000)}
          </span>
        )}
      </div>
      <div className={classes['ways']}>
        <Button
          variant="subtle"
          size="compact-sm"
          component={Link}
          to={view(`/call/${encodeURIComponent(ticket)}`)}
          aria-label={t('conversation_with', { name })}
          leftSection={<IconMessages size={14} stroke={1.5} aria-hidden />}
        >
          {t('conversation')}
        </Button>
        <Button variant="subtle" size="compact-sm" component="a" href={url} download aria-label={t('download_of', { name })} leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}>
          {t('download')}
        </Button>
      </div>
      {isPlaying ? <Player url={url} label={t('recording', { name })} /> : null}
    </li>
  );
});
