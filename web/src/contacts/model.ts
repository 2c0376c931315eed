import type { components } from '../api/openapi.gen';

export type ContactRow = components['schemas']['ContactRow'];
export type ContactPage = components['schemas']['ContactPage'];

/** By what the people of a list can be reached, as the server calls it. */
export const REACHES = ['all', 'email', 'phone', 'none'] as const;
export type Reach = (typeof REACHES)[number];

/** Contacts of one load. */
export const PAGE = 30;

/** Pages behind one another; one that came in meanwhile pushes others onto the next page, which then has them twice. */
export function rowsOf(pages: readonly ContactPage[]): ContactRow[] {
  const known = new Set<number>();
  return pages
    .flatMap((page) => page.data)
    .filter(({ id }) => {
      const isNew = !known.has(id);
      known.add(id);
      return isNew;
    });
}

/** The page to ask for next; undefined where that was the last. */
export function nextOf(last: ContactPage, pages: readonly ContactPage[]): number | undefined {
  return last.data.length >= PAGE ? pages.length : undefined;
}

export function nameOf({ salutation, name }: Pick<ContactRow, 'salutation' | 'name'>): string {
  return [salutation, name].filter((part) => part !== '').join(' ');
}

/** Whoever has no other name is called by an address or number, which once is enough. */
export function reachOf({ name, email, phone }: Pick<ContactRow, 'name' | 'email' | 'phone'>): string {
  return [email, phone].filter((part) => part !== '' && part !== name).join(' · ');
}

/** The address of a contact's profile. */
export function pathOf({ uid }: Pick<ContactRow, 'uid'>): string {
  return `/contacts/${encodeURIComponent(uid)}`;
}
