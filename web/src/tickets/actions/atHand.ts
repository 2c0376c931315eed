import type { ActionContext, MessageContext } from '../../actions/types';
import { handleOf } from '../message/handles';

const MESSAGE = '[data-message]';

const named = (element: Element | null | undefined) => element?.closest(MESSAGE)?.getAttribute('data-message');

/** The message that has the focus, else the one under the pointer, else the newest. */
function messageAtHand({ ticket }: ActionContext): MessageContext | null {
  if (ticket === null) return null;
  const near = handleOf(named(document.activeElement)) ?? handleOf(named(document.querySelector(`${MESSAGE}:hover`)));
  if (near !== null) return near;
  const newest = ticket.messages.findLast(({ id }) => handleOf(id) !== null);
  return handleOf(newest?.id);
}

/** Adds the message at hand to what is on screen. */
export function withMessage(context: ActionContext): ActionContext {
  return context.message === null ? { ...context, message: messageAtHand(context) } : context;
}

/** Puts the focus on the next message that one can do something with, or the previous. */
export function walkMessages(step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(`[role="log"] ${MESSAGE}`)].filter((one) => handleOf(named(one)) !== null);
  const at = all.findIndex((one) => one.contains(document.activeElement));
  const next = all[at === -1 ? all.length - 1 : Math.min(all.length - 1, Math.max(0, at + step))];
  if (next === undefined) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}
