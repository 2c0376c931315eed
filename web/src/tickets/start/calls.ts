import { api, upload } from '../../api/client';
import type { OutContent } from '../../api/content';
import type { components } from '../../api/openapi.gen';
import type { ToldRules } from '../../api/types';

type Schemas = components['schemas'];

/** A channel on which an agent can write first. */
export type StartChannel = Omit<Schemas['StartChannel'], 'send'> & { send: ToldRules };

export type StartedConversation = Pick<Schemas['StartedConversation'], 'ticket_id' | 'ticket_number' | 'continued'>;

/** The first message, as the core names its fields; what was left empty is not sent. */
export interface StartRequest {
  channel_id: number;
  contact_id?: number;
  address?: string;
  name?: string;
  subject?: string;
  message: string;
  type: 'text' | 'text/html';
  contents?: readonly OutContent[];
  signature?: boolean;
  cc?: readonly string[];
  queue_id: string;
}

/** A form's field has no other types than text and files. */
function formOf(request: StartRequest, files: readonly File[]): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(request)) body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const file of files) body.append('attachment[]', file, file.name);
  return body;
}

export const calls = {
  channels: async (contact: number | null, signal: AbortSignal): Promise<StartChannel[]> =>
    (await api.get('/api/conversations/channels', { query: { contact_id: contact }, signal })).data,
  find: async (keyword: string, signal: AbortSignal) => (await api.get('/api/contacts/list', { query: { keyword, pagination: 8 }, signal })).data,
  start: (request: StartRequest, files: readonly File[], onProgress: (share: number) => void): Promise<StartedConversation> =>
    files.length === 0 ? api.post('/api/conversations', { json: request }) : upload('/api/conversations', formOf(request, files), onProgress),
};
