import { create } from 'zustand';

const KEY = 'patchbay.notification_sound';
const VOLUME = 0.5;

/** Whether notifications are heard; kept in this browser as yes or no. */
export const useSound = create<{ on: boolean }>()(() => ({ on: localStorage.getItem(KEY) !== 'no' }));

export function setSound(on: boolean): void {
  localStorage.setItem(KEY, on ? 'yes' : 'no');
  useSound.setState({ on });
}

let context: AudioContext | null = null;

/** Two short tones, made here. A browser that has not been touched yet stays silent. */
export async function playSound(): Promise<void> {
  if (!useSound.getState().on || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  const now = context.currentTime;
  for (const [at, pitch] of [[0, 880], [0.13, 1174.7]] as const) {
    const tone = context.createOscillator();
    const fade = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    fade.gain.setValueAtTime(0, now + at);
    fade.gain.linearRampToValueAtTime(0.4, now + at + 0.012);
    fade.gain.exponentialRampToValueAtTime(0.001, now + at + 0.28);
    tone.connect(fade).connect(volume);
    tone.start(now + at);
    tone.stop(now + at + 0.3);
  }
}
