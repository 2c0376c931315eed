import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { openEntry } from '../../entry/open';
import { UNKNOWN_PLAN } from '../../session/model';
import { useSession, useStanding } from '../../session/store';
import { useConversations } from '../../tickets/conversation/store';
import { useView } from '../../ui/useView';
import { lazyPart, queried } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import classes from './pages.module.css';
import { Split } from './Split';
import { useOpened } from './useOpened';

const Conversation = lazyPart(parts.conversation);
const NoCall = lazyPart(parts.noCall);
const NoPlan = lazyPart(async () => (await import('./NoPlan')).NoPlan);
const TicketList = lazyPart(parts.ticketList);
const ListViews = lazyPart(queried(async () => (await import('../ListViews')).ListViews));

/** Selected beside a pane that shows no ticket, since the list makes room for any pane: none has this number. */
const NO_TICKET = '';

/** Whoever opens a ticket by its address wants the ticket: the list waits for it, and on a phone until it shows. */
function useListWanted(number: string | undefined): boolean {
  const beside = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const phase = useConversations((state) => (number === undefined ? undefined : state.open[number]?.phase));
  const wanted = number === undefined || (beside && phase !== undefined && phase !== 'loading');
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return wanted || was;
}

/** Opening a ticket or its call turns the table into the narrow list. */
export function Screen() {
  const { number, ongoing, last, watcher } = useOpened();
  const view = useView();
  const place = view(paths.tickets);
  // The window for it belongs to the frame with the panel.
  const mobile = place !== paths.tickets;
  const listed = useListWanted(number);
  // Accounts that have calls without tickets see the calls only.
  const alone = useSession((state) => state.session?.features.includes('tickets') === false);
  if (useStanding().plan === UNKNOWN_PLAN) {
    return (
      <Suspense>
        <NoPlan />
      </Suspense>
    );
  }
  const pane =
    number !== undefined ? (
      <Suspense>
        <Conversation key={number} number={number} backTo={alone ? null : place} />
      </Suspense>
    ) : ongoing ? (
      <Suspense>
        <NoCall last={last === null ? null : view(paths.call(last))} />
      </Suspense>
    ) : null;
  if (alone) {
    return (
      <div className={classes['whole']}>
        {watcher}
        {pane}
      </div>
    );
  }
  return (
    <>
      {watcher}
      <Split
        open={pane !== null}
        list={
          listed ? (
            <Suspense>
              <TicketList selected={number ?? (ongoing ? NO_TICKET : undefined)} onNew={mobile ? undefined : openEntry} Views={ListViews} />
            </Suspense>
          ) : null
        }
        pane={pane}
      />
    </>
  );
}
