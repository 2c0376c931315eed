import { createStore } from './store';

/** The addresses of this bundle. */
export type Route =
  | { readonly page: 'register' | 'start'; readonly token: string }
  | { readonly page: 'new_ticket' | 'survey'; readonly token: string }
  | { readonly page: 'widget'; readonly key: string }
  | { readonly page: 'end' }
  | { readonly page: 'unknown' };

export function readRoute(path: string): Route {
  const [, page, place, token] = path.split('/');
  if (page === 'end') return { page: 'end' };
  if (page === 'widget' && place !== undefined && place !== '') return { page, key: place };
  if ((page === 'new_ticket' || page === 'survey') && place !== undefined && place !== '') {
    try {
      return { page, token: decodeURIComponent(place) };
    } catch {
      // It leads to what nobody made.
      return { page, token: place };
    }
  }
  if (place !== 'livechat' || token === undefined || token === '') return { page: 'unknown' };
  try {
    const plain = decodeURIComponent(token);
    if (page === 'register' || page === 'start') return { page, token: plain };
  } catch {
    // A token that is not even an address cannot be one of ours.
  }
  return { page: 'unknown' };
}

export const route = createStore(readRoute(location.pathname));

addEventListener('popstate', () => route.set(() => readRoute(location.pathname)));

const registerPath = (token: string) => `/register/livechat/${encodeURIComponent(token)}`;
const startPath = (token: string) => `/start/livechat/${encodeURIComponent(token)}`;

/** Redirects replace the entry, so that Back leaves the chat instead of bouncing. */
export function redirect(page: 'register' | 'start', token: string): void {
  history.replaceState(null, '', page === 'start' ? startPath(token) : registerPath(token));
  route.set(() => ({ page, token }));
}

/** A real load: the chat begins with everything as the server has it. */
export function enterChat(token: string): void {
  location.replace(startPath(token));
}

export function goToEnd(): void {
  history.pushState(null, '', '/end/livechat');
  route.set(() => ({ page: 'end' }));
}
