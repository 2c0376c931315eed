import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goToRegion, moveRegion, watchFocus } from './regions';

const PAGE = `
  <nav data-region="navigation"><a href="#home">Home</a><a href="#tickets" aria-current="page">Tickets</a></nav>
  <main data-region="screen" tabindex="-1">
    <section data-region="list"><button>Filter</button><a href="#1" tabindex="-1">First row</a><a href="#2" tabindex="0" data-stop>Second row</a></section>
    <section data-region="conversation"><button>Status</button><div role="log" tabindex="0">Messages</div>
      <section data-region="composer"><button>Note</button><textarea></textarea></section>
    </section>
  </main>`;

let end: () => void;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  end = watchFocus();
});
afterEach(() => {
  end();
  document.body.innerHTML = '';
});

const at = () => document.activeElement?.textContent || document.activeElement?.tagName;
const walk = (count: number, step: 1 | -1 = 1) =>
  Array.from({ length: count }, () => {
    moveRegion(step);
    return at();
  });
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it('goes through the regions in their order and round, to where somebody wants to be in each', () => {
  expect(walk(5)).toEqual(['Tickets', 'Second row', 'Messages', 'TEXTAREA', 'Tickets']);
  expect(walk(2, -1)).toEqual(['TEXTAREA', 'Messages']);
});

it('comes back to where one was in a region', () => {
  button('Filter')?.focus();
  expect(walk(1)).toEqual(['Messages']);
  button('Status')?.focus();
  expect(walk(2, -1)).toEqual(['Filter', 'Tickets']);
  expect(goToRegion('conversation')).toBe(true);
  expect(at()).toBe('Status');
  expect(goToRegion('details')).toBe(false);
});

it('stays within a window that covers the page', () => {
  document.body.insertAdjacentHTML('beforeend', '<section role="dialog" aria-modal="true"><button>Close</button></section>');
  expect(walk(2)).toEqual(['Close', 'Close']);
});

it('leaves a menu to itself, which would stay open behind', () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="menu"><button>Resolve</button></div>');
  button('Resolve')?.focus();
  expect(walk(1)).toEqual(['Resolve']);
});

it('catches the focus where what had it is gone: at the row in its place', async () => {
  const row = document.querySelector<HTMLElement>('[data-stop]');
  row?.focus();
  row?.previousElementSibling?.setAttribute('tabindex', '0');
  row?.previousElementSibling?.setAttribute('data-stop', '');
  row?.remove();
  await waitFor(() => expect(at()).toBe('First row'));
});

it('does not open a phone’s keyboard where a finger took something away', async () => {
  button('Note')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button('Note')?.focus();
  button('Note')?.remove();
  await waitFor(() => expect(document.activeElement?.getAttribute('data-region')).toBe('composer'));
});

it('leaves a field by Esc to what it is written in', async () => {
  const field = document.querySelector('textarea');
  field?.focus();
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  field?.blur();
  await waitFor(() => expect(at()).toBe('Messages'));
});

it('leaves a field that goes with its Esc to the same place, and not to the one that takes its place', async () => {
  const field = document.querySelector('textarea');
  field?.focus();
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  field?.replaceWith(document.createElement('textarea'));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(at()).toBe('Messages');
});
