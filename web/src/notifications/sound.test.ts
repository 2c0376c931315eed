import { afterEach, expect, it, vi } from 'vitest';
import { closeDialog, useDialog } from '../ui/dialog';
import { playSound, setSound } from './sound';

afterEach(() => vi.unstubAllGlobals());

it('asks for a touch where the browser stays silent, and only once', async () => {
  const resume = vi.fn(() => new Promise<void>(() => undefined));
  class Silent {
    state = 'suspended';
    resume = resume;
  }
  vi.stubGlobal('AudioContext', Silent);
  setSound(true);
  await playSound();
  expect(useDialog.getState()).toMatchObject({
    open: true,
    dialog: { title: 'Interaction required:', text: 'Please close this to activate sound.' },
  });
  closeDialog();
  expect(resume).toHaveBeenCalledTimes(2);
  await playSound();
  expect(useDialog.getState().open).toBe(false);
});
