import { Suspense } from 'react';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { NoCallOpen } from '../../tickets/calls/list/NoCallOpen';
import { useView } from '../../ui/useView';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { Split } from './Split';
import { useListWanted } from './useListWanted';
import { useOpened } from './useOpened';

const CallList = lazyPart(parts.callList);
const Conversation = lazyPart(parts.conversation);
const NoCall = lazyPart(parts.noCall);
const NoPlan = lazyPart(async () => (await import('./NoPlan')).NoPlan);

/** The list of calls, and beside it the conversation of the one that is open or goes on. */
export function Screen() {
  const { number, ongoing, last, watcher } = useOpened();
  const view = useView();
  const listed = useListWanted(number);
  if (useStanding().plan === UNKNOWN_PLAN) {
    return (
      <Suspense>
        <NoPlan />
      </Suspense>
    );
  }
  return (
    <>
      {watcher}
      <Split
        open={number !== undefined || ongoing}
        list={
          listed ? (
            <Suspense>
              <CallList selected={number} />
            </Suspense>
          ) : null
        }
        pane={
          <Suspense>
            {number !== undefined ? (
              <Conversation key={number} number={number} backTo={view(paths.calls)} />
            ) : ongoing ? (
              <NoCall last={last === null ? null : view(paths.call(last))} />
            ) : (
              <NoCallOpen />
            )}
          </Suspense>
        }
      />
    </>
  );
}
