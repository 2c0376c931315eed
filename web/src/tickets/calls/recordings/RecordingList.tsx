import { Button } from '@mantine/core';
import { IconArrowLeft, IconPlayerRecord, IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useScope } from '../../../actions/live';
import { useAbilities } from '../../../session/abilities';
import { TRIAL_PLAN } from '../../../session/model';
import { useStanding } from '../../../session/store';
import { useRows } from '../../../ui/useRows';
import { useView } from '../../../ui/useView';
import { CallPages } from '../list/CallPages';
import { narrowedBy } from '../list/filter';
import { FilterButton } from '../list/FilterButton';
import { useCallFilter } from '../list/useCallFilter';
import { rowsOf, useLiveCalls } from '../list/useCalls';
import { RecordingRow } from './RecordingRow';
import classes from './recordings.module.css';
import { useTexts } from './texts';
import { recordingFilter, RECORDINGS, useRecordings } from './useRecordings';

/** Where a recording is brought, to hear of how somebody sounded in it; no frame of a phone has it. */
const UPLOAD = '/upload';

/** Recordings of telephone calls, those of the newest calls first, to hear, to keep, and to go to what was talked about. */
export function RecordingList() {
  const { t } = useTexts();
  const view = useView();
  // One at a time: whoever starts another has heard enough of it.
  const [playing, setPlaying] = useState<number | null>(null);
  const asked = useCallFilter();
  const filter = useMemo(() => recordingFilter(asked), [asked]);
  const { answers } = useAbilities();
  const { plan } = useStanding();
  const query = useRecordings(filter);
  const pages = query.data?.pages;
  const recordings = useMemo(() => rowsOf(pages ?? []), [pages]);
  const first = pages?.[0];
  const narrowed = narrowedBy(filter);
  useLiveCalls(RECORDINGS, pages?.length ?? 0);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-play]');
  useScope('list', { rows: [], moves: recordings.length > 0, row: undefined, chooses: false, move, extend: move, open: () => undefined });
  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('title')}{' '}
          {first === undefined ? null : <span className={classes['total']}>{`${first.count}${first.countMore ? '+' : ''}`}</span>}
        </h1>
        <Button variant="default" size="compact-sm" component={Link} to={view('/call')} leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}>
          {t('calls')}
        </Button>
        {/* Trial accounts are sent home from there, and who only reads is refused. */}
        {plan === TRIAL_PLAN || !answers ? null : (
          <Button variant="default" size="compact-sm" component={Link} to={UPLOAD} leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}>
            {t('add')}
          </Button>
        )}
        <FilterButton of="recordings" count={narrowed} />
      </header>
      <div className={classes['body']}>
        <CallPages query={query} isEmpty={recordings.length === 0} isNarrowed={narrowed > 0} icon={IconPlayerRecord} classes={classes} words={t}>
          <ul className={classes['rows']} aria-label={t('title')}>
            {recordings.map((recording) => (
              <RecordingRow key={recording.id} recording={recording} isPlaying={recording.id === playing} onPlay={setPlaying} />
            ))}
          </ul>
        </CallPages>
      </div>
    </section>
  );
}
