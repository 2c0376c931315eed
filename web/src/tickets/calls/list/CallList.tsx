import { Button } from '@mantine/core';
import { IconPhone, IconPlayerRecord } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useScope } from '../../../actions/live';
import { useAltHeld } from '../../../ui/useAltHeld';
import { useRows } from '../../../ui/useRows';
import { useView } from '../../../ui/useView';
import classes from './callList.module.css';
import { CallPages } from './CallPages';
import { CallRow } from './CallRow';
import { narrowedBy } from './filter';
import { FilterButton } from './FilterButton';
import { useTexts } from './texts';
import { useCallFilter } from './useCallFilter';
import { CALLS, rowsOf, useCalls, useLiveCalls } from './useCalls';

/** Telephone calls, the newest first. `selected` is the number of the ticket that is open. */
export function CallList({ selected }: { selected: string | undefined }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const acting = useAltHeld();
  const view = useView();
  const filter = useCallFilter();
  const query = useCalls(filter);
  const pages = query.data?.pages;
  const calls = useMemo(() => rowsOf(pages ?? []), [pages]);
  const first = pages?.[0];
  const narrowed = narrowedBy(filter);
  useLiveCalls(CALLS, pages?.length ?? 0);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-call-row]');
  // No tickets stand here that could be chosen or changed, and a link that has the focus opens by itself.
  useScope('list', { rows: [], moves: calls.length > 0, row: undefined, chooses: false, move, extend: move, open: () => undefined });
  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('title')}{' '}
          {first === undefined ? null : <span className={classes['total']}>{`${first.count}${first.countMore ? '+' : ''}`}</span>}
        </h1>
        <Button variant="default" size="compact-sm" component={Link} to={view('/recording')} leftSection={<IconPlayerRecord size={14} stroke={1.5} aria-hidden />}>
          {t('recordings')}
        </Button>
        <FilterButton of="calls" count={narrowed} />
      </header>
      <div className={classes['body']} data-acting={acting || undefined}>
        <CallPages compact query={query} isEmpty={calls.length === 0} isNarrowed={narrowed > 0} icon={IconPhone} classes={classes} words={t}>
          <ul className={classes['rows']} aria-label={t('title')}>
            {calls.map((call) => (
              <CallRow key={call.id} call={call} isOpen={String(call.ticket_number) === selected} />
            ))}
          </ul>
        </CallPages>
        {acting && calls.length > 0 ? (
          <p className={classes['hint']} role="status">
            {common('keys.window')}
          </p>
        ) : null}
      </div>
    </section>
  );
}
