import type { Problem } from './problem';

const waiting = new Set<() => void>();

/** What shall be tried again by itself as soon as the server answers again; the answer takes it back. */
export function onLineBack(run: () => void): () => void {
  waiting.add(run);
  return () => waiting.delete(run);
}

/** Whoever holds the line says that it stands again. One fault never keeps it from the others. */
export function lineIsBack(): void {
  for (const run of [...waiting]) {
    try {
      run();
    } catch (thrown) {
      console.error('Something could not be tried again.', thrown);
    }
  }
}

/** Whether a call failed on the way, so that the same call may do later. */
export function isLineTrouble({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'offline' || code === 'unavailable';
}
