import type { FilterQuery, SavedView, TicketFilter } from '../api/types';

/** How many tickets a view has; a long list has more than it counted. */
export interface Count {
  count: number;
  countMore: boolean;
}

/** A list that can be chosen by its name. */
export interface Choice {
  /** Under which its count is known. */
  key: string;
  status: TicketFilter;
  query: Partial<FilterQuery>;
}

/** The list beside the views: what it shows, and how it comes to show something else. */
export interface ListDoor {
  status: TicketFilter;
  query: FilterQuery;
  /** It speaks of days by their name, which a view keeps as the dates they have now. */
  fleeting: boolean;
  shows: (choice: Pick<Choice, 'status' | 'query'>) => boolean;
  go: (choice: Pick<Choice, 'status' | 'query'>) => void;
}

/** The longest name a view may have. */
export const NAME_MAX = 60;

/** What everybody has without saving it, by the names of their texts. */
export function builtIns(username: string): (Choice & { key: 'mine' | 'unassigned' | 'mentions' | 'following' | 'snoozed' | 'due' | 'all' })[] {
  return [
    { key: 'mine', status: 'open', query: { agent: username } },
    { key: 'unassigned', status: 'open', query: { agent: '-' } },
    // Also where it was resolved since: what somebody asked me is not over by that.
    { key: 'mentions', status: 'all', query: { mentioned: '1' } },
    { key: 'following', status: 'all', query: { following: '1' } },
    { key: 'snoozed', status: 'pending', query: { snoozed: '1' } },
    // What is due within hours under an SLA, or overdue.
    { key: 'due', status: 'open', query: { due: 'soon' } },
    { key: 'all', status: 'open', query: {} },
  ];
}

/** A saved view as something to choose. */
export function choiceOf({ id, status, query }: SavedView): Choice {
  return { key: String(id), status, query };
}

/** The count as it is shown. */
export function countText({ count, countMore }: Count): string {
  return `${count}${countMore ? '+' : ''}`;
}

/** The ids with the one at a place moved up or down by one. */
export function moved(views: readonly SavedView[], at: number, by: -1 | 1): number[] {
  const ids = views.map(({ id }) => id);
  const [id] = ids.splice(at, 1);
  if (id !== undefined) ids.splice(at + by, 0, id);
  return ids;
}
