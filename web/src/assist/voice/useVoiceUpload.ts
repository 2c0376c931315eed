import { useEffect, useRef, useState } from 'react';
import { upload } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import type { UploadedVoice } from '../types';
import { isAudio } from './model';

export type VoiceUpload =
  | { phase: 'nothing' }
  /** No recording: it was not sent. */
  | { phase: 'other_type'; name: string }
  /** `share` of it is with the server, from 0 to 1. */
  | { phase: 'sending'; name: string; share: number }
  | { phase: 'failed'; file: File; problem: Problem }
  | { phase: 'done'; name: string; voice: UploadedVoice };

const NOTHING: VoiceUpload = { phase: 'nothing' };

/** Sends one recording after the other; a newer one takes the place of one that is on its way. */
export function useVoiceUpload(): { state: VoiceUpload; choose: (files: readonly File[]) => void; cancel: () => void } {
  const [state, setState] = useState<VoiceUpload>(NOTHING);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  function stop(): void {
    call.current?.abort();
    call.current = null;
  }

  async function send(file: File): Promise<void> {
    const mine = new AbortController();
    call.current = mine;
    setState({ phase: 'sending', name: file.name, share: 0 });
    const body = new FormData();
    body.append('attachment', file, file.name);
    const progress = (share: number) => setState((now) => (mine.signal.aborted || now.phase !== 'sending' ? now : { ...now, share }));
    try {
      const voice = await upload('/api/upload/voice', body, progress, mine.signal);
      if (!mine.signal.aborted) setState({ phase: 'done', name: file.name, voice });
    } catch (thrown) {
      if (!mine.signal.aborted) setState({ phase: 'failed', file, problem: asProblem(thrown) });
    }
  }

  return {
    state,
    /** The first of them counts. */
    choose([file]) {
      if (file === undefined) return;
      stop();
      if (isAudio(file)) void send(file);
      else setState({ phase: 'other_type', name: file.name });
    },
    cancel() {
      stop();
      setState(NOTHING);
    },
  };
}
