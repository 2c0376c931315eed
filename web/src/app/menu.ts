import {
  IconAddressBook,
  IconBook2,
  IconChartBar,
  IconChartLine,
  IconDeviceTv,
  IconHelp,
  IconHome,
  IconInbox,
  IconMessageCircle,
  IconPhoneCall,
  IconPhoneCheck,
  IconPlugConnected,
  IconPuzzle,
  type Icon,
} from '@tabler/icons-react';
import { holds, type Grant } from '../session/abilities';
import type { Permission, Session } from '../session/model';
import { TRIAL_PLAN } from '../session/model';
import { paths } from './paths';

type Person = Pick<Session, 'isAdmin' | 'plan' | 'permissions'>;

interface Entry {
  to: string;
  /** The place that all of its addresses are within, where it is not that one. */
  at?: string;
  /** Key of the visible text. */
  label: string;
  /** What a host name must offer for the entry to show; the address itself opens anywhere. */
  feature: string | null;
  /** Whether this person may go there. */
  allows: (me: Person) => boolean;
}

/** An entry that is in the menu. */
export interface ShownEntry extends Entry {
  icon: Icon;
  /** Letter after `g`, or a sign where all letters are taken. */
  letter: string;
}

/** What has no screen yet is in no menu, and the start has no room for its icon; its address opens all the same. */
interface ReservedEntry extends Entry {
  icon: null;
  letter: null;
}

export type MenuEntry = ShownEntry | ReservedEntry;

const everybody = () => true;
const admins = (me: Person) => me.isAdmin;
const holding = (grant: Grant) => (me: Person) => holds(me, grant);
/** Of what hides, only the kanban's counts for admins. */
const unless = (permission: Permission) => (me: Person) => me.isAdmin || !me.permissions[permission];

/** Every entry of the panel, in its order. */
export const MENU: readonly MenuEntry[] = [
  { to: paths.home, label: 'nav.home', icon: IconHome, letter: 'h', feature: null, allows: everybody },
  { to: paths.tickets, label: 'nav.tickets', icon: IconInbox, letter: 't', feature: 'tickets', allows: everybody },
  { to: paths.livechat, label: 'nav.livechat', icon: IconMessageCircle, letter: 'v', feature: 'livechat', allows: everybody },
  { to: paths.calls, label: 'nav.calls', icon: IconPhoneCall, letter: '#', feature: 'call', allows: unless('hide_call') },
  { to: paths.contacts, label: 'nav.contacts', icon: IconAddressBook, letter: 'o', feature: 'contacts', allows: unless('hide_contacts') },
  { to: paths.channels, label: 'nav.channels', icon: IconPlugConnected, letter: 'c', feature: null, allows: admins },
  { to: paths.plugins, label: 'nav.plugins', icon: IconPuzzle, letter: 'p', feature: null, allows: admins },
  { to: paths.report, at: '/report', label: 'nav.report', icon: IconChartBar, letter: '=', feature: 'report', allows: holding('view_report') },
  { to: paths.chat, label: 'nav.chats', icon: null, letter: null, feature: 'chats', allows: unless('hide_chat') },
  { to: paths.cases, label: 'nav.case', icon: null, letter: null, feature: 'case', allows: unless('hide_case') },
  {
    to: paths.knowledgebase,
    at: '/support/kb',
    label: 'nav.knowledgebase',
    icon: IconBook2,
    letter: 'k',
    feature: 'knowledgebase',
    allows: unless('hide_knowledgebase'),
  },
  { to: paths.callReport, label: 'nav.call_report', icon: IconChartLine, letter: '%', feature: 'call', allows: holding('view_report') },
  { to: paths.supervisory, label: 'nav.supervisory', icon: IconDeviceTv, letter: 'g', feature: 'supervisory', allows: holding('view_report') },
  { to: paths.callConfig, label: 'nav.call_config', icon: IconPhoneCheck, letter: '&', feature: 'call', allows: holding('call_settings') },
  { to: paths.support, at: '/support/manual', label: 'nav.support', icon: IconHelp, letter: 'd', feature: null, allows: everybody },
];

/** The entries a person sees at a host that offers `features`: those with a screen that they may open. */
export function menuFor(me: Person, features: readonly string[]): ShownEntry[] {
  return MENU.filter(
    (entry): entry is ShownEntry =>
      entry.letter !== null && (entry.feature === null || features.includes(entry.feature)) && entry.allows(me) && (me.plan !== TRIAL_PLAN || isOpenOnTrial(entry.to)),
  );
}

/** A phone's frame or a window's around a screen. */
const FRAME = /^\/(mobile|popup)(?=\/)/;

function isWithin(path: string, place: string): boolean {
  return path === place || (place !== paths.home && path.startsWith(`${place}/`));
}

/** Places that belong to the screen of another: what is written to where it is read, recordings to calls, and what happened to people. */
const OPENED_FROM = [[paths.articles, paths.knowledgebase], [paths.recordings, paths.calls], [paths.interactions, paths.contacts]] as const;

/** The entry whose place an address belongs to. */
export function entryAt(path: string): MenuEntry | undefined {
  const place = OPENED_FROM.find(([opened]) => isWithin(path, opened))?.[1] ?? path;
  return MENU.findLast(({ to, at = to }) => isWithin(place, at));
}

/** What everybody may read, with a session or without one. */
export function isPublic(path: string): boolean {
  return isWithin(path, '/support');
}

/** What an account has to have for an address to open; null where that does not matter. */
export function featureAt(path: string): string | null {
  const place = path.replace(FRAME, '');
  if (isWithin(place, '/customer_analysis')) return 'customer_analysis';
  return entryAt(place)?.feature ?? null;
}

/** Where trial accounts may go, in a window of its own as well. From everywhere else they are sent home. */
const OPEN_ON_TRIAL = [paths.tickets, paths.livechat, paths.chat, '/support', paths.plans, paths.payment, paths.about, paths.settings];

export function isOpenOnTrial(path: string): boolean {
  const place = path.replace(/^\/popup(?=\/)/, '');
  return place === paths.home || OPEN_ON_TRIAL.some((open) => isWithin(place, open));
}

/** Addresses of the workspace whose screens do not exist yet. */
export const UNBUILT = [
  '/report/*', '/chat/*', '/customer_analysis/*', '/forms',
  '/case/*', '/campaign/*', '/mobile/chat/*', '/sms/*', '/product/*', '/calendar/*',
  '/kanban', '/analyst_intelligence/*', '/prediction_validator', '/integrated_insight', '/ai_learning',
] as const;
