import { expect, it } from 'vitest';
import { CHANGED, CHATS, SALES, waits } from './builders';
import { bodyOf, changesOf, clockOf, differenceOf, gapsIn, minutesOf, modelError, newExtra, NO_CHANGES, placesOf, withChange } from './model';

const body = (fields: Partial<typeof NO_CHANGES>) => bodyOf({ ...NO_CHANGES, ...fields }, [SALES, CHATS], 'UTC');

it('sends only what would be otherwise', () => {
  expect(body({}).changes).toEqual({ queues: [], agents: [], extra_agents: [] });
  // What was typed and is as it is today changes nothing; a 0 does.
  const queues = { 3: { strategy: SALES.strategy, priority: 5, wrap_up_seconds: 0 }, 4: { priority: 9, wrap_up_seconds: 7 }, 99: { priority: 1 } };
  expect(body({ queues, capacity: 0 }).changes).toEqual({
    queues: [
      { id: 3, wrap_up_seconds: 0 },
      { id: 4, priority: 9 },
    ],
    agents: [],
    extra_agents: [],
    capacity: 0,
  });
});

it('sends hours as minutes, in queues that there still are', () => {
  expect(body({ extra: [{ count: 2, from: '22:00', until: '06:30', queues: [4, 99] }] }).changes.extra_agents).toEqual([{ count: 2, from_minute: 1_320, until_minute: 390, queues: [4] }]);
  expect([minutesOf(''), minutesOf('00:00'), clockOf(1_440), clockOf(390)]).toEqual([null, 0, '24:00', '06:30']);
});

it('takes a value back to what it is', () => {
  expect(withChange({ priority: 3, strategy: 'manual' }, 'priority', undefined)).toEqual({ strategy: 'manual' });
  expect(changesOf(SALES, withChange({}, 'priority', 5))).toEqual({});
});

it('finds the place of a refusal, whose queues are counted as they were sent', () => {
  const refused = {
    days: 'a',
    'changes.capacity': 'b',
    'changes.queues.0.offer_seconds': 'c',
    'changes.extra_agents.1.from_minute': 'd',
    'changes.extra_agents.0.count': 'e',
    'changes.agents.0.capacity': 'f',
  };
  expect(placesOf(refused, CHANGED)).toEqual({
    days: 'a',
    capacity: 'b',
    'queues.3.offer_seconds': 'c',
    'extra.1.from': 'd',
    'extra.0.count': 'e',
    'changes.agents.0.capacity': 'f',
  });
});

it('says what is missing before it is sent', () => {
  const extra = [{ ...newExtra(), count: 30 }, { ...newExtra(), count: 30, until: '' }];
  expect(gapsIn({ ...NO_CHANGES, target_seconds: 0, extra })).toEqual({ target_seconds: 'fault.target', 'extra.1.count': 'fault.count', 'extra.1.until': 'fault.time' });
  expect(gapsIn(NO_CHANGES)).toEqual({});
});

it('says how far the model is from what happened, and from where it is doubted', () => {
  const of = (happened: number | null, modelled: number | null) => modelError(waits({ mean_wait_ms: happened }), waits({ mean_wait_ms: modelled }));
  expect(of(null, 5)).toEqual({ kind: 'unknown' });
  expect(of(100_000, 120_000)).toEqual({ kind: 'longer', share: 0.2, isDoubted: false });
  expect(of(100_000, 79_000)).toEqual({ kind: 'shorter', share: 0.21, isDoubted: true });
  // Where nobody waits, a share of it says nothing.
  expect(of(10, 900)).toEqual({ kind: 'same' });
  expect(of(0, 4_000)).toEqual({ kind: 'longer', share: null, isDoubted: true });
});

it('knows of each figure what is better, and leaves out what nobody would see', () => {
  const before = waits();
  const of = (figure: Parameters<typeof differenceOf>[0], over: Partial<typeof before>) => differenceOf(figure, waits(over), before);
  expect(of('arrived', { arrived: 1 })).toBeNull();
  expect(of('mean_wait_ms', { mean_wait_ms: null })).toBeNull();
  expect(of('mean_wait_ms', { mean_wait_ms: 40_000 })).toEqual({ tone: 'better', by: 60_000 });
  expect(of('p90_wait_ms', { p90_wait_ms: 240_400 })).toEqual({ tone: 'same', by: 0 });
  expect(of('given', { given: 170 })).toEqual({ tone: 'worse', by: 10 });
  expect(of('left', { left: 20 })).toEqual({ tone: 'worse', by: 5 });
  expect(of('service_level', { service_level: 0.85 })?.tone).toBe('better');
});
