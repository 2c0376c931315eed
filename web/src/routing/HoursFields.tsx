import { CalendarSelect } from '../settings/CalendarSelect';
import { useCalendars } from '../settings/calendars';
import { FoldedGroup } from '../settings/FieldGroup';
import type { PartProps } from './AmountField';
import { useTexts } from './texts';

/** Hours: the calendar in whose open time the queue gives, or around the clock. */
export function HoursFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const calendars = useCalendars().data;
  const { always, calendar_id } = draft;
  const words = { label: t('calendar'), hint: t('calendar_hint', { context: draft.work }), default: t('calendar_default'), always: t('calendar_always'), gone: t('calendar_gone') };
  const own = calendar_id === null ? words.default : (calendars?.find(({ id }) => id === calendar_id)?.name ?? words.gone);
  return (
    <FoldedGroup title={t('hours')} summary={always ? words.always : own} faulty={faults['calendar_id'] !== undefined}>
      <CalendarSelect value={draft} fault={faults['calendar_id']} words={words} onChange={onChange} />
    </FoldedGroup>
  );
}
