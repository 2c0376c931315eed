/** Decisions about a recording that somebody brings: what counts as a recording, the axis of its amplitude, the slices of its emotions. */
import { ranked, type Emotions } from '../../ui/emotion/colours';

/** What browsers give no media type for. */
const AUDIO_NAMES = /\.(aac|aif|aiff|amr|caf|flac|m4a|mp3|oga|ogg|opus|wav|weba|wma)$/i;

/** Whether a file is sound: by its media type, or by its name where it has none. */
export function isAudio({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type === '' ? AUDIO_NAMES.test(name) : type.toLowerCase().startsWith('audio/');
}

/** The axis of the amplitude, in percent above or below its mean. */
export const AXIS = { min: -50, max: 200, ticks: [-50, 0, 50, 100, 150, 200] } as const;

/** Where a value lies on the axis: 0 at its minimum, 1 at its maximum; what is beyond is at its end. */
export function onAxis(value: number): number {
  return (Math.min(AXIS.max, Math.max(AXIS.min, value)) - AXIS.min) / (AXIS.max - AXIS.min);
}

/** The loudest part by its place, and the lowest and highest value; null without parts. */
export function spanOf(amplitude: readonly number[]): { lowest: number; highest: number; at: number } | null {
  const [first] = amplitude;
  if (first === undefined) return null;
  let span = { lowest: first, highest: first, at: 0 };
  amplitude.forEach((value, at) => {
    if (value > span.highest) span = { ...span, highest: value, at };
    if (value < span.lowest) span = { ...span, lowest: value };
  });
  return span;
}

export interface Slice {
  name: string;
  percent: number;
  /** Begin and end as shares of the whole circle. */
  from: number;
  until: number;
}

/** The emotions as slices of a whole, the strongest first. What is missing to a hundred percent nobody told, and no slice has it; more than that is a whole of its own. */
export function slicesOf(percentage: Emotions): Slice[] {
  const all = ranked(percentage);
  const total = Math.max(100, all.reduce((sum, { amount }) => sum + amount, 0));
  let begun = 0;
  return all.map(({ name, amount }) => {
    const from = begun / total;
    begun += amount;
    return { name, percent: amount, from, until: begun / total };
  });
}

/** Percent that no emotion has. */
export const untoldOf = (percentage: Emotions): number => Math.max(0, 100 - ranked(percentage).reduce((sum, { amount }) => sum + amount, 0));

const point = (share: number): string => `${Math.sin(2 * Math.PI * share).toFixed(4)} ${(-Math.cos(2 * Math.PI * share)).toFixed(4)}`;

/** A slice as a path around the origin, with the radius 1; it begins at the top and goes round as a clock does. */
export function pathOf({ from, until }: Pick<Slice, 'from' | 'until'>): string {
  // An arc that ends where it began is not drawn at all.
  if (until - from > 0.9999) return 'M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z';
  return `M0 0L${point(from)}A1 1 0 ${until - from > 0.5 ? 1 : 0} 1 ${point(until)}Z`;
}

/** Milliseconds as minutes and seconds: 65400 → "1:05.4". */
export function lengthText(ms: number): string {
  const tenths = Math.round(ms / 100);
  const seconds = tenths % 600;
  return `${Math.floor(tenths / 600)}:${seconds < 100 ? '0' : ''}${(seconds / 10).toFixed(1)}`;
}
