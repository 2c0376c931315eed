const KINDS = ['image/png', 'image/gif', 'image/webp'];
const BYTES_MAX = 256 * 1024;
const NAME = /^[a-z0-9_+-]{2,32}$/;

export const ACCEPT = KINDS.join(',');

/** A name as it is kept, without its colons. */
export function bareName(typed: string): string {
  return typed.trim().replace(/^:+|:+$/g, '').toLowerCase();
}

/** A name to begin with, from the name of the file. */
export function nameOf(file: string): string {
  const stem = file.replace(/\.[^.]*$/, '').toLowerCase();
  return stem.replace(/[^a-z0-9_+-]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 32);
}

/** What the server would refuse, as far as it can be seen here: keys of texts by field. */
export function faultsOf(name: string, file: File | null): { name?: string; picture?: string } {
  const faults: { name?: string; picture?: string } = {};
  if (!NAME.test(bareName(name))) faults.name = 'fault.name';
  if (file === null) faults.picture = 'fault.picture';
  else if (!KINDS.includes(file.type)) faults.picture = 'fault.kind';
  else if (file.size > BYTES_MAX) faults.picture = 'fault.size';
  return faults;
}
