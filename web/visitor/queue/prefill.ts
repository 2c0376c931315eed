/** What the page's address says about the visitor: links made by other systems fill the form. */
export interface FormValues {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly message: string;
}

export type FormField = keyof FormValues;

export const FORM_FIELDS: readonly FormField[] = ['name', 'phone', 'email', 'message'];

export interface Prefill {
  readonly values: FormValues;
  readonly ic: string;
  /** False when the address carries `api`: the registration then says `api=false`. */
  readonly viaApi: boolean;
  /** Every field is there, so nobody has to press the button. */
  readonly complete: boolean;
}

/** The fields that nothing was written into. */
export function emptyFields(values: FormValues): readonly FormField[] {
  return FORM_FIELDS.filter((field) => values[field].trim() === '');
}

export function readPrefill(search: string): Prefill {
  const query = new URLSearchParams(search);
  const values: FormValues = {
    name: query.get('name') ?? '',
    phone: query.get('phone') ?? '',
    email: query.get('email') ?? '',
    message: query.get('reason') ?? '',
  };
  const api = query.get('api');
  return {
    values,
    ic: query.get('ic') ?? '',
    viaApi: api === null || api === 'true',
    complete: emptyFields(values).length === 0,
  };
}

/** What the forms have, field by field; of several that have something the first one's. */
export function firstOf(...forms: readonly Readonly<Partial<FormValues>>[]): FormValues {
  const first = (field: FormField) => forms.map((form) => form[field] ?? '').find((value) => value !== '') ?? '';
  return { name: first('name'), phone: first('phone'), email: first('email'), message: first('message') };
}
