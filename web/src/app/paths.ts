/** Every address of the workspace in one place. */
export const paths = {
  home: '/',
  tickets: '/ticket',
  ticket: (number: string) => `/ticket/${encodeURIComponent(number)}`,
  calls: '/call',
  call: (number: string) => `/call/${encodeURIComponent(number)}`,
  /** Of the call that goes on, whichever it is. */
  callOngoing: '/call/ongoing',
  recordings: '/recording',
  livechat: '/livechat',
  livechatOne: (number: string) => `/livechat/${encodeURIComponent(number)}`,
  contacts: '/contacts',
  /** All that happened with one contact. */
  interactions: '/interactions',
  popup: '/popup',
  channels: '/channels',
  plugins: '/plugins',
  report: '/report/omnichannel',
  chat: '/chat',
  cases: '/case',
  knowledgebase: '/support/kb/en',
  /** Where articles are written. */
  articles: '/kb',
  callReport: '/report/call',
  supervisory: '/supervisory',
  callConfig: '/call_config',
  support: '/support/manual/en',
  plans: '/plan',
  payment: '/payment',
  about: '/about',
  settings: '/settings',
  dashboard: '/dashboard',
  timer: '/timer',
  /** Where recordings are brought. */
  upload: '/upload',
} as const;
