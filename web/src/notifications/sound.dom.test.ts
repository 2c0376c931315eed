import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Sound from './sound';

let sound: typeof Sound;

// The page's sound is one for its whole life.
beforeEach(async () => {
  vi.resetModules();
  sound = await import('./sound');
  sound.setSound(true);
});

afterEach(() => vi.unstubAllGlobals());

/** A browser's sound, silent until it is resumed within a touch. */
function strict() {
  let touching = false;
  const made: { state: string; starts: number }[] = [];
  const param = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Strict {
    state = 'suspended';
    starts = 0;
    currentTime = 0;
    destination = {};
    allowed = false;
    constructor() {
      made.push(this);
    }
    resume = vi.fn(() => {
      this.allowed ||= touching;
      if (!this.allowed) return new Promise<void>(() => undefined);
      this.state = 'running';
      return Promise.resolve();
    });
    suspend = vi.fn(() => {
      this.state = 'suspended';
      return Promise.resolve();
    });
    createGain = () => ({ gain: param, connect: (to: unknown) => to });
    createOscillator = () => ({ frequency: { value: 0 }, connect: (to: unknown) => to, start: () => (this.starts += 1), stop: vi.fn() });
  }
  vi.stubGlobal('AudioContext', Strict);
  const touch = async (event: 'pointerDown' | 'pointerUp' | 'keyDown') => {
    touching = true;
    fireEvent[event](document.body);
    touching = false;
    await Promise.resolve();
    await Promise.resolve();
  };
  return { made, touch };
}

it.each(['pointerDown', 'pointerUp', 'keyDown'] as const)('is unlocked by the first %s anywhere, and then plays without a question', async (event) => {
  const { made, touch } = strict();
  sound.unlockAtTouch();
  await touch(event);
  await touch(event);
  expect(made).toHaveLength(1);
  // The device is given back until there is something to be heard.
  expect(made[0]).toMatchObject({ state: 'suspended', starts: 0 });
  await sound.playSound();
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ state: 'running', starts: 2 });
  const { useDialog: dialog } = await import('../ui/dialog');
  expect(dialog.getState().open).toBe(false);
});

it('leaves a page alone that is to be silent, until it may be heard', async () => {
  const { made, touch } = strict();
  sound.setSound(false);
  const stop = sound.unlockAtTouch();
  await touch('keyDown');
  expect(made).toHaveLength(0);
  sound.setSound(true);
  await touch('keyDown');
  expect(made).toHaveLength(1);
  stop();
});

it('asks for a touch where the browser stays silent, and only once', async () => {
  const resume = vi.fn(() => new Promise<void>(() => undefined));
  class Silent {
    state = 'suspended';
    resume = resume;
  }
  vi.stubGlobal('AudioContext', Silent);
  const { closeDialog, useDialog } = await import('../ui/dialog');
  await sound.playSound();
  expect(useDialog.getState()).toMatchObject({
    open: true,
    dialog: { title: 'Interaction required:', text: 'Please close this to activate sound.' },
  });
  closeDialog();
  expect(resume).toHaveBeenCalledTimes(2);
  await sound.playSound();
  expect(useDialog.getState().open).toBe(false);
});
