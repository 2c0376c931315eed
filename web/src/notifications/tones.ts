import { openDialog, useDialog } from '../ui/dialog';
import { soundContext } from './sound';
import { text } from './texts';

const VOLUME = 0.5;

let asked = false;

/**
 * Long enough for a browser that plays; one that does not answers at the first touch. Whoever is about to press a
 * key, such as the one that accepts an offer, does so meanwhile, and no window takes it.
 */
const BLOCKED_MS = 2_500;

/** Whether the browser lets this page be heard: not before somebody touched it. */
async function isHeard(audio: AudioContext): Promise<boolean> {
  if (audio.state === 'suspended') {
    const late = new Promise((done) => setTimeout(done, BLOCKED_MS));
    await Promise.race([audio.resume().catch(() => undefined), late]);
  }
  return audio.state === 'running';
}

/** Closing a window is the touch that browsers wait for. Asked once, and never over another question. */
function askForTouch(audio: AudioContext): void {
  if (asked || useDialog.getState().open) return;
  asked = true;
  openDialog({ title: text('interaction.title'), text: text('interaction.text'), closed: () => void audio.resume().catch(() => undefined) });
}

/** Two short tones, made here. */
export async function play(): Promise<void> {
  const context = soundContext();
  if (!(await isHeard(context))) {
    askForTouch(context);
    return;
  }
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
