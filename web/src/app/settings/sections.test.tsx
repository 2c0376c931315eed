import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openSettings, useSettings } from './open';
import { SECTIONS } from './sections';
import { SettingsWindow } from './SettingsWindow';

/** Whoever takes one of these away breaks links. */
const KEPT = [
  'announcements', 'api-keys', 'appearance', 'assist', 'audit', 'blocked-senders', 'contact-fields', 'custom-fields', 'custom-statuses', 'departments', 'emoji',
  'holidays', 'hours', 'imports', 'labels', 'macros', 'notifications', 'profile', 'replies', 'roles', 'routing', 'routing-replay', 'rules', 'scheduled-reports', 'security', 'shortcuts', 'signatures', 'sla', 'subscription',
  'surveys', 'ticket-forms', 'users', 'webhooks', 'widget',
];

beforeEach(() => {
  serve({});
  useSettings.setState({ wanted: false, asked: null, left: null });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('gives every section a number of its own, and the subscription 17', () => {
  const numbers = SECTIONS.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(SECTIONS.find(({ number }) => number === 17)?.id).toBe('subscription');
});

it('gives every section an address of its own, which links may keep', () => {
  const ids = SECTIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  expect([...ids].sort()).toEqual(KEPT);
});

it.each(SECTIONS.map(({ number, id }) => [number, id] as const))('section %i opens by its number: %s', async (number, id) => {
  openSettings(number);
  draw(<SettingsWindow />);
  const chooser = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sections' });
  expect(chooser.value).toBe(id);
});

it('opens at the first section of this person, when none is named', async () => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  openSettings();
  draw(<SettingsWindow />);
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sections' })).value).toBe('profile');
});

it('says so where the number is none of this person', async () => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  openSettings(17);
  draw(<SettingsWindow />);
  expect(await screen.findByText('You do not have the permission for this section')).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sections' }).value).toBe('');
});
