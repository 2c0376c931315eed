/** The list of live chats and the waiting queue. `selected` is the ticket number that is open. */
export function LivechatList(_props: { selected: string | undefined }) {
  return null;
}
