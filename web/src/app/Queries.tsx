import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLineTrouble, onLineBack } from '../api/line';
import { asProblem } from '../api/problem';
import { useSession } from '../session/store';

/** For screens that only fetch; live things are in the rooms' stores. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, thrown) => count < 2 && asProblem(thrown).code === 'unavailable',
    },
  },
});

// A failed read is repeated when the line is back, wherever it is shown.
onLineBack(
  () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && isLineTrouble(asProblem(state.error)) }),
);

// What one person saw is nobody else's: not after a sign-out, nor where somebody else signed in beside this page.
useSession.subscribe(({ session }, before) => {
  if (before.session === null || session?.userId === before.session.userId) return;
  if (session === null) queries.clear();
  else void queries.resetQueries();
});

/** The cache of queries, the same wherever it stands: the list and the frame do without, and its code comes with what asks. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
