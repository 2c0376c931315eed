//! Usage as the API shows it.

use super::{BOUNDS_US, MINUTE_MS, Numbers, WALLS, standing::Standing};
use crate::{
    channels::{
        Channels,
        api::{PluginUsage, UsageBucket, UsageByCall},
        store::{self, StepRow, UsageScope},
    },
    db::DbResult,
};
use std::collections::BTreeMap;

/// How far back to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::channels) struct Period {
    hours: i64,
}

impl Period {
    /// So many hours, at least one and at most the week that is kept; a day when nothing is said.
    #[must_use]
    pub fn hours(hours: Option<i64>) -> Self {
        Self { hours: hours.unwrap_or(24).clamp(1, 7 * 24) }
    }

    /// The length of a bucket: a minute where that is readable, else so long that a page has some
    /// three hundred of them.
    fn step_ms(self) -> i64 {
        let minutes = match self.hours {
            ..5 => 1,
            5..=24 => 5,
            25..=72 => 15,
            _ => 60,
        };
        minutes * MINUTE_MS
    }
}

impl Channels {
    /// What calls cost, what waits, the breakers, and the last errors.
    pub(in crate::channels) async fn usage_of(
        &self,
        whose: UsageScope<'_>,
        period: Period,
    ) -> DbResult<PluginUsage> {
        let now = self.clock.now_ms();
        let step = period.step_ms();
        let since = now - period.hours * 60 * MINUTE_MS;
        let mut conn = self.db.read().await?;
        let rows = store::usage_by_step(&mut conn, whose, since - since % step, step).await?;
        let Standing { queue, breaker, errors } = self.standing(&mut conn, whose, now).await?;
        Ok(PluginUsage {
            step_ms: step,
            buckets: by_time(&rows),
            by_call: by_call(&rows),
            queue,
            breaker,
            errors,
        })
    }
}

impl StepRow {
    fn numbers(&self) -> Numbers {
        Numbers {
            sums: self.sums.clone(),
            walls: [
                self.wall_0,
                self.wall_1,
                self.wall_2,
                self.wall_3,
                self.wall_4,
                self.wall_5,
                self.wall_6,
                self.wall_7,
                self.wall_8,
                self.wall_9,
                self.wall_10,
                self.wall_11,
            ],
        }
    }
}

/// Sums by what `key` says of a row, in the order of the keys.
fn sums<'a, K: Ord>(rows: &'a [StepRow], key: impl Fn(&'a StepRow) -> K) -> BTreeMap<K, Numbers> {
    let mut sums: BTreeMap<K, Numbers> = BTreeMap::new();
    for row in rows {
        sums.entry(key(row)).or_default().add(&row.numbers());
    }
    sums
}

/// The steps of time, the oldest first.
fn by_time(rows: &[StepRow]) -> Vec<UsageBucket> {
    let sums = sums(rows, |row| row.at);
    sums.iter().map(|(at, n)| UsageBucket { at: *at, sums: n.sums.clone() }).collect()
}

/// The functions, the one called most first.
fn by_call(rows: &[StepRow]) -> Vec<UsageByCall> {
    let mut sums: Vec<_> = sums(rows, |row| row.call.as_str()).into_iter().collect();
    sums.sort_by_key(|(_, n)| std::cmp::Reverse(n.sums.calls));
    let with_times = |(call, n): (&str, Numbers)| UsageByCall {
        call: call.to_owned(),
        sums: n.sums.clone(),
        p50_us: percentile(&n.walls, 50),
        p99_us: percentile(&n.walls, 99),
    };
    sums.into_iter().map(with_times).collect()
}

/// The time that so many of a hundred calls stay below, read from the classes: within a class the
/// calls are taken to lie evenly. Calls of the last class count as twice its bound.
fn percentile(walls: &[i64; WALLS], percent: i64) -> i64 {
    let all: i64 = walls.iter().sum();
    let wanted = (all * percent + 99) / 100;
    let mut before = 0;
    for (at, count) in walls.iter().enumerate() {
        if before + count >= wanted && *count > 0 {
            let low = if at == 0 { 0 } else { BOUNDS_US[at - 1] };
            let high = BOUNDS_US.get(at).copied().unwrap_or(low * 2);
            return low + (high - low) * (wanted - before) / count;
        }
        before += count;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channels::api::UsageSums;

    #[test]
    fn percentiles_are_read_from_the_classes() {
        let mut walls = [0; WALLS];
        assert_eq!(percentile(&walls, 50), 0);
        walls[0] = 100;
        assert_eq!(percentile(&walls, 50), 25);
        assert_eq!(percentile(&walls, 99), 49);
        walls[4] = 100;
        assert_eq!(percentile(&walls, 50), 50);
        assert_eq!(percentile(&walls, 99), 990);
        walls[11] = 100;
        assert_eq!(percentile(&walls, 99), 1_970_000);
    }

    #[test]
    fn rows_are_summed_by_time_and_by_function() {
        let row = |at, call: &str, calls, peak_memory| StepRow {
            at,
            call: call.to_owned(),
            sums: UsageSums {
                calls,
                ok: calls,
                cpu_us: 10 * calls,
                wall_us: 40 * calls,
                peak_memory,
                ..UsageSums::default()
            },
            wall_0: calls,
            wall_1: 0,
            wall_2: 0,
            wall_3: 0,
            wall_4: 0,
            wall_5: 0,
            wall_6: 0,
            wall_7: 0,
            wall_8: 0,
            wall_9: 0,
            wall_10: 0,
            wall_11: 0,
        };
        let rows = [row(60, "poll", 1, 5), row(60, "send", 3, 9), row(120, "poll", 7, 2)];
        let time = by_time(&rows);
        assert_eq!(time.len(), 2);
        assert_eq!((time[0].at, time[0].sums.calls), (60, 4));
        assert_eq!((time[0].sums.peak_memory, time[0].sums.cpu_us), (9, 40));
        let calls = by_call(&rows);
        assert_eq!((calls[0].call.as_str(), calls[0].sums.calls), ("poll", 8));
        assert_eq!((calls[1].call.as_str(), calls[1].p50_us), ("send", 33));
    }

    #[test]
    fn a_page_has_some_hundred_buckets() {
        for (hours, minutes) in [(1, 1), (4, 1), (24, 5), (72, 15), (168, 60)] {
            let period = Period::hours(Some(hours));
            assert_eq!(period.step_ms(), minutes * MINUTE_MS);
            assert!(hours * 60 / minutes <= 300);
        }
        assert_eq!(Period::hours(None), Period::hours(Some(24)));
        assert_eq!(Period::hours(Some(0)), Period::hours(Some(1)));
        assert_eq!(Period::hours(Some(1000)), Period::hours(Some(168)));
    }
}
