/** Live chat is another room: what it does when an offered visitor is accepted is lent by the workspace. */

interface AcceptedVisitor {
  session: string;
  /** Empty where none is known. */
  name: string;
}

/** Expects the visitor's chat, and gives what takes that back. */
export type ExpectVisitor = (visitor: AcceptedVisitor) => Promise<() => void>;

const expectNobody: ExpectVisitor = () => Promise.resolve(() => undefined);
let lent: ExpectVisitor = expectNobody;

/** Lends what leads to the chat of an accepted visitor; gives what takes it back. */
export function lendExpectVisitor(expect: ExpectVisitor): () => void {
  lent = expect;
  return () => {
    if (lent === expect) lent = expectNobody;
  };
}

/** The visitor is being accepted: where that succeeds, the screen goes to the chat once it has begun. */
export const expectVisitor: ExpectVisitor = (visitor) => lent(visitor);
