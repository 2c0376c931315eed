/** The sound of "an agent is here": two soft notes, made here so that there is nothing to load. */
let context: AudioContext | null = null;

/** Browsers let a page sound only after a gesture, so the button that starts it all calls this. */
export function prepareTone(): void {
  // A page that filled itself in by its address had no gesture, and would only be warned.
  if (!navigator.userActivation.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    void context.resume();
  } catch {
    // A browser without audio has the page to look at.
  }
}

export function playTone(): void {
  prepareTone();
  if (!context) return;
  const start = context.currentTime + 0.02;
  for (const [at, frequency] of [
    [0, 659.25],
    [0.16, 987.77],
  ] as const) {
    const note = context.createOscillator();
    const volume = context.createGain();
    note.type = 'sine';
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(0.25, start + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.6);
    note.connect(volume).connect(context.destination);
    note.start(start + at);
    note.stop(start + at + 0.65);
  }
}
