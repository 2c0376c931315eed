/** What helpers made of recordings, by the file's id: kept while the page is open, since a conversation draws only the messages in sight. */
import { create } from 'zustand';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import type { components } from '../../api/openapi.gen';
import type { Attachment, Message } from '../../api/types';

type Schemas = components['schemas'];
export type Transcript = Schemas['Transcript'];
export type VoiceAnalysis = Schemas['VoiceAnalysis'];

/** What a helper can be asked of a recording. */
export const QUESTIONS = ['transcript', 'voice'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface Heard {
  transcript: Transcript | null;
  voice: VoiceAnalysis | null;
  /** Of what was asked last. */
  asked: Question | null;
  waits: boolean;
  problem: Problem | null;
}

const NOTHING: Heard = { transcript: null, voice: null, asked: null, waits: false, problem: null };

const useStore = create<{ heard: Readonly<Record<Attachment['id'], Heard>> }>()(() => ({ heard: {} }));

export const useHeard = (id: Attachment['id']): Heard => useStore((state) => state.heard[id] ?? NOTHING);

export function forgetHeard(): void {
  useStore.setState({ heard: {} });
}

function keep(id: Attachment['id'], now: Partial<Heard>): void {
  useStore.setState(({ heard }) => ({ heard: { ...heard, [id]: { ...(heard[id] ?? NOTHING), ...now } } }));
}

async function answerOf(id: Attachment['id'], question: Question): Promise<Partial<Heard>> {
  const path = { id };
  if (question === 'transcript') return { transcript: (await api.post('/api/attachments/{id}/transcript', { path, json: {} })).data };
  return { voice: (await api.post('/api/attachments/{id}/voice-analysis', { path })).data };
}

/** Shows what is known already, or asks for it; one question at a time. */
export async function ask(id: Attachment['id'], question: Question): Promise<void> {
  const { [question]: known, waits } = useStore.getState().heard[id] ?? NOTHING;
  if (waits) return;
  if (known !== null) {
    keep(id, { asked: question, problem: null });
    return;
  }
  keep(id, { asked: question, waits: true, problem: null });
  try {
    keep(id, { ...(await answerOf(id, question)), waits: false });
  } catch (thrown) {
    keep(id, { problem: asProblem(thrown), waits: false });
  }
}

/** The recordings of a message. */
export const recordingsOf = ({ attachments }: Pick<Message, 'attachments'>): readonly Attachment[] => attachments.filter(({ mime }) => mime.startsWith('audio/'));
