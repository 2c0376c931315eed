export function TicketList(_props: { selected: string | undefined }) {
  return null;
}
