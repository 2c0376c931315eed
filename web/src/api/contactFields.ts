import type { components } from './openapi.gen';

/** What a contact may have beside its name, in the order of the form. */
export const CONTACT_FIELDS: readonly ContactField[] = ['salutation', 'email', 'phone', 'identity', 'birth_date', 'notes'];
export type ContactField = components['schemas']['ContactField'];

export const PATH = '/api/contact-fields';

/** In the order in which they are offered. */
export const IDENTITY_TYPES = ['mykad', 'mykid', 'pr_mykad', 'passport', 'army', 'police', 'baby_of'] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

export type Rule = Omit<components['schemas']['ContactFieldRule'], 'field'>;

/** Which fields contacts have, and which identity types are offered. */
export type ContactFields = Record<ContactField, Rule> & { identity_types: IdentityType[] };

/** The same as `/api/contact-fields` takes and gives it. */
export type StoredForm = components['schemas']['ContactFields'];

/** How the session check and the socket tell it; neither is taken on trust. */
export interface Settings {
  contacts_param?: unknown;
  contacts_param2?: unknown;
  dashboard_on?: number | null;
  popup_on_call?: number | null;
  keypresses?: unknown;
}

function part(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}

/** What is not known is passed over; a field of which nothing is said is shown and not needed. */
function formFrom(fields: unknown, types: readonly unknown[]): ContactFields {
  const said: unknown[] = Array.isArray(fields) ? fields : [];
  const rules = CONTACT_FIELDS.map((field) => {
    const rule = said.find((one) => part(one, 'field') === field);
    const shown = part(rule, 'shown') !== false;
    return [field, { shown, required: shown && part(rule, 'required') === true }] as const;
  });
  return {
    ...(Object.fromEntries(rules) as Record<ContactField, Rule>),
    identity_types: IDENTITY_TYPES.filter((type) => types.includes(type)),
  };
}

/** The form that the session tells; without a single known type, all of them are offered. */
export function formOfSession(fields: unknown, types: unknown): ContactFields {
  const form = formFrom(fields, Array.isArray(types) ? types.map((one) => part(one, 'identity_type')) : []);
  return form.identity_types.length > 0 ? form : { ...form, identity_types: [...IDENTITY_TYPES] };
}

export function formOfStored({ fields, identity_types: types }: StoredForm): ContactFields {
  return formFrom(fields, types);
}

export function settingsOf({ fields, identity_types: types }: StoredForm): Settings {
  return { contacts_param: fields, contacts_param2: types.map((type) => ({ identity_type: type })) };
}

export function storedOf(form: ContactFields): StoredForm {
  return { fields: CONTACT_FIELDS.map((field) => ({ field, ...form[field] })), identity_types: form.identity_types };
}
