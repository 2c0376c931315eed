import type { CustomField } from '../api/fields';
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type Rule = Schemas['Rule'];
export type RuleEvent = Schemas['RuleEvent'];
export type RuleField = Schemas['RuleField'];
export type RuleComparison = Schemas['RuleComparison'];
export type RuleTest = Schemas['RuleTest'];
export type RuleAction = Schemas['RuleAction'];
export type RuleStep = Schemas['RuleStep'];
export type RuleRun = Schemas['RuleRun'];
export type RuleRuns = Schemas['RuleRuns'];
export type RuleStepDone = Schemas['RuleStepDone'];
export type Trial = Schemas['Trial'];
export type TrialTicket = Schemas['TrialTicket'];

export const EVENTS: readonly RuleEvent[] = [
  'opened',
  'customer_message',
  'answer',
  'status',
  'labels',
  'department',
  'assignee',
  'severity',
  'note',
  'since_opened',
  'since_customer',
  'since_answer',
  'sla_warning',
  'sla_breached',
];

export const FIELDS: readonly RuleField[] = [
  'channel',
  'subject',
  'text',
  'sender',
  'label',
  'department',
  'assignee',
  'status',
  'severity',
  'language',
  'hours',
  'answered',
  'age',
];

export const ACTIONS: readonly RuleAction[] = [
  'status',
  'severity',
  'label_add',
  'label_remove',
  'department',
  'assignee',
  'note',
  'reply',
  'canned_reply',
  'snooze',
  'spam',
];

/** What an action may set; spam is an action of its own. */
export const STATUS_CODES: readonly number[] = [0, 1, 2, 3];

/** Whether a rule with this event waits for a time. */
export function waits(event: RuleEvent): boolean {
  return event.startsWith('since_');
}

/** How a custom field may be compared, as the server takes it. */
function customComparisons(kind: CustomField['kind'] | undefined): readonly RuleComparison[] {
  if (kind === 'text' || kind === 'long_text') return ['contains', 'contains_not', 'is', 'is_not'];
  return kind === 'number' || kind === 'date' ? ['is', 'is_not', 'more', 'less'] : ['is', 'is_not'];
}

/** How a field may be compared, as the server takes it. */
export function comparisons(field: RuleField, custom?: CustomField): readonly RuleComparison[] {
  if (field === 'custom') return customComparisons(custom?.kind);
  if (field === 'age') return ['more', 'less'];
  if (field === 'subject' || field === 'text' || field === 'sender') return ['contains', 'contains_not', 'is', 'is_not'];
  return ['is', 'is_not'];
}

/** Where a value comes from. */
export type Kind = 'text' | 'long' | 'minutes' | 'channel' | 'label' | 'department' | 'person' | 'status' | 'severity' | 'reply' | 'custom' | 'none';

export const FIELD_KINDS: Readonly<Record<RuleField, Kind>> = {
  channel: 'channel',
  subject: 'text',
  text: 'text',
  sender: 'text',
  label: 'label',
  department: 'department',
  assignee: 'person',
  status: 'status',
  severity: 'severity',
  language: 'text',
  hours: 'none',
  answered: 'none',
  age: 'minutes',
  custom: 'custom',
};

export const ACTION_KINDS: Readonly<Record<RuleAction, Kind>> = {
  status: 'status',
  severity: 'severity',
  label_add: 'label',
  label_remove: 'label',
  department: 'department',
  assignee: 'person',
  note: 'long',
  reply: 'long',
  canned_reply: 'reply',
  snooze: 'minutes',
  spam: 'none',
  custom: 'custom',
};

/** A new line of its kind: the first choice there is, or nothing typed yet. */
export function firstValue(kind: Kind, choices: readonly { value: string }[]): string {
  if (kind === 'minutes') return '60';
  return choices[0]?.value ?? '';
}

/** What a field that asks for no value is compared with. */
export function fixedValue(field: RuleField): string {
  if (field === 'hours') return 'open';
  return field === 'answered' ? 'yes' : '';
}

export type Unit = 'minutes' | 'hours' | 'days';
export const UNITS: readonly Unit[] = ['minutes', 'hours', 'days'];
export const MINUTES: Readonly<Record<Unit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Minutes as people say them: in the largest unit that has no rest. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
  const unit = [...UNITS].reverse().find((one) => minutes > 0 && minutes % MINUTES[one] === 0) ?? 'minutes';
  return { amount: minutes / MINUTES[unit], unit };
}
