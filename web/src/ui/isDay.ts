const FORM = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!FORM.test(text)) return false;
  // Some browsers make the first of March of the thirtieth of February.
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
