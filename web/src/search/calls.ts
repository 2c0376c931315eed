import { api } from '../api/client';
import { useLabels } from '../api/labels';
import { asProblem } from '../api/problem';
import type { Agent, Label } from '../api/types';
import { bare, nothing, PAGE, pageOf, type Asked, type ContactRow, type Found, type Section } from './model';

async function contactsWith(words: string, page: number, signal: AbortSignal): Promise<Section<ContactRow>> {
  try {
    const answer = await api.get('/api/contacts/list', { query: { searchBar: true, keyword: words, filter: 'all', pagination: PAGE, page }, signal });
    return { rows: answer.data, count: answer.total, more: answer.more };
  } catch (thrown) {
    // Who may not see contacts finds none.
    if (asProblem(thrown).status === 403) return nothing;
    throw thrown;
  }
}

async function agentsWith(words: string, page: number, signal: AbortSignal): Promise<Section<Agent>> {
  return pageOf(await api.get('/api/agent/{token}', { path: { token: '-' }, query: { search: true, keyword: words }, signal }), page);
}

async function labelsWith(words: string, page: number): Promise<Section<Label>> {
  if (useLabels.getState().phase !== 'ready') await useLabels.getState().load();
  const wanted = words.toLowerCase();
  return pageOf(
    useLabels.getState().labels.filter((label) => !label.deleted && label.name.toLowerCase().includes(wanted)),
    page,
  );
}

/** A page of everything that is found: tickets and messages by one call, people and labels by theirs. */
export async function search(asked: Asked, entity: string, page: number, signal: AbortSignal): Promise<Found> {
  const keys = [asked.from, asked.contact, asked.label, asked.number].filter((value) => value !== '').length;
  // Words alone are looked for everywhere; a key alone in what it is about.
  const everywhere = keys === 0;
  const named = (own: string) => (everywhere ? bare(asked.words) : own !== '' && keys === 1 && asked.words === '' ? bare(own) : '');
  const [contact, agent, label] = [named(asked.contact), named(asked.from), named(asked.label)];
  const [answer, contacts, agents, labels] = await Promise.all([
    api.get('/api/search/data', {
      query: {
        entity,
        message: asked.words,
        username: asked.from,
        label: asked.label,
        ticket: asked.number,
        contact: asked.contact,
        search_index: page * PAGE,
        search_message_index: page * PAGE,
      },
      signal,
    }),
    contact === '' ? nothing : contactsWith(contact, page, signal),
    agent === '' ? nothing : agentsWith(agent, page, signal),
    label === '' ? nothing : labelsWith(label, page),
  ]);
  return {
    labels,
    contacts,
    agents,
    messages: { rows: answer.message, count: answer.messageCount, more: answer.messageMore },
    posts: { rows: answer.post, count: answer.postCount, more: answer.postMore },
    indexing: answer.indexing?.percent ?? null,
  };
}
