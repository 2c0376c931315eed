import { SearchWindow } from '../search/SearchWindow';
import { useConversationAddress } from '../tickets/conversationAddress';
import { closeSearch, useOverlays } from './overlays';

/** The search over any screen; what is found leads to its conversation. */
export function SearchOverlay() {
  const open = useOverlays((state) => state.search === 'open');
  const pathOf = useConversationAddress();
  return <SearchWindow open={open} onClose={closeSearch} pathOf={pathOf} />;
}
