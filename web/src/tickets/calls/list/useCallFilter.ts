import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { callFilterFrom, callFilterTo, type CallFilter } from './filter';

/** What the address narrows the list to, the same value as long as the address means the same. */
export function useCallFilter(): CallFilter {
  const [search] = useSearchParams();
  const text = callFilterTo(new URLSearchParams(), callFilterFrom(search)).toString();
  return useMemo(() => callFilterFrom(new URLSearchParams(text)), [text]);
}
