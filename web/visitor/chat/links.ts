/** A message's text in pieces: plain text and web addresses, which become links. */
export type Piece = { readonly kind: 'text' | 'link'; readonly text: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;
/** Marks that end a sentence rather than an address. */
const TAIL = /[.,;:!?)\]}、。，！？；：）】」』]+$/;

export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TAIL, '');
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) });
    found.push({ kind: 'link', text: address });
    from = match.index + address.length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
}
