import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useConversations } from '../../tickets/conversation/store';

/** Whoever opens a ticket by its address wants the ticket: the list waits for it, and on a phone until it shows. */
export function useListWanted(number: string | undefined): boolean {
  const beside = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const phase = useConversations((state) => (number === undefined ? undefined : state.open[number]?.phase));
  const wanted = number === undefined || (beside && phase !== undefined && phase !== 'loading');
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return wanted || was;
}
