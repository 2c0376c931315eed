import { useEntry } from './open';

/** While something is on its way nobody can tell what closing would mean. */
export function holdEntry(held: boolean): void {
  useEntry.setState({ held });
}

export function closeEntry(): void {
  useEntry.setState({ window: 'closed' });
}
