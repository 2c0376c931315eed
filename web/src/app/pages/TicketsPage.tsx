import { Suspense } from 'react';
import { useParams } from 'react-router';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { TicketList } from '../../tickets/TicketList';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { NoPlan } from './NoPlan';
import { Split } from './Split';

const Conversation = lazyPart(parts.conversation);

/** Opening a ticket turns the table into the narrow list. */
export function Screen() {
  const { number } = useParams();
  if (useStanding().plan === UNKNOWN_PLAN) return <NoPlan />;
  return (
    <Split
      open={number !== undefined}
      list={<TicketList selected={number} />}
      pane={
        number === undefined ? null : (
          <Suspense>
            <Conversation key={number} number={number} backTo={paths.tickets} />
          </Suspense>
        )
      }
    />
  );
}
