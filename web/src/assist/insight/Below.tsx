import type { Message } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { hasTells, useTells } from './store';

const Tells = lazyPart(async () => (await import('./Tells')).Tells);

/** What a message tells, once somebody asked; nothing below the others. */
export function Below({ message }: { message: Message }) {
  const open = useTells((state) => state.open[message.id]);
  if (!hasTells(message, open)) return null;
  return (
    <SilentBoundary>
      <Tells message={message} open={open === true} />
    </SilentBoundary>
  );
}
