import type { Dashboard, DashboardShare } from '../src/dashboard/types';

/** Counted at 14:05 in Kuala Lumpur, of three days. */
export function aDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
    start_date: '2026-11-25',
    end_date: '2026-11-27',
    timezone: 'Asia/Kuala_Lumpur',
    at: Date.parse('2026-11-27T06:05:00Z'),
    opened: 1_240,
    opened_before: 1_200,
    resolved: 31,
    resolved_before: 38,
    waiting: 21,
    first_reply_seconds: 5_400,
    by_status: [
      { status: 0, count: 12 },
      { status: 1, count: 3 },
      { status: 2, count: 6 },
      { status: 3, count: 0 },
    ],
    by_channel: [
      { group: 'social_media', count: 15 },
      { group: 'email', count: 4 },
      { group: 'fax', count: 1 },
    ],
    by_day: [
      { day: '2026-11-25', opened: 2, resolved: 1 },
      { day: '2026-11-26', opened: 9, resolved: 0 },
      { day: '2026-11-27', opened: 0, resolved: 4 },
    ],
    ratings: [
      { rating: 1, count: 1 },
      { rating: 2, count: 0 },
      { rating: 3, count: 0 },
      { rating: 4, count: 3 },
      { rating: 5, count: 0 },
    ],
    rating_average: 3.25,
    ...over,
  };
}

const ZERO = { opened: 0, opened_before: 0, resolved: 0, resolved_before: 0, waiting: 0, first_reply_seconds: null, rating_average: null };

/** Of a client to which nobody has written. */
export function anEmptyDashboard(over: Partial<Dashboard> = {}): Dashboard {
  const { by_status, by_day, ratings } = aDashboard();
  return aDashboard({
    ...ZERO,
    by_status: by_status.map(({ status }) => ({ status, count: 0 })),
    by_channel: [],
    by_day: by_day.map(({ day }) => ({ day, opened: 0, resolved: 0 })),
    ratings: ratings.map(({ rating }) => ({ rating, count: 0 })),
    ...over,
  });
}

export function aDashboardShare(over: Partial<DashboardShare> = {}): DashboardShare {
  return {
    id: 4,
    name: 'Lobby screen',
    days: 30,
    created_by: 'Mei',
    created_at: Date.parse('2026-11-01T01:00:00Z'),
    expires_at: Date.parse('2026-12-24T01:30:00Z'),
    last_used_at: null,
    uses: 0,
    expired: false,
    ...over,
  };
}
