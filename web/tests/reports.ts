import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportRow, SummaryPage } from '../src/reports/model';

export function aReportRow(id: number, over: Partial<ReportRow> = {}): ReportRow {
  return {
    id,
    ticket_number: 1_000 + id,
    title: `Ticket of ${id}`,
    channel: 'TELEGRAM',
    label: '[2]',
    closed: 0,
    assignee: 'mei',
    department_id: 7,
    created_at: '2026-10-01 01:00:00',
    updated_at: '2026-10-01 02:30:00',
    sla: 'met',
    rating: null,
    reason: null,
    label_names: ['Refund'],
    assignee_names: ['Mei Ling'],
    department: 'Sales',
    ...over,
  };
}

/** A page of a summary; so many rows as ids are given, under each heading. */
export function aSummaryPage(headings: Record<string, readonly number[]>): SummaryPage {
  const data = Object.fromEntries(Object.entries(headings).map(([heading, ids]) => [heading, ids.map((id) => aReportRow(id))]));
  return { result: 'success', data, count: Object.values(headings).flat().length };
}

export const rangeField = () => screen.getByLabelText<HTMLButtonElement>('Date range');

/** Chooses a first day, which is in the month on screen or before it, and a last one of the same month. Days are named as in `1 January 2026`. */
export async function chooseDays(first: string, last: string): Promise<void> {
  await userEvent.click(rangeField());
  const calendar = within(await screen.findByRole('dialog'));
  const [, month = ''] = /^\d+ (.+)$/.exec(first) ?? [];
  while (calendar.queryByRole('button', { name: month }) === null) await userEvent.click(calendar.getByRole('button', { name: 'Previous month' }));
  for (const day of [first, last]) await userEvent.click(calendar.getByRole('button', { name: day }));
}
