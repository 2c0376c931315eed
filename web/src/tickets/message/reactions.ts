import type { Message } from '../../api/types';

export interface ReactionGroup {
  emoji: string;
  count: number;
  /** A provider knows the desk as one, so any agent may take its emoji away; of the team's, one's own. */
  ours: boolean;
  /** It never leaves the team. */
  team: boolean;
  names: string[];
}

/** What is shown to choose from where the channel takes any. */
export const USUAL: readonly string[] = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** One chip per emoji, the earliest first. */
export function groupReactions(message: Pick<Message, 'reactions'>, me: string): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { reaction, username, name, team = false } of message.reactions ?? []) {
    const key = team ? `team ${reaction}` : reaction;
    const group = groups.get(key) ?? { emoji: reaction, count: 0, ours: false, team, names: [] };
    group.count += 1;
    group.ours ||= team ? username === me : username !== 'visitor';
    if (name !== '') group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}
