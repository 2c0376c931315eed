import { SearchWindow } from '../search/SearchWindow';
import { closeSearch, useOverlays } from './overlays';
import { paths } from './paths';

function pathOf({ ticket_number, livechat }: { ticket_number: number; livechat: boolean }): string {
  const number = String(ticket_number);
  return livechat ? paths.livechatOne(number) : paths.ticket(number);
}

/** The search over any screen; what is found leads to its conversation. */
export function SearchOverlay() {
  const open = useOverlays((state) => state.search === 'open');
  return <SearchWindow open={open} onClose={closeSearch} pathOf={pathOf} />;
}
