import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { router } from './router';

const at = (path: string) => matchRoutes(router.routes, path) ?? [];
/** What draws the screen: the route above the one that only holds the address. */
const screenAt = (path: string) => at(path).at(-2)?.route;

it('calls open beside the list of calls, in every frame', () => {
  for (const frame of ['', '/mobile']) {
    expect(screenAt(`${frame}/ticket/7`)).toBe(screenAt(`${frame}/ticket`));
    const list = screenAt(`${frame}/call`);
    expect(list).not.toBe(screenAt(`${frame}/ticket`));
    for (const path of ['/call/7', '/call/ongoing']) expect(screenAt(`${frame}${path}`), path).toBe(list);
  }
  for (const path of ['/popup/call/7', '/popup/livechat/7']) expect(screenAt(path), path).toBe(screenAt('/popup/ticket/7'));
  expect(screenAt('/mobile/call/7')).not.toBe(screenAt('/call/7'));
});

it('an address names its ticket, and that of the call that goes on names none', () => {
  for (const path of ['/ticket/7', '/call/7', '/mobile/call/7', '/popup/call/7']) expect(at(path).at(-1)?.params, path).toEqual({ number: '7' });
  for (const path of ['/call', '/mobile/call', '/call/ongoing', '/mobile/call/ongoing', '/popup/call/ongoing']) expect(at(path).at(-1)?.params, path).toEqual({});
});

it('recordings of calls have a screen of their own, in every frame', () => {
  for (const path of ['/recording', '/mobile/recording']) expect(at(path).at(-1)?.route.path, path).toBe(path);
});
