import { expect, it } from 'vitest';
import { anAgent } from '../../tests/builders';
import { serve } from '../../tests/server';
import { nameOf, useAgents } from './agents';

it('knows names and photos by username, and follows what changes', async () => {
  let photo = '/photo/mei';
  serve({ 'GET /api/agent/-': () => ({ body: [anAgent({ username: 'mei', name: 'Mei', photo }), anAgent({ id: 3, username: 'tan', name: 'Tan' })] }) });
  await useAgents.getState().load();
  expect([...useAgents.getState().names]).toEqual([['mei', 'Mei'], ['tan', 'Tan']]);
  expect([...useAgents.getState().photos]).toEqual([['mei', '/photo/mei']]);
  photo = '';
  await useAgents.getState().load();
  expect(useAgents.getState().photos.size).toBe(0);
});

it('keeps the name of who was disabled and offers them nothing', async () => {
  const gone = anAgent({ id: 4, username: 'lim', name: 'Lim', disabled: true });
  serve({ 'GET /api/agent/-': ({ url }) => ({ body: url.searchParams.get('everybody') === 'true' ? [anAgent({ username: 'mei' }), gone] : [] }) });
  await useAgents.getState().load();
  expect(nameOf('lim', useAgents.getState().names)).toBe('Lim');
  expect(useAgents.getState().agents.map(({ username }) => username)).toEqual(['mei']);
});
