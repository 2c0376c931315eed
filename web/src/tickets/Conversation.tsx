export function Conversation(_props: { number: string; backTo: string }) {
  return null;
}
