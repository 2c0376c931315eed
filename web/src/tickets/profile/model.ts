import type { components } from '../../api/openapi.gen';
import { IDENTITY_TYPES, type ContactField, type ContactFields, type IdentityType } from '../../api/contactFields';

type Schemas = components['schemas'];

/** A contact as the server tells it to whoever may look at contacts. */
export type Profile = Schemas['ContactDetail'];

/** What a contact agreed to or withdrew, as a channel told it. */
export type Consent = Schemas['ContactConsent'];

/** A contact that was merged into another one. */
export type Merge = Schemas['ContactMerge'];

/** What a merge would do. */
export type Preview = Schemas['MergePreview'];

/** A contact as the search finds it. */
export type Found = Pick<Schemas['ContactRow'], 'id' | 'name' | 'email' | 'phone'>;

const digits = (phone: string) => phone.replace(/\D/g, '');

/** Of contacts that were found those that have the same address or number, each once. */
export function alike(profile: Pick<Profile, 'id' | 'email' | 'phone'>, found: readonly Found[]): { other: Found; same: 'email' | 'phone' }[] {
  const email = profile.email.trim().toLowerCase();
  const phone = digits(profile.phone);
  const seen = new Set([profile.id]);
  return found.flatMap((other) => {
    const same = email !== '' && other.email.trim().toLowerCase() === email ? 'email' : phone !== '' && digits(other.phone) === phone ? 'phone' : null;
    if (same === null || seen.has(other.id)) return [];
    seen.add(other.id);
    return [{ other, same } as const];
  });
}

export type Form = Pick<
  Profile,
  'name' | 'salutation' | 'email' | 'phone' | 'identity_type' | 'identity_number' | 'identity_refused' | 'birth_date' | 'notes'
>;

export function formOf(profile: Profile): Form {
  const { name, salutation, email, phone, identity_type, identity_number, identity_refused, birth_date, notes } = profile;
  return { name, salutation, email, phone, identity_type, identity_number, identity_refused, birth_date, notes };
}

const FIELD_OF: Record<Exclude<keyof Form, 'name'>, ContactField> = {
  salutation: 'salutation',
  email: 'email',
  phone: 'phone',
  identity_type: 'identity',
  identity_number: 'identity',
  identity_refused: 'identity',
  birth_date: 'birth_date',
  notes: 'notes',
};

/** Whether the desk keeps a part of the form. */
export function keeps(kept: ContactFields, name: string): boolean {
  return name === 'name' || (name in FIELD_OF && kept[FIELD_OF[name as keyof typeof FIELD_OF]].shown);
}

/** What a contact may be identified by: what is offered, and what it has. */
export function typesFor(kept: ContactFields, profile: Profile): IdentityType[] {
  return IDENTITY_TYPES.filter((type) => type === profile.identity_type || kept.identity_types.includes(type));
}

/** What was typed, without what the desk stopped keeping while the form was open. */
export function stillKept(draft: Partial<Form>, kept: ContactFields, profile: Profile): Partial<Form> {
  const { identity_type: type = '' } = draft;
  // A number goes with its type.
  const gone = type !== '' && typesFor(kept, profile).every((one) => one !== type);
  return Object.fromEntries(
    Object.entries(draft).filter(([name]) => keeps(kept, name) && !(gone && name.startsWith('identity_'))),
  );
}

/** Whether a number is asked for. */
export function asksNumber(form: Form): boolean {
  return form.identity_type !== '' && !form.identity_refused;
}

/** What of a form is different, as the server takes it: a day with the hour at which it begins. */
export function changesOf(form: Form, profile: Profile): Partial<Form> {
  const was = formOf(profile);
  const sent: Form = {
    ...form,
    identity_refused: form.identity_type !== '' && form.identity_refused,
    identity_number: asksNumber(form) ? form.identity_number : '',
  };
  const changed = (Object.keys(sent) as (keyof Form)[]).filter((name) => sent[name] !== was[name]);
  // A number means nothing without its type, and the other way round.
  const parts = ['identity_type', 'identity_number', 'identity_refused'] as const;
  const names = changed.some((name) => (parts as readonly string[]).includes(name)) ? [...new Set([...changed, ...parts])] : changed;
  const changes = Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<Form>;
  if (changes.birth_date) changes.birth_date = `${changes.birth_date} 00:00:00`;
  return changes;
}

/** How a day is written here, whatever the browser's own form is. */
export const DAY_FORMAT = 'yyyy-MM-dd';

const MOVES = ['identities', 'tickets', 'blocks', 'invitations'] as const;

/** What moves, without what there is none of. */
export function movesOf(preview: Preview): { what: (typeof MOVES)[number]; count: number }[] {
  return MOVES.map((what) => ({ what, count: preview[what] })).filter(({ count }) => count > 0);
}
