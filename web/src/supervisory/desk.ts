/** What the supervisory board needs of the rest of the workspace. */
import type { ReactNode } from 'react';
import type { StatusChoice } from './model';

export interface BoardDesk {
  /** The lists behind the figures; null where the account or this person has none. */
  links: {
    livechat: string | null;
    open: string | null;
    unassigned: string | null;
    overdue: string | null;
    dueSoon: string | null;
  };
  chatPath: (ticketNumber: number) => string;
  /** The conversation of a call; null where the account has no telephone. */
  callPath: ((ticketNumber: number) => string) | null;
  channelPath: (channelId: number) => string;
  /** A status as a mark whose shape differs as its colour does. */
  statusDot: (status: string) => ReactNode;
  /** The statuses that an admin can give. */
  statuses: readonly StatusChoice[];
  needsReason: (code: string) => boolean;
}
