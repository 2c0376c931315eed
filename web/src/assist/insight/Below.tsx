import type { Message } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { hasTells, useTells } from './store';

const Told = lazyPart(async () => (await import('./Told')).Told);

/** What a message tells, once somebody asked, and what can be asked of a recording; nothing below the others. */
export function Below({ message }: { message: Message }) {
  const open = useTells((state) => state.open[message.id]);
  if (!hasTells(message, open) && !message.attachments.some(({ mime }) => mime.startsWith('audio/'))) return null;
  return (
    <SilentBoundary>
      <Told message={message} open={open} />
    </SilentBoundary>
  );
}
