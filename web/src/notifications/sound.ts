import { create } from 'zustand';
import { keep } from '../api/keep';

const KEY = 'patchbay.notification_sound';

/** Whether notifications are heard; kept in this browser as yes or no. */
export const useSound = create<{ on: boolean }>()(() => ({ on: localStorage.getItem(KEY) !== 'no' }));

export function setSound(on: boolean): void {
  keep(KEY, on ? 'yes' : 'no');
  useSound.setState({ on });
}

let context: AudioContext | null = null;
let played = false;

/** The page's one way to be heard. */
export function soundContext(): AudioContext {
  return (context ??= new AudioContext());
}

/** What browsers take for a touch; of a finger it is its end. */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/**
 * Browsers stay silent until somebody touched the page, and some want the sound asked for within the
 * touch. So the first press or key anywhere asks, long before there is anything to be heard.
 */
export function unlockAtTouch(): () => void {
  async function unlock(): Promise<void> {
    const audio = soundContext();
    await audio.resume();
    stop();
    // A device is not held for the sounds of a whole day; from now on it may be taken at any time.
    if (!played) await audio.suspend();
  }
  function touched(): void {
    if (useSound.getState().on && typeof AudioContext !== 'undefined') void unlock().catch(() => undefined);
  }
  function stop(): void {
    for (const touch of TOUCHES) window.removeEventListener(touch, touched, true);
  }
  for (const touch of TOUCHES) window.addEventListener(touch, touched, true);
  return stop;
}

/** Two short tones; what makes them is loaded with the first. */
export async function playSound(): Promise<void> {
  if (!useSound.getState().on || typeof AudioContext === 'undefined') return;
  played = true;
  await (await import('./tones')).play();
}
