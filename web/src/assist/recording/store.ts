/** What helpers made of recordings, by the file's id: held while the page is open, since a conversation draws only the messages in sight. */
import { create } from 'zustand';
import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';
import { asProblem, type Problem } from '../../api/problem';
import type { Attachment } from '../../api/types';

type Schemas = components['schemas'];
export type Transcript = Schemas['Transcript'];
export type VoiceAnalysis = Schemas['VoiceAnalysis'];

/** What a helper can be asked of a recording, and what it answers. */
interface Answers {
  transcript: Transcript;
  voice: VoiceAnalysis;
}
export type Question = keyof Answers;
export const QUESTIONS: readonly Question[] = ['transcript', 'voice'];

/** What became of a question. */
export interface Asked<Answer> {
  answer: Answer | null;
  problem: Problem | null;
  waits: boolean;
}

type OfRecording = { [Q in Question]?: Asked<Answers[Q]> };

interface RecordingAnswers {
  /** By the file's id. */
  asked: Readonly<Record<Attachment['id'], OfRecording>>;
  /** Which question's answer is shown. */
  shown: Readonly<Record<Attachment['id'], Question>>;
}

export const useRecordingAnswers = create<RecordingAnswers>()(() => ({ asked: {}, shown: {} }));

function set<Q extends Question>(id: Attachment['id'], question: Q, now: Partial<Asked<Answers[Q]>>): void {
  const next = { answer: null, problem: null, waits: false, ...now };
  useRecordingAnswers.setState(({ asked }) => ({ asked: { ...asked, [id]: { ...asked[id], [question]: next } } }));
}

async function load<Q extends Question>(id: Attachment['id'], question: Q, call: Promise<{ data: Answers[Q] }>): Promise<void> {
  set(id, question, { waits: true });
  try {
    set(id, question, { answer: (await call).data });
  } catch (thrown) {
    set(id, question, { problem: asProblem(thrown) });
  }
}

/** Shows what is known already, or asks for it. */
export async function ask(id: Attachment['id'], question: Question): Promise<void> {
  useRecordingAnswers.setState(({ shown }) => ({ shown: { ...shown, [id]: question } }));
  const known = useRecordingAnswers.getState().asked[id]?.[question];
  if (known?.waits === true || (known?.answer ?? null) !== null) return;
  const path = { id };
  if (question === 'transcript') await load(id, question, api.post('/api/attachments/{id}/transcript', { path, json: {} }));
  else await load(id, question, api.post('/api/attachments/{id}/voice-analysis', { path }));
}
