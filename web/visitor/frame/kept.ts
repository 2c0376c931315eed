/** What the frame keeps in its own storage: the visit of this widget, and what its form need not ask again. */

import { forgetVisit } from '../chat/kept';
import { firstOf, type FormValues } from '../queue/prefill';
import type { KeptStorage } from '../storage';
import { fields, text, textOrNull } from '../transport/wire';

export interface FrameKept {
  readonly token: () => string | null;
  /** A new visit; what was kept of the one before goes. */
  readonly setToken: (token: string) => void;
  /** The visit is over for this browser; who it was stays known. */
  readonly endVisit: () => void;
  /** What holds this browser's visits; one for all of them. */
  readonly secret: () => string | null;
  readonly setSecret: (secret: string) => void;
  /** What a visitor in the queue wrote into the form; of this tab, so that no other joins the queue with it. */
  readonly waiting: () => FormValues | null;
  readonly setWaiting: (form: FormValues | null) => void;
  /** Name, phone and email of the last form. What a chat is about is asked each time. */
  readonly contact: () => FormValues;
  readonly setContact: (form: FormValues) => void;
  /** Whose visit it is, by the site's own id. */
  readonly person: () => string | null;
  readonly setPerson: (sub: string) => void;
  /** Everything goes: whoever uses this browser next is somebody else. */
  readonly forget: () => void;
}

function parse(value: string | null): FormValues | null {
  if (value === null) return null;
  try {
    const raw = fields(JSON.parse(value));
    return { name: text(raw['name']), phone: text(raw['phone']), email: text(raw['email']), message: text(raw['message']) };
  } catch {
    return null;
  }
}

export function frameKept(key: string, durable: KeptStorage, perTab: KeptStorage): FrameKept {
  const tokenKey = `patchbay.frame.${key}.token`;
  const waitingKey = `patchbay.frame.${key}.waiting`;
  const contactKey = `patchbay.frame.${key}.contact`;
  const personKey = `patchbay.frame.${key}.person`;
  const secretKey = 'patchbay.frame.secret';
  const put = (storage: KeptStorage, at: string, value: string | null) => {
    try {
      if (value === null) storage.removeItem(at);
      else storage.setItem(at, value);
    } catch {
      // A full disk: the next page asks anew.
    }
  };
  const token = () => textOrNull(durable.getItem(tokenKey));
  const forgetToken = () => {
    const old = token();
    if (old !== null) forgetVisit(durable, old);
    put(durable, tokenKey, null);
    put(perTab, waitingKey, null);
  };
  return {
    token,
    setToken: (next) => {
      forgetToken();
      put(durable, tokenKey, next);
    },
    endVisit: forgetToken,
    secret: () => textOrNull(durable.getItem(secretKey)),
    setSecret: (secret) => put(durable, secretKey, secret),
    waiting: () => parse(perTab.getItem(waitingKey)),
    setWaiting: (form) => put(perTab, waitingKey, form === null ? null : JSON.stringify(form)),
    contact: () => parse(durable.getItem(contactKey)) ?? firstOf(),
    setContact: (form) => put(durable, contactKey, JSON.stringify({ ...form, message: '' })),
    person: () => textOrNull(durable.getItem(personKey)),
    setPerson: (sub) => put(durable, personKey, sub),
    forget: () => {
      forgetToken();
      for (const kept of [contactKey, personKey, secretKey]) put(durable, kept, null);
    },
  };
}
