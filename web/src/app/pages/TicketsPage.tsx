import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { openEntry } from '../../entry/open';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { useConversations } from '../../tickets/conversation/store';
import { useView } from '../../ui/useView';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { Split } from './Split';

const Conversation = lazyPart(parts.conversation);
const NoPlan = lazyPart(async () => (await import('./NoPlan')).NoPlan);
const TicketList = lazyPart(parts.ticketList);

/** Whoever opens a ticket by its address wants the ticket: the list waits for it, and on a phone until it shows. */
function useListWanted(number: string | undefined): boolean {
  const beside = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const phase = useConversations((state) => (number === undefined ? undefined : state.open[number]?.phase));
  const wanted = number === undefined || (beside && phase !== undefined && phase !== 'loading');
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return wanted || was;
}

/** Opening a ticket turns the table into the narrow list. */
export function Screen() {
  const { number } = useParams();
  const view = useView();
  const backTo = view(paths.tickets);
  // The window for it belongs to the frame with the panel.
  const mobile = backTo !== paths.tickets;
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
            <TicketList selected={number} onNew={mobile ? undefined : openEntry} />
          </Suspense>
        ) : null
      }
      pane={
        number === undefined ? null : (
          <Suspense>
            <Conversation key={number} number={number} backTo={backTo} />
          </Suspense>
        )
      }
    />
  );
}
