/** Every address of the workspace in one place. */
export const paths = {
  home: '/',
  tickets: '/ticket',
  ticket: (number: string) => `/ticket/${encodeURIComponent(number)}`,
  livechat: '/livechat',
  livechatOne: (number: string) => `/livechat/${encodeURIComponent(number)}`,
  channels: '/channels',
  plugins: '/plugins',
  about: '/about',
} as const;
