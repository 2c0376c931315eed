import { Suspense } from 'react';
import { useParams } from 'react-router';
import { openEntry } from '../../entry/open';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { useView } from '../../ui/useView';
import { lazyPart, queried } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { Split } from './Split';
import { useListWanted } from './useListWanted';

const Conversation = lazyPart(parts.conversation);
const NoPlan = lazyPart(async () => (await import('./NoPlan')).NoPlan);
const TicketList = lazyPart(parts.ticketList);
const ListViews = lazyPart(queried(async () => (await import('../ListViews')).ListViews));

/** Opening a ticket turns the table into the narrow list. */
export function Screen() {
  const { number } = useParams();
  const view = useView();
  const place = view(paths.tickets);
  // The window for it belongs to the frame with the panel.
  const mobile = place !== paths.tickets;
  const listed = useListWanted(number);
  if (useStanding().plan === UNKNOWN_PLAN) {
    return (
      <Suspense>
        <NoPlan />
      </Suspense>
    );
  }
  return (
    <Split
      open={number !== undefined}
      list={
        listed ? (
          <Suspense>
            <TicketList selected={number} onNew={mobile ? undefined : openEntry} Views={ListViews} />
          </Suspense>
        ) : null
      }
      pane={
        number === undefined ? null : (
          <Suspense>
            <Conversation key={number} number={number} backTo={place} />
          </Suspense>
        )
      }
    />
  );
}
