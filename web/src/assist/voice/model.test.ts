import { expect, it } from 'vitest';
import { AXIS, isAudio, lengthText, onAxis, pathOf, slicesOf, spanOf, untoldOf } from './model';

it.each([
  ['call.mp3', 'audio/mpeg', true],
  ['call', 'AUDIO/wav', true],
  ['call.OPUS', '', true],
  ['call.txt', '', false],
  ['call.wav', 'text/plain', false],
  ['film.mp4', 'video/mp4', false],
])('takes %s of type "%s" for a recording: %s', (name, type, is) => expect(isAudio({ name, type })).toBe(is));

it('has an axis from -50 to 200, and what is beyond lies at its ends', () => {
  expect([AXIS.ticks.at(0), AXIS.ticks.at(-1)]).toEqual([-50, 200]);
  expect([-900, -50, 0, 75, 200, 900].map(onAxis)).toEqual([0, 0, 0.2, 0.5, 1, 1]);
});

it('finds the lowest and the loudest part', () => {
  expect(spanOf([3, -9, 12, 12])).toEqual({ lowest: -9, highest: 12, at: 2 });
  expect(spanOf([])).toBeNull();
});

it('cuts a whole into slices, and leaves out what nobody told', () => {
  expect(slicesOf({ calm: 10, angry: 30, none: 0 })).toEqual([
    { name: 'angry', percent: 30, from: 0, until: 0.3 },
    { name: 'calm', percent: 10, from: 0.3, until: 0.4 },
  ]);
  expect(slicesOf({ calm: 50, angry: 150 }).at(-1)).toEqual({ name: 'calm', percent: 50, from: 0.75, until: 1 });
  expect([untoldOf({ calm: 10, angry: 30 }), untoldOf({ calm: 50, angry: 150 }), untoldOf({})]).toEqual([60, 0, 100]);
  expect([slicesOf({}), slicesOf({ calm: 0 })]).toEqual([[], []]);
});

it('draws a slice from the top as a clock goes, and a whole circle as two halves', () => {
  expect(pathOf({ from: 0, until: 0.25 })).toBe('M0 0L0.0000 -1.0000A1 1 0 0 1 1.0000 -0.0000Z');
  expect(pathOf({ from: 0, until: 0.75 })).toContain('A1 1 0 1 1');
  expect(pathOf({ from: 0, until: 1 }).match(/A/g)).toHaveLength(2);
});

it.each([
  [0, '0:00.0'],
  [9_940, '0:09.9'],
  [59_960, '1:00.0'],
  [65_400, '1:05.4'],
  [3_600_000, '60:00.0'],
])('writes %i ms as %s', (ms, text) => expect(lengthText(ms)).toBe(text));
