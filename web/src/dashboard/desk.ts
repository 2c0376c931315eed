/** What the dashboard needs of the rest of the workspace. */
import type { ReactNode } from 'react';
import type { DashboardRange } from './model';
import type { DashboardStatusCode } from './types';

/** What the field for the days is given. */
export interface RangeFieldProps {
  range: DashboardRange;
  /** The last day that may be chosen. */
  today: string;
  onRange: (range: DashboardRange) => void;
  /** Empty where nothing is wrong. */
  error: string;
}

export interface DashboardLinks {
  /** The list of what was opened in the range and has the status; null where this person has no lists. */
  status: (status: DashboardStatusCode, range: DashboardRange) => string | null;
  /** The list of what is open now. */
  open: string | null;
}

/** Links lead on with it, so that a list knows where somebody came from. */
export const FROM_DASHBOARD = { from: 'dashboard' } as const;

/** The name of a report group. */
export type GroupName = (group: string) => string;

export interface DashboardDesk {
  /** YYYY-MM-DD where the server counts days. */
  today: string;
  links: DashboardLinks;
  groupName: GroupName;
  rangeField: (props: RangeFieldProps) => ReactNode;
}
