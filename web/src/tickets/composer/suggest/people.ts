import type { Agent, Department, Mention } from '../../../api/types';
import { fold } from '../../../ui/fold';
import { mentionName } from '../../message/mentions';

/** What stands between an @ and the caret: up to three words, for names have blanks in them. */
export interface NameTyped {
  start: number;
  query: string;
}

// Chinese has no blanks between its words.
const AT = /(?:^|[\s(（[\p{Script=Han}，。：、])@((?:[^\s@]+(?: [^\s@]+){0,2})?)$/u;

/** The name that is being typed; a mention that stands there already is none. */
export function nameAt(text: string, caret: number, mentions: readonly Mention[]): NameTyped | null {
  const query = AT.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return null;
  const start = caret - query.length - 1;
  const known = mentions.some((mention) => query.startsWith(mentionName(mention)));
  return known ? null : { start, query };
}

/** How well somebody fits, the lower the better; null where they do not. */
function fit(names: readonly string[], query: string): number | null {
  const folded = names.map(fold);
  if (folded.some((name) => name.startsWith(query))) return 0;
  if (folded.some((name) => name.includes(` ${query}`))) return 1;
  return folded.some((name) => name.includes(query)) ? 2 : null;
}

/** Colleagues and departments for what was typed, by how well they fit; oneself comes last. */
export function offeredPeople(agents: readonly Agent[], departments: readonly Department[], typed: string, me: string, max: number): Mention[] {
  const query = fold(typed);
  const rank = (mention: Mention, names: readonly string[], later: number) => {
    const fits = query === '' ? 0 : fit(names, query);
    return fits === null ? [] : [{ mention, rank: later + fits, name: fold(mentionName(mention)) }];
  };
  const found = [
    ...agents.flatMap(({ username, name }) => rank({ kind: 'user', username, name: name || username }, [name, username], username === me ? 20 : 0)),
    ...departments.flatMap(({ id, name, deleted }) => (deleted ? [] : rank({ kind: 'department', id, name }, [name], 10))),
  ];
  return found
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, max)
    .map(({ mention }) => mention);
}
