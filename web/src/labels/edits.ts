import { create } from 'zustand';
import { NEW_LABEL, NO_EDITS, type Edits, type FieldName, type Line } from './model';

/** Outlives the section, so that a look at another one loses nothing. */
export const useEdits = create<{ edits: Edits }>()(() => ({ edits: NO_EDITS }));

let made = 0;

function edit(change: (edits: Edits) => Partial<Edits>): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, ...change(edits) } }));
}

export function addLine(): string {
  made += 1;
  const key = `new-${made}`;
  edit(({ added }) => ({ added: [...added, { ...NEW_LABEL, key }] }));
  return key;
}

export function changeLine(line: Line, name: FieldName, value: string): void {
  const { id } = line;
  edit(({ changed, added }) =>
    id === null
      ? { added: added.map((other) => (other.key === line.key ? { ...other, [name]: value } : other)) }
      : { changed: { ...changed, [id]: { ...changed[id], [name]: value } } },
  );
}

/** One that was never saved is dropped; one that was is deleted with the next save. */
export function removeLine(line: Line): void {
  const { id } = line;
  edit(({ added, removed }) =>
    id === null ? { added: added.filter((other) => other.key !== line.key) } : { removed: [...removed, id] },
  );
}

/** The line was left: from now on it stands where its level puts it. */
export function settleLine(line: Line): void {
  const level = line.level.trim() === '' ? Number.NaN : Number(line.level);
  if (Number.isFinite(level) && level !== line.rank) {
    edit(({ ranks }) => ({ ranks: { ...ranks, [line.key]: level } }));
  }
}

export function dropEdits(): void {
  useEdits.setState({ edits: NO_EDITS });
}

/** Ids to delete that the server still has. */
export function toDelete(removed: readonly number[], ids: readonly number[]): number[] {
  return removed.filter((id) => ids.includes(id));
}

