import type { Message } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { recordingsOf } from '../model';
import { hasTells, useTells } from './store';

const HelperAnswers = lazyPart(async () => (await import('./HelperAnswers')).HelperAnswers);

/** What a message tells, once somebody asked, and what can be asked of a recording; nothing below the others. */
export function Below({ message }: { message: Message }) {
  const open = useTells((state) => state.open[message.id]);
  if (!hasTells(message, open) && recordingsOf(message).length === 0) return null;
  return (
    <SilentBoundary>
      <HelperAnswers message={message} open={open} />
    </SilentBoundary>
  );
}
