import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client';
import { apiHost, socketAddress } from './host';

function name(origin: string): void {
  const meta = document.createElement('meta');
  meta.name = 'patchbay-api';
  meta.content = origin;
  document.head.append(meta);
}

afterEach(() => document.querySelector('meta[name="patchbay-api"]')?.remove());

async function asked(): Promise<[string, RequestCredentials | undefined]> {
  const calls: [string, RequestCredentials | undefined][] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    calls.push([input, init.credentials]);
    return Promise.resolve(new Response('{}'));
  });
  await api.get('/api/customstatus/get', { query: { removed: 1 } });
  return calls[0] ?? ['', undefined];
}

it('asks the host of the page where it names no other', async () => {
  expect(apiHost()).toBe('');
  expect(socketAddress()).toBe(`${window.location.origin.replace('http', 'ws')}/socket`);
  expect(await asked()).toEqual(['/api/customstatus/get?removed=1', 'same-origin']);
});

it('asks the host that the page names, with the cookie', async () => {
  name('https://api.desk.example.com');
  expect(socketAddress()).toBe('wss://api.desk.example.com/socket');
  expect(await asked()).toEqual(['https://api.desk.example.com/api/customstatus/get?removed=1', 'include']);
});
