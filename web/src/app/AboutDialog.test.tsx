import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { AboutDialog } from './AboutDialog';
import { openAbout, useOverlays } from './overlays';

it('tells who made the product and its version, and closes', async () => {
  openAbout();
  draw(<AboutDialog />);
  expect(await screen.findByText('Made by the Patchbay team')).toBeTruthy();
  expect(screen.getByText('Version 1.1.5 d')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(useOverlays.getState().about).toBe('closed'));
});
