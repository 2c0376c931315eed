import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { WHOLE_DESK } from '../../api/variant';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { themeFor } from '../../ui/theme';
import { Screen } from './ContactsPage';

const MEI = {
  id: 7, uid: 'u7', name: 'Mei', salutation: '', email: '', phone: '', language: 'en', identity_type: '', identity_number: '', identity_refused: false,
  birth_date: '', notes: '', avatar: null, facts: {}, created_ms: 1, identities: [], consents: [], merges: [], merged_into: null,
};
const ROWS = [{ ...MEI }, { ...MEI, id: 8, uid: 'u8', name: 'Tan' }];

function open(path: string) {
  const router = createMemoryRouter([{ path: '/contacts', Component: Screen, children: [{ index: true }, { path: ':uid' }] }], { initialEntries: [path] });
  render(
    <MantineProvider theme={themeFor(WHOLE_DESK)} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

beforeEach(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  serve({
    'GET /api/contacts/list': ({ url }) => {
      const uid = url.searchParams.get('uid');
      const data = uid === null ? ROWS : ROWS.filter((row) => row.uid === uid);
      return { body: { data, total: data.length, more: false } };
    },
    'GET /api/contacts/7': { body: { data: MEI } },
    'GET /api/contacts/8': { body: { data: ROWS[1] } },
  });
});

it('opens the contact that the address names, and says when there is none', async () => {
  const router = open('/contacts/u7');
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name \*?$/)).value).toBe('Mei');
  await router.navigate('/contacts/nobody');
  expect(await screen.findByText('There is no such contact')).toBeTruthy();
  await router.navigate('/contacts');
  expect(await screen.findByText('No contact is open')).toBeTruthy();
});

it('asks before what was typed is lost', async () => {
  const router = open('/contacts/u7');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Name \*?$/), ' Ling');
  await user.click(screen.getByRole('link', { name: 'Tan' }));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/contacts/u7');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name \*?$/)).value).toBe('Tan');
});
