/** What a first screen does without. Loaded when needed, or a little after the start. */
export const parts = {
  conversation: async () => (await import('../tickets/Conversation')).Conversation,
  dialog: async () => (await import('../ui/DialogWindow')).DialogWindow,
  toasts: async () => (await import('../ui/ToastPlace')).ToastPlace,
  palette: async () => (await import('./Palette')).Palette,
  search: async () => (await import('./SearchOverlay')).SearchOverlay,
  settings: async () => (await import('./settings/SettingsWindow')).SettingsWindow,
  about: async () => (await import('./AboutDialog')).AboutDialog,
  notices: async () => (await import('../notifications/Panel')).Panel,
  noticeCards: async () => (await import('../notifications/NoticeCards')).NoticeCards,
  noticeBanner: async () => (await import('../notifications/BrowserBanner')).BrowserBanner,
  keyMap: async () => (await import('./KeyMap')).KeyMap,
  online: async () => (await import('../presence/OnlinePanel')).OnlinePanel,
  status: async () => (await import('../presence/StatusDialog')).StatusDialog,
  person: async () => (await import('../presence/PersonCard')).PersonCard,
  away: async () => (await import('../presence/AwayBanner')).AwayBanner,
  announcements: async () => (await import('../announcements/AnnouncementBanner')).AnnouncementBanner,
};
