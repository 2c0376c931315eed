/** What a form asks for, and what is wrong with what was filled in. */
export interface FormRules {
  readonly title: string;
  readonly intro: string;
  readonly required: readonly string[];
  readonly messageMax: number;
  readonly filesMax: number;
  readonly fileMaxBytes: number;
}

export const FIELDS = ['name', 'email', 'phone', 'title', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Values = Readonly<Record<FieldName, string>>;

export const NOTHING: Values = { name: '', email: '', phone: '', title: '', message: '' };

export type Wrong = 'empty' | 'badEmail' | 'badPhone' | 'tooLong' | 'reach' | 'needFile' | 'check';
export type Wrongs = Readonly<Partial<Record<FieldName | 'file', Wrong>>>;

export function maxOf(field: FieldName, rules: Pick<FormRules, 'messageMax'>): number {
  return { name: 120, email: 254, phone: 40, title: 200, message: rules.messageMax }[field];
}

export function isNeeded(field: FieldName, rules: Pick<FormRules, 'required'>): boolean {
  return field === 'name' || field === 'message' || rules.required.includes(field);
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.][^\s@]*\.[^\s@.]+$/.test(text);
}

function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d\-(). /]+$/.test(text) && digits >= 5 && digits <= 15;
}

/** Everything that is wrong at once, so that nobody sends the form five times. */
export function wrongs(values: Values, files: number, rules: FormRules): Wrongs {
  const found: Partial<Record<FieldName | 'file', Wrong>> = {};
  for (const field of FIELDS) {
    const text = values[field].trim();
    if (text === '' && isNeeded(field, rules)) found[field] = 'empty';
    else if (Array.from(text).length > maxOf(field, rules)) found[field] = 'tooLong';
  }
  const [email, phone] = [values.email.trim(), values.phone.trim()];
  if (email !== '' && !isAddress(email)) found.email = 'badEmail';
  if (phone !== '' && !isNumber(phone)) found.phone = 'badPhone';
  if (email === '' && phone === '' && found.email === undefined) found.email = 'reach';
  if (rules.required.includes('file') && files === 0) found.file = 'needFile';
  return found;
}

/** A size for people, in whole units. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.floor(bytes / 1_048_576)} MB`;
  return `${Math.max(1, Math.floor(bytes / 1024))} KB`;
}

/** A word nobody guesses, by which a repeated sending is known. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
