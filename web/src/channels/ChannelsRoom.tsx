/** The channels screen: plugins, connected accounts, their forms and logs. Its inner paths hang under /channels. */
export function ChannelsRoom() {
  return null;
}
