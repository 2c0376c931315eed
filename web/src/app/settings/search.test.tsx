import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { anAction, withKeys } from '../../../tests/keys';
import { serve } from '../../../tests/server';
import { setLanguage } from '../../i18n/i18n';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openSettings, useSettings } from './open';
import { SECTIONS } from './sections';
import { SettingsWindow } from './SettingsWindow';
import { SETTING_TEXTS } from './settingTexts';

const acted = vi.fn();
withKeys(anAction('q', acted), anAction('ArrowDown', acted));

beforeEach(() => {
  acted.mockClear();
  serve({});
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useSettings.setState({ wanted: false, asked: null, left: null });
});

async function open() {
  const { router } = drawRoutes([{ path: '*', element: <SettingsWindow /> }], '/ticket/7');
  act(() => openSettings('profile'));
  const field = await screen.findByRole('combobox', { name: /^(Search settings|Cari tetapan)$/ });
  return { field, at: () => router.state.location.mask?.pathname };
}

const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const options = async () => within(await screen.findByRole('listbox')).getAllByRole('option');
const texts = (all: readonly HTMLElement[]) => all.map(({ textContent }) => textContent);

describe('what can be found', () => {
  it('is of every section', () => {
    expect(Object.keys(SETTING_TEXTS).sort()).toEqual(SECTIONS.map(({ id }) => id).sort());
    expect(Object.values(SETTING_TEXTS).filter(({ settings }) => settings.length === 0)).toEqual([]);
  });

  it.each(['en', 'ms', 'zh'] as const)('has words without gaps in %s', async (code) => {
    await act(() => setLanguage(code));
    await Promise.all(Object.values(SETTING_TEXTS).map(({ load }) => load()));
    const keys = Object.values(SETTING_TEXTS).flatMap(({ about, settings }) => [about, ...settings.flatMap((one) => [one.label, one.about])]);
    const bad = keys.filter((key) => key !== undefined && (!i18next.exists(key, { lng: code, fallbackLng: [] }) || i18next.t(key).includes('{{')));
    await act(() => setLanguage('en'));
    expect(bad).toEqual([]);
  });
});

describe('the search', () => {
  it('finds sections first and then the settings in them, and marks the words', async () => {
    const { field } = await open();
    await userEvent.type(field, 'label');
    const found = texts(await options());
    expect(found[0]).toMatch(/^Labels/);
    expect(found.length).toBeGreaterThan(2);
    expect(document.querySelectorAll('li mark').length).toBeGreaterThan(2);
    put(field, 'reply time');
    expect(texts(await options())).toEqual([expect.stringMatching(/^Reply time \(min\)Labels/), expect.stringMatching(/^Labels…comes first; the reply time is/)]);
  });

  it('finds what only the sentence below a setting says', async () => {
    const { field } = await open();
    put(field, 'rank authenticator');
    expect(await screen.findByText(/No setting has “rank authenticator”/)).toBeTruthy();
    put(field, 'app on your phone');
    expect(texts(await options())[0]).toMatch(/^Two-factor sign-in/);
  });

  it('goes by arrows and Enter to the section, and to its content', async () => {
    const { field, at } = await open();
    act(() => field.focus());
    put(field, 'time zone');
    await options();
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toMatch(/^Time zoneProfile/);
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toMatch(/^Time zoneBusiness hours/);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{Enter}');
    expect(at()).toBe('/settings/hours');
    const section = await screen.findByRole('region', { name: 'Business hours' });
    expect(document.activeElement).toBe(section);
    expect((field as HTMLInputElement).value).toBe('');
  });

  it('empties with Escape before the window closes', async () => {
    const { field, at } = await open();
    await userEvent.type(field, 'time');
    await userEvent.keyboard('{Escape}');
    expect((field as HTMLInputElement).value).toBe('');
    expect(at()).toBe('/settings/profile');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(at()).toBeUndefined());
  });

  it('keeps its keys from the screen underneath', async () => {
    const { field, at } = await open();
    await userEvent.type(field, 'q');
    put(field, 'recovery codes');
    await options();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('region', { name: 'Security' });
    await userEvent.keyboard('q{ArrowDown}');
    expect(acted).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(at()).toBeUndefined();
    await userEvent.keyboard('q');
    expect(acted).toHaveBeenCalledOnce();
  });

  it('finds nothing of what is for admins, for others', async () => {
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    const { field } = await open();
    put(field, 'webhook');
    expect(await screen.findByText(/No setting has/)).toBeTruthy();
  });

  it('finds by the words of the current language', async () => {
    await act(() => setLanguage('ms'));
    const { field } = await open();
    put(field, 'zon waktu');
    const found = texts(await options());
    await act(() => setLanguage('en'));
    expect(found[0]).toMatch(/^Zon waktu/);
  });
});
