import { EntryDialog } from '../entry/EntryDialog';
import { StartMessage } from '../tickets/start/StartMessage';

/** Puts the message, which is written as in a conversation, into the window of new tickets: rooms do not see each other. */
export function EntryWindow({ onOpen }: { onOpen: (number: number) => void }) {
  return <EntryDialog onOpen={onOpen} Message={StartMessage} />;
}
