import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../tests/server';
import { ANY } from '../narrow';
import { addressOf, countPresets, dropPreset, listOf, presetOf, PRESETS_MAX, readPresets, savePreset, usePresets } from './presets';

const narrow = { ...ANY, labels: [3], agents: ['anna'], automatic: '0', updated: 'yesterday', received: '2026-11-01,' } as const;
const names = () => usePresets.getState().presets.map(({ name }) => name);

beforeEach(() => {
  localStorage.clear();
  usePresets.setState({ of: '', presets: [], unkept: false });
  readPresets('anna');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('gives back the list that was kept, a day by its name', () => {
  const preset = presetOf('Mine', 'closed', narrow);
  expect(preset.settings).toMatchObject({ filter: 'closed', labelFilter: '3', agentSelected: 'anna', noAutomaticStatus: true, automaticStatus: false });
  expect(preset.dateSelection.updated.value).toBe('yesterday');
  expect(listOf(preset)).toEqual({ filter: 'closed', narrow });
  expect(addressOf(preset).get('filter')).toBe('closed');
});

it('keeps what is asked of appointments', () => {
  const soon = presetOf('Soon', 'open', { ...ANY, appt: 'soon', appointment: 'week' });
  expect(soon.settings.apptLessTwoDays).toBe(true);
  expect(soon.dateSelection.appointment.value).toBe('1week');
  expect(listOf(soon).narrow).toEqual({ ...ANY, appt: 'soon', appointment: 'week' });
  const none = presetOf('None', 'open', { ...ANY, appt: '0' });
  expect([none.settings.apptLessTwoDays, listOf(none).narrow.appt]).toEqual([false, '0']);
});

it('keeps what is asked of what is due', () => {
  const late = presetOf('Late', 'open', { ...ANY, due: 'overdue', sort: 'due' });
  expect(late.settings).toMatchObject({ due: 'overdue', sort: 'due' });
  expect(listOf(late).narrow).toEqual({ ...ANY, due: 'overdue', sort: 'due' });
});

it('belongs to one username', () => {
  savePreset(presetOf('Mine', 'open', narrow));
  readPresets('ben');
  expect(names()).toEqual([]);
  readPresets('anna');
  expect(names()).toEqual(['Mine']);
});

it('replaces one of the same name, and forgets', () => {
  savePreset(presetOf('A', 'open', narrow));
  savePreset(presetOf('B', 'open', ANY));
  savePreset(presetOf('A', 'closed', ANY));
  expect(names()).toEqual(['B', 'A']);
  dropPreset('B');
  readPresets('anna');
  expect(names()).toEqual(['A']);
});

it('shows the count of its list', async () => {
  serve({ 'GET /api/ticket/load/-/closed/ticket/0': { body: { data: [], count: 17, countMore: true } } });
  savePreset(presetOf('Mine', 'closed', narrow));
  await countPresets();
  readPresets('anna');
  expect(usePresets.getState().presets[0]).toMatchObject({ count: 17, countMore: true });
});

it('starts anew where the browser holds nonsense', () => {
  localStorage.setItem('patchbay.presets.anna', '[{"name":1},7');
  readPresets('anna');
  expect(names()).toEqual([]);
});

it('takes a day by its name on the day it is applied', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00') });
  const preset = presetOf('Mine', 'open', { ...ANY, received: 'yesterday' });
  expect(preset.dateSelection.created).toMatchObject({ value: 'yesterday', start: new Date('2026-11-21T00:00:00').getTime() / 1000 });
  vi.setSystemTime(new Date('2026-11-25T10:00:00'));
  expect(listOf(preset).narrow.received).toBe('yesterday');
});

it('reads what an earlier day or another hand left there', () => {
  localStorage.setItem('patchbay.presets.anna', JSON.stringify([{ name: 'Old', settings: { labelFilter: '3' } }, { name: 7, settings: {} }, { name: 'None' }, null]));
  readPresets('anna');
  expect(usePresets.getState().presets.map(listOf)).toEqual([{ filter: 'open', narrow: { ...ANY, labels: [3] } }]);
});

it('goes on without a browser that stores, and says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  savePreset(presetOf('Mine', 'open', narrow));
  expect(names()).toEqual(['Mine']);
  expect(usePresets.getState().unkept).toBe(true);
  readPresets('anna');
  expect(names()).toEqual(['Mine']);
});

it('keeps what another tab saved meanwhile', () => {
  const other = presetOf('Theirs', 'open', ANY);
  localStorage.setItem('patchbay.presets.anna', JSON.stringify([other]));
  savePreset(presetOf('Mine', 'open', narrow));
  expect(names()).toEqual(['Theirs', 'Mine']);
});

it('drops none to make room for another', () => {
  for (let at = 0; at < PRESETS_MAX; at += 1) expect(savePreset(presetOf(`P${at}`, 'open', ANY))).toBe(true);
  expect(savePreset(presetOf('One more', 'open', ANY))).toBe(false);
  expect(savePreset(presetOf('P0', 'closed', ANY))).toBe(true);
  expect(names()).toHaveLength(PRESETS_MAX);
});
