import { expect, it } from 'vitest';
import { aMessage, aMerged, anInfo } from '../../../tests/builders';
import { homeOf, inWay, wayOf, waysOf } from './way';

it('a ticket that stands alone has one way and names none', () => {
  expect(waysOf(anInfo())).toEqual([anInfo()]);
  expect(wayOf(waysOf(anInfo()), null)).toEqual(anInfo());
});

it('answers go out in the own conversation until somebody chooses or answers a message of another', () => {
  const info = anInfo({ merged: [aMerged()] });
  const ways = waysOf(info);
  expect(wayOf(ways, null)?.via).toBe(info.id);
  const messages = [aMessage({ id: 5, home_id: 1 }), aMessage({ id: 6, home_id: 9 })];
  expect(homeOf({ id: 6, sender: 'Ben', message: 'Bulb?' }, messages)).toBe(9);
  const way = wayOf(ways, 9);
  if (way === undefined) throw new Error('no way');
  expect(way).toMatchObject({ id: info.id, via: 9, channel: 'DEMO_MAIL', name: 'Ben' });
  expect(inWay(way, messages).map(({ id }) => id)).toEqual([6]);
});

it('finds no other way for what was written to somebody who was taken out again', () => {
  expect(wayOf(waysOf(anInfo()), 9)).toBeUndefined();
});
