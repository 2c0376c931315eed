/** The dashboard and its shared links, as the API describes them. Times are in milliseconds. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type DashboardStatus = Schemas['DashboardStatus'];
/** 0 open, 1 pending, 2 resolved, 3 closed. */
export type DashboardStatusCode = DashboardStatus['status'];
export type DashboardChannel = Schemas['DashboardChannel'];
export type DashboardDay = Schemas['DashboardDay'];
export type DashboardRating = Schemas['DashboardRating'];
export type Dashboard = Schemas['Dashboard'];
export type DashboardShare = Schemas['DashboardShare'];
export type DashboardShareDraft = Schemas['DashboardShareDraft'];
export type MadeDashboardShare = Schemas['MadeDashboardShare'];
export type SharedDashboard = Schemas['SharedDashboard'];

/** How many days a shared link shows: the last so many. */
export type DashboardShareDays = 7 | 30 | 90;
