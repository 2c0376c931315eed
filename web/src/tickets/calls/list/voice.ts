/** How a customer sounded on a call: emotions that a list is narrowed to, and the five stops of energy and pace. */
import type { EmotionName } from '../../../ui/emotion/colours';

/** By their names in a request. */
export const VOICE_EMOTIONS = ['angry', 'happy', 'calm', 'sad', 'fearful', 'disgust', 'surprised', 'energetic'] as const satisfies readonly EmotionName[];
export type VoiceEmotion = (typeof VOICE_EMOTIONS)[number];

/** Those that recordings are narrowed to: how lively somebody was is heard of a call as its energy. */
export const RECORDING_EMOTIONS = VOICE_EMOTIONS.filter((name) => name !== 'energetic');

export const STOPS = ['0', '25', '50', '75', '100'] as const;
export type Stop = (typeof STOPS)[number];

/** Where a slider starts. */
export const MIDDLE: Stop = '50';

const STEP = 25;

/** The stop that a percentage is nearest to. */
export function stopOf(percent: number): Stop {
  const step = Math.round(percent / STEP);
  return STOPS[Math.min(Math.max(step, 0), STOPS.length - 1)] ?? MIDDLE;
}

/** Names as an address has them; what is none is left out, and each stands once, in one order. */
export function emotionsOf(text: string, offered: readonly VoiceEmotion[] = VOICE_EMOTIONS): VoiceEmotion[] {
  const names = text.split(',');
  return offered.filter((one) => names.includes(one));
}
