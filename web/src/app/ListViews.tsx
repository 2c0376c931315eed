import { useSearchParams } from 'react-router';
import { hasNamedDays, listAddress, narrowOf, queryOf } from '../tickets/list/viewQuery';
import { filterFrom } from '../tickets/model';
import { narrowFrom } from '../tickets/narrow';
import type { ListDoor } from '../views/model';
import { ViewsMenu } from '../views/ViewsMenu';

/** The saved views above the list of tickets: its address says which one it shows. */
export function ListViews({ narrow }: { narrow: boolean }) {
  const [search, setSearch] = useSearchParams();
  const status = filterFrom(search.get('filter'));
  const narrowed = narrowFrom(search);
  const now = listAddress(status, narrowed).toString();
  const addressOf: (choice: Parameters<ListDoor['go']>[0]) => URLSearchParams = (choice) => listAddress(choice.status, narrowOf(choice.query));
  const door: ListDoor = {
    status,
    query: queryOf(narrowed),
    fleeting: hasNamedDays(narrowed),
    shows: (choice) => addressOf(choice).toString() === now,
    go: (choice) => setSearch(addressOf(choice)),
  };
  return <ViewsMenu door={door} narrow={narrow} />;
}
