import type { Message } from '../../api/types';
import { Keypress } from './Keypress';
import { newKeysOf } from './pressed';

/** What a caller pressed, at the first line of the call that tells it. */
export function CallKeys({ message, previous }: { message: Message; previous: Message | undefined }) {
  return <Keypress keys={newKeysOf(message, previous)} />;
}
