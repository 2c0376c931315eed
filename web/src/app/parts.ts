import { loadActionTexts } from '../actions/texts';
import { loadAfter, loadManyItems, loadMessageItems, loadTicketItems } from '../tickets/actions/load';
import { loadDetails } from '../tickets/details/load';
import { loadMail } from '../tickets/message/load';
import { loadTicketTexts } from '../tickets/texts';
import { loadFloating } from '../ui/floating';
import { queried } from './lazyScreen';

/** What a first screen does without. Loaded when needed, or a little after the start. */
export const parts = {
  home: queried(async () => (await import('./pages/HomePage')).Screen),
  ticketList: async () => (await import('../tickets/TicketList')).TicketList,
  callList: queried(async () => (await Promise.all([import('../tickets/calls/list/CallList'), loadTicketTexts()]))[0].CallList),
  noCall: async () => (await Promise.all([import('../tickets/calls/NoCall'), loadTicketTexts()]))[0].NoCall,
  conversation: queried(async () => (await Promise.all([import('../tickets/Conversation'), loadTicketTexts()]))[0].Conversation),
  details: loadDetails,
  files: async () => (await import('../tickets/composer/Files')).Files,
  signature: async () => (await import('../tickets/composer/SignatureLine')).SignatureLine,
  mailForm: async () => (await import('../tickets/composer/MailForm')).MailForm,
  mail: loadMail,
  noteForm: async () => (await import('../tickets/message/NoteForm')).NoteForm,
  editForm: async () => (await import('../tickets/message/EditForm')).EditForm,
  time: async () => (await import('../tickets/composer/TimeDialog')).TimeDialog,
  filter: async () => (await import('../tickets/list/FilterDialog')).FilterDialog,
  bulk: async () => (await import('../tickets/list/BulkBar')).BulkBar,
  livechatBanner: async () => (await import('../livechat/LivechatBanner')).LivechatBanner,
  livechat: async () => (await import('../livechat/LivechatLine')).LivechatLine,
  floating: loadFloating,
  dialog: async () => (await import('../ui/DialogWindow')).DialogWindow,
  toasts: async () => (await import('../ui/ToastPlace')).ToastPlace,
  entry: queried(async () => (await import('./EntryWindow')).EntryWindow),
  accountItems: async () => (await import('./AccountItems')).AccountItems,
  palette: async () => (await Promise.all([import('./Palette'), import('./actions'), loadActionTexts(), loadTicketTexts()]))[0].Palette,
  search: async () => (await import('./SearchOverlay')).SearchOverlay,
  settings: queried(async () => (await import('./settings/SettingsWindow')).SettingsWindow),
  navDrawer: async () => (await import('./NavDrawer')).NavDrawer,
  upgrade: async () => (await import('./plans/UpgradeDialog')).UpgradeDialog,
  planBanner: async () => (await import('./plans/PlanBanner')).PlanBanner,
  about: async () => (await import('./AboutDialog')).AboutDialog,
  notices: async () => (await import('../notifications/Panel')).Panel,
  noticeCards: async () => (await import('../notifications/NoticeCards')).NoticeCards,
  noticeBanner: async () => (await import('../notifications/BrowserBanner')).BrowserBanner,
  keyMap: async () => (await Promise.all([import('./KeyMap'), import('./actions'), loadActionTexts()]))[0].KeyMap,
  picker: async () => (await Promise.all([import('../actions/Picker'), loadActionTexts()]))[0].Picker,
  ticketItems: loadTicketItems,
  messageItems: loadMessageItems,
  manyItems: loadManyItems,
  after: loadAfter,
  online: async () => (await import('../presence/OnlinePanel')).OnlinePanel,
  status: async () => (await import('../presence/StatusDialog')).StatusDialog,
  person: queried(async () => (await import('./PersonOverlay')).PersonOverlay),
  arrival: async () => (await import('./focus/Arrival')).Arrival,
  away: async () => (await import('../presence/AwayBanner')).AwayBanner,
  announcements: async () => (await import('../announcements/AnnouncementBanner')).AnnouncementBanner,
};
