import type { Message, Reaction } from '../../api/types';

export interface ReactionGroup {
  emoji: string;
  count: number;
  mine: boolean;
  names: string[];
}

/** What is shown to choose from where the channel takes any. */
export const USUAL: readonly string[] = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

function isMine(reaction: Reaction, me: string): boolean {
  return reaction.mine === true || reaction.by === me;
}

/** One chip per emoji, the earliest first. */
export function groupReactions(message: Pick<Message, 'reactions'>, me: string): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const reaction of message.reactions ?? []) {
    if (!reaction.emoji) continue;
    const group = groups.get(reaction.emoji) ?? { emoji: reaction.emoji, count: 0, mine: false, names: [] };
    group.count += 1;
    group.mine ||= isMine(reaction, me);
    const name = reaction.name ?? reaction.by;
    if (name) group.names.push(name);
    groups.set(reaction.emoji, group);
  }
  return [...groups.values()];
}
