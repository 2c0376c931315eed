/** The one that is nobody's: under its short name it is what accounts have where nobody chose. */
export const UTC = { value: 'Etc/UTC', label: 'UTC' } as const;

/** The time zones that this browser knows; UTC alone in one that does not tell. */
export function timezones(): (string | typeof UTC)[] {
  try {
    return [UTC, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && zone !== UTC.value)];
  } catch {
    return [UTC];
  }
}
