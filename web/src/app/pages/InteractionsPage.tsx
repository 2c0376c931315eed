import { InteractionsRoom } from '../../interactions/InteractionsRoom';
import { useConversationAddress } from '../../tickets/conversationAddress';

/** All that happened with one person. */
export function Screen() {
  return <InteractionsRoom pathOf={useConversationAddress()} />;
}
