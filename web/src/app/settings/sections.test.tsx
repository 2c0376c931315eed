import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openSettings } from './open';
import { SECTIONS } from './sections';
import { SettingsWindow } from './SettingsWindow';

beforeEach(() => {
  serve({});
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('gives every section a number of its own, and the subscription 17', () => {
  const numbers = SECTIONS.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(SECTIONS.find(({ number }) => number === 17)?.id).toBe('subscription');
});

it.each(SECTIONS.map(({ number, id }) => [number, id] as const))('section %i opens by its number: %s', async (number, id) => {
  openSettings(number);
  draw(<SettingsWindow />);
  const chooser = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sections' });
  expect(chooser.value).toBe(id);
});

it('shows the first section where the number is none of this person', async () => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  openSettings(17);
  draw(<SettingsWindow />);
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sections' })).value).toBe('profile');
});
