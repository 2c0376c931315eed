import { expect, it } from 'vitest';
import { aMessage } from '../../tests/builders';
import type { Content } from '../api/content';
import { contentsOf, mapLink, readPoint, withoutWords } from './contents';

const place: Content = { kind: 'location', latitude: 3.139, longitude: 101.6869, name: 'Shop', address: null };
const card: Content = { kind: 'contact', name: 'Mei', phones: ['+60 12'], emails: ['mei@shop.example'] };

it('reads the kinds it knows and leaves the others to the text', () => {
  const contents = [place, { kind: 'hologram' } as unknown as Content];
  expect(contentsOf(aMessage({ contents }))).toEqual([place]);
  expect(contentsOf(aMessage())).toEqual([]);
});

it('takes the words away that stand for what is shown', () => {
  expect(withoutWords('Here we are\nShop (3.139000, 101.686900)\nMei: +60 12, mei@shop.example', [place, card])).toBe('Here we are');
  expect(withoutWords('Yes', [{ kind: 'choice', id: 'y', title: 'Yes' }])).toBe('');
  expect(withoutWords('something else', [place])).toBe('something else');
});

it.each([
  ['3.139, 101.6869', { latitude: 3.139, longitude: 101.6869 }],
  ['https://www.openstreetmap.org/#map=16/3.1390/101.6869', { latitude: 3.139, longitude: 101.6869 }],
  ['91, 0', null],
  ['somewhere', null],
])('reads a point from %s', (text, point) => {
  expect(readPoint(text)).toEqual(point);
});

it('leads to a map that shows the mark', () => {
  expect(mapLink({ latitude: 1, longitude: 2 })).toBe('https://www.openstreetmap.org/?mlat=1.000000&mlon=2.000000#map=16/1.000000/2.000000');
});
