/** Short or long names of the weekdays in a language, Monday first. */
export function dayNames(language: string, style: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2024, 0, day)));
}
