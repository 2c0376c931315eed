import type { Import, ImportColumn, ImportDetail, ImportField } from './types';

/** What the tests of this room import. */
export const NO_COUNTS = { created: 0, updated: 0, unchanged: 0, refused: 0 };

export function anImport(over: Partial<Import> = {}): Import {
  return {
    id: 1,
    kind: 'contacts',
    state: 'mapping',
    file_name: 'customers.csv',
    size: 2048,
    encoding: 'UTF-8',
    rows: 1000,
    done: 0,
    counts: NO_COUNTS,
    known: 'fill',
    date_order: 'ymd',
    timezone: 'UTC',
    created_by: 'mei',
    created_at: Date.parse('2026-03-04T09:05:00Z'),
    started_at: null,
    ended_at: null,
    failure: '',
    ...over,
  };
}

const aField = (key: string, over: Partial<ImportField> = {}): ImportField => ({ key, label: '', many: false, ...over });

export const CONTACT_FIELDS = ['external_id', 'name', 'email', 'phone'].map((key) => aField(key));
export const TICKET_FIELDS = [...['title', 'description', 'contact_email'].map((key) => aField(key)), aField('labels', { many: true }), aField('field:7', { label: 'Order number' })];

export const COLUMNS: readonly ImportColumn[] = [
  { name: 'Full name', samples: ['Aisyah', 'Ben', 'Chong'], field: 'name' },
  { name: 'Mail', samples: ['aisyah@shop.example'], field: 'email' },
  { name: 'Shoe size', samples: [], field: '' },
];

export function aDetail(over: Partial<Import> = {}, part: Partial<Omit<ImportDetail, 'import'>> = {}): ImportDetail {
  return { import: anImport(over), columns: [...COLUMNS], fields: CONTACT_FIELDS, ...part };
}
