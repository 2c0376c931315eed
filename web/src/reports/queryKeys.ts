/** The first part of the keys of all queries of the reports. */
export const REPORTS = 'reports';
