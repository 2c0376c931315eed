import { PersonCard } from '../presence/PersonCard';
import { useConversationAddress } from '../tickets/conversationAddress';

/** A colleague's card over any screen; what they work on leads to its conversation. */
export function PersonOverlay() {
  return <PersonCard pathOf={useConversationAddress()} />;
}
