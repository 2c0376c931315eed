import { IconArrowBackUp, IconBell, IconCommand, IconKeyboard, IconLayoutColumns, IconLogout, IconMoodSmile, IconPencilPlus, IconPlugConnected, IconPlus, IconSearch, IconSettings, IconUsers } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Action, ActionContext, Recipient } from '../../actions/types';
import { openEntry } from '../../entry/open';
import { openByHand, openMessage } from '../../entry/openFor';
import { LANGUAGES, setLanguage } from '../../i18n/i18n';
import { openPanel as openNotices } from '../../notifications/store';
import { openPanel, openPicker } from '../../presence/open';
import { realtime, useConnection } from '../../realtime/connection';
import { useSession } from '../../session/store';
import { AFTER, setAfterResolving } from '../../tickets/actions/after';
import { canUndo, toastSuccess, undoLast } from '../../ui/toast';
import { askLogOut } from '../askLogOut';
import { moveRegion } from '../focus/regions';
import { openAbout, openKeyMap, openPalette, openSearch, openUpgrade } from '../overlays';
import { paths } from '../paths';
import { openSettings } from '../settings/open';

const inside = ({ desk }: ActionContext) => desk !== null;
/** In a window of its own with one conversation, too. */
const onScreen = ({ desk, ticket }: ActionContext) => desk !== null || ticket !== null;
const everywhere = { scope: 'everywhere', many: false, available: inside } as const;
const tune = { scope: 'tune', many: false, available: inside } as const;
const hasTickets = ({ desk }: ActionContext) => desk?.places.includes(paths.tickets) === true;
const connected = () => useConnection.getState().phase === 'live';

/** The contact on screen: of a profile, else of the conversation; nobody for whom contacts are hidden. */
function recipientIn({ contact, ticket }: ActionContext): Recipient | null {
  const session = useSession.getState().session;
  if (session === null || (!session.isAdmin && session.permissions.hide_contacts)) return null;
  if (contact !== null) return contact.person;
  const known = ticket?.info.contact ?? null;
  if (ticket === null || known === null) return null;
  const { email, phone } = ticket.info;
  return { id: known.id, name: known.name || email || phone, email, phone };
}

/** What can be done on every screen. */
export const EVERYWHERE: readonly Action[] = [
  { ...everywhere, id: 'desk.palette', opens: true, label: 'translation:palette.open', keys: ['Mod+k'], over: true, icon: IconCommand, run: openPalette },
  { ...everywhere, id: 'desk.search', opens: true, label: 'translation:nav.search', keys: ['/'], icon: IconSearch, run: openSearch },
  { ...everywhere, id: 'desk.new_message', opens: true, label: 'translation:tickets.enter', keys: ['c'], icon: IconPencilPlus, available: hasTickets, run: openEntry },
  { ...everywhere, id: 'desk.new_ticket', opens: true, label: 'actions:desk.new_ticket', keys: ['b'], icon: IconPlus, available: hasTickets, run: openByHand },
  {
    ...everywhere,
    id: 'desk.write',
    opens: true,
    label: 'actions:desk.write',
    keys: ['Shift+y'],
    icon: IconPencilPlus,
    available: (context) => hasTickets(context) && recipientIn(context) !== null,
    run: (context) => openMessage(recipientIn(context)),
  },
  { ...everywhere, id: 'desk.keys', opens: true, label: 'translation:keys.title', keys: ['?'], icon: IconKeyboard, run: openKeyMap },
  { ...everywhere, id: 'desk.region_next', label: 'actions:desk.region_next', keys: ['F6'], typing: true, over: true, repeats: true, icon: IconLayoutColumns, available: onScreen, run: () => moveRegion(1) },
  { ...everywhere, id: 'desk.region_previous', label: 'actions:desk.region_previous', keys: ['Shift+F6'], typing: true, over: true, repeats: true, icon: IconLayoutColumns, available: onScreen, run: () => moveRegion(-1) },
  { ...everywhere, id: 'desk.undo', label: 'actions:undo', keys: ['z', 'Mod+z'], icon: IconArrowBackUp, available: canUndo, run: () => void undoLast() },
  { ...everywhere, id: 'desk.settings', opens: true, label: 'translation:account.settings', keys: ['g s'], icon: IconSettings, run: () => openSettings() },
  { ...everywhere, id: 'desk.notices', label: 'translation:nav.notifications', keys: ['g n'], icon: IconBell, run: openNotices },
  { ...everywhere, id: 'desk.status', label: 'translation:account.my_status', keys: ['g e'], icon: IconMoodSmile, run: openPicker },
  { ...everywhere, id: 'desk.online', label: 'translation:account.online_users', keys: ['g l'], icon: IconUsers, run: openPanel },
  {
    ...everywhere,
    id: 'desk.connection',
    label: 'translation:account.disconnect',
    named: () => i18next.t(connected() ? 'account.disconnect' : 'account.connect'),
    keys: ['g x'],
    icon: IconPlugConnected,
    run: () => (connected() ? realtime.stop('off') : realtime.start()),
  },
  { ...everywhere, id: 'desk.about', label: 'translation:account.about', keys: ['g b'], run: openAbout },
  { ...everywhere, id: 'desk.upgrade', label: 'translation:account.upgrade', keys: ['g f'], run: () => openUpgrade() },
  { ...everywhere, id: 'desk.log_out', label: 'translation:account.log_out', keys: ['g q'], icon: IconLogout, run: askLogOut },
];

const SCHEMES = [
  ['light', 'l'],
  ['dark', 'd'],
  ['auto', 'a'],
] as const;

const AFTER_KEYS = { next: 'n', list: 'b', stay: 's' } as const;

/** How the desk looks and goes on for this person. */
export const TUNE: readonly Action[] = [
  ...SCHEMES.map(([scheme, letter]): Action => ({
    ...tune,
    id: `tune.${scheme}`,
    label: `translation:account.theme_${scheme}`,
    named: () => `${i18next.t('account.theme')}: ${i18next.t(`account.theme_${scheme}`)}`,
    keys: [`t ${letter}`],
    run: ({ desk }) => desk?.setScheme(scheme),
  })),
  ...LANGUAGES.map(({ code, name }, at): Action => ({
    ...tune,
    id: `tune.${code}`,
    label: `actions:language.${code}`,
    named: () => `${i18next.t('account.language')}: ${name}`,
    keys: [`t ${at + 1}`],
    run: () => void setLanguage(code),
  })),
  ...AFTER.map((after): Action => ({
    ...tune,
    id: `tune.after_${after}`,
    label: `actions:after.${after}`,
    named: () => `${i18next.t('actions:after.title')}: ${i18next.t(`actions:after.${after}`)}`,
    keys: [`t ${AFTER_KEYS[after]}`],
    run: () => {
      setAfterResolving(after);
      toastSuccess(i18next.t('actions:after.set', { what: i18next.t(`actions:after.${after}`) }));
    },
  })),
];
