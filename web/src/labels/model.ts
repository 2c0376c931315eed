import type { Label } from '../api/types';

/** What an admin types about a label; numbers are text until they are saved. */
export interface Fields {
  name: string;
  color: string;
  colorDark: string;
  level: string;
  sla: string;
}

export type FieldName = keyof Fields;

/** A line of the editor: a label that is there, as it would be after saving, or a new one. */
export interface Line extends Fields {
  key: string;
  /** Absent for one that was not saved yet. */
  id: number | null;
  /** The level by which it is sorted: the typed one, once its line was left. */
  rank: number;
}

/** What was done since the last save. It lies over the list, so that the list may change below it. */
export interface Edits {
  changed: Readonly<Record<number, Partial<Fields>>>;
  added: readonly (Fields & { key: string })[];
  removed: readonly number[];
  /** Levels of lines that were left, by key. */
  ranks: Readonly<Record<string, number>>;
}

export const NO_EDITS: Edits = { changed: {}, added: [], removed: [], ranks: {} };

/** A new label. White in the dark theme, where black would not be seen. */
export const NEW_LABEL: Fields = { name: 'New Label', color: '#000000', colorDark: '#ffffff', level: '0', sla: '30' };

const WHOLE = /^-?\d+$/;
const COLOR = /^#[0-9a-f]{6}$/i;

export function keyOf(id: number): string {
  return `label-${id}`;
}

function fieldsOf(label: Label): Fields {
  const { name, color, colorDark } = label;
  return { name, color, colorDark, level: String(label.level), sla: String(label.sla) };
}

/** All lines as they would be after saving, the highest level first. */
export function linesOf(labels: readonly Label[], edits: Edits): Line[] {
  const kept = labels
    .filter((label) => !edits.removed.includes(label.id))
    .map((label) => {
      const key = keyOf(label.id);
      return { ...fieldsOf(label), ...edits.changed[label.id], key, id: label.id, rank: edits.ranks[key] ?? label.level };
    });
  const added = edits.added.map((line) => ({ ...line, id: null, rank: edits.ranks[line.key] ?? 0 }));
  return [...kept, ...added].sort((a, b) => b.rank - a.rank);
}

/** The lines that differ from what is stored. */
export function unsaved(lines: readonly Line[], labels: readonly Label[]): Line[] {
  return lines.filter((line) => {
    const label = labels.find((candidate) => candidate.id === line.id);
    if (label === undefined) return true;
    const stored = fieldsOf(label);
    return (Object.keys(stored) as FieldName[]).some((name) => stored[name] !== line[name]);
  });
}

/** Which fields of a line cannot be saved. */
export function faultsOf(line: Line): FieldName[] {
  const names: FieldName[] = ['name', 'color', 'colorDark', 'level', 'sla'];
  return names.filter((name) => {
    const value = line[name].trim();
    if (value === '') return true;
    if (name === 'color' || name === 'colorDark') return !COLOR.test(value);
    if (name === 'sla') return !/^\d+$/.test(value);
    return name === 'level' ? !WHOLE.test(value) : false;
  });
}

/** Why the lines cannot be saved: the key of a text, or null. */
export function faultOf(lines: readonly Line[]): 'fault.empty' | 'fault.whole' | 'fault.color' | null {
  const some = (test: (line: Line) => boolean) => lines.some(test);
  const texts = (line: Line) => [line.name, line.color, line.colorDark, line.level, line.sla];
  if (some((line) => texts(line).some((text) => text.trim() === ''))) return 'fault.empty';
  if (some((line) => !WHOLE.test(line.level.trim()) || !/^\d+$/.test(line.sla.trim()))) return 'fault.whole';
  if (some((line) => !COLOR.test(line.color.trim()) || !COLOR.test(line.colorDark.trim()))) return 'fault.color';
  return null;
}

/** The body of a save: both lists as JSON in a text. */
export function bodyOf(lines: readonly Line[], removed: readonly number[]): { labelArray: string; delete: string } {
  const labels = lines.map((line) => ({
    ...(line.id === null ? {} : { id: line.id }),
    name: line.name.trim(),
    color: line.color.trim(),
    colorDark: line.colorDark.trim(),
    level: Number(line.level),
    sla: Number(line.sla),
    isNew: line.id === null,
  }));
  return { labelArray: JSON.stringify(labels), delete: JSON.stringify(removed) };
}
