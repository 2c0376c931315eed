import { act, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Redirect } from './Redirect';

it('leads nobody away who has gone on before it acts', async () => {
  let goOn = () => Promise.resolve();
  /** Goes on once the old address is drawn, before effects of it run. */
  function Passage() {
    useLayoutEffect(() => void goOn(), []);
    return <Redirect to="/" />;
  }
  const router = createMemoryRouter([
    { path: '/old', Component: Passage },
    { path: '/next', element: <p>the next screen</p> },
    { path: '/', element: <p>the home</p> },
  ]);
  goOn = () => router.navigate('/next');
  render(<RouterProvider router={router} />);
  await screen.findByText('the home');
  await act(() => router.navigate('/old'));
  await waitFor(() => expect(screen.getByText('the next screen')).toBeTruthy());
  expect(router.state.location.pathname).toBe('/next');
});

it('leads away as often as it is opened', async () => {
  const router = createMemoryRouter([
    { path: '/old', element: <Redirect to="/" state={{ wanted: '/old' }} /> },
    { path: '/', element: <p>the home</p> },
  ]);
  render(<RouterProvider router={router} />);
  for (let times = 0; times < 2; times += 1) {
    await act(() => router.navigate('/old'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state).toEqual({ wanted: '/old' });
  }
});
