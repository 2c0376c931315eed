import type { UploadedVoice } from '../src/assist/types';

export function anUploadedVoice(over: Partial<UploadedVoice> = {}): UploadedVoice {
  return {
    percentage: { calm: 25, angry: 75 },
    emotion: 'angry',
    amplitude: [-50, 0, 260, 100],
    tempo: 181.6,
    duration_ms: 8_000,
    speech_ms: 6_500,
    extras: { pitch_hz: '140' },
    ...over,
  };
}
