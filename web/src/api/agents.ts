import { create } from 'zustand';
import { api } from './client';
import type { Agent } from './types';

/** Usernames of programs that work at the desk. */
export const BOTS: readonly string[] = ['bot', 'chatbot', 'translatebot'];

/** What a colleague is called; the username where nobody knows more. */
export function nameOf(username: string, names: ReadonlyMap<string, string>): string {
  return names.get(username) || username;
}

/** Those who can be made responsible: light agents and auditors answer nobody, and stay where they are already. */
export function assignable(agents: readonly Agent[], taking: readonly string[] = []): readonly Agent[] {
  return agents.filter(({ answers, username }) => answers || taking.includes(username));
}

interface AgentsState {
  /** Whoever can be given something. */
  agents: Agent[];
  /** Name by username, for places that only know the username; also of colleagues who were disabled. */
  names: ReadonlyMap<string, string>;
  /** The address of the photo by username; who has none is not among them. */
  photos: ReadonlyMap<string, string>;
  load: () => Promise<void>;
}

export const useAgents = create<AgentsState>()((set) => ({
  agents: [],
  names: new Map(),
  photos: new Map(),
  load: async () => {
    const everybody = await api.get('/api/agent/{token}', { path: { token: '-' }, query: { everybody: true } });
    set({
      agents: everybody.filter((agent) => !agent.disabled),
      names: new Map(everybody.map((agent) => [agent.username, agent.name])),
      photos: new Map(everybody.filter((agent) => agent.photo !== '').map((agent) => [agent.username, agent.photo])),
    });
  },
}));
