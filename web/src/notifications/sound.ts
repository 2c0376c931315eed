import { create } from 'zustand';
import { keep } from '../api/keep';

const KEY = 'patchbay.notification_sound';

/** Whether notifications are heard; kept in this browser as yes or no. */
export const useSound = create<{ on: boolean }>()(() => ({ on: localStorage.getItem(KEY) !== 'no' }));

export function setSound(on: boolean): void {
  keep(KEY, on ? 'yes' : 'no');
  useSound.setState({ on });
}

/** Two short tones; what makes them is loaded with the first. */
export async function playSound(): Promise<void> {
  if (!useSound.getState().on || typeof AudioContext === 'undefined') return;
  await (await import('./tones')).play();
}
