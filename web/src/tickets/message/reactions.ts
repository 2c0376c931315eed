import type { Message } from '../../api/types';

export interface ReactionGroup {
  emoji: string;
  count: number;
  /** An agent's: a provider knows the desk as one, so any agent may take it away. */
  ours: boolean;
  names: string[];
}

/** What is shown to choose from where the channel takes any. */
export const USUAL: readonly string[] = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** One chip per emoji, the earliest first. */
export function groupReactions(message: Pick<Message, 'reactions'>): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { reaction, username, name } of message.reactions ?? []) {
    const group = groups.get(reaction) ?? { emoji: reaction, count: 0, ours: false, names: [] };
    group.count += 1;
    group.ours ||= username !== 'visitor';
    if (name !== '') group.names.push(name);
    groups.set(reaction, group);
  }
  return [...groups.values()];
}
