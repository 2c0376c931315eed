//! Usage as the API shows it.

use super::{BOUNDS_US, MINUTE_MS, WALLS, standing::Standing};
use crate::{
    channels::{
        Channels,
        store::{self, BucketRow, CallRow, Whose},
    },
    db::DbResult,
};
use serde_json::{Value, json};

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
        whose: Whose<'_>,
        period: Period,
    ) -> DbResult<Value> {
        let now = self.clock.now_ms();
        let step = period.step_ms();
        let since = now - period.hours * 60 * MINUTE_MS;
        let mut conn = self.db.read().await?;
        let buckets = store::usage_by_time(&mut conn, whose, since - since % step, step).await?;
        let calls = store::usage_by_call(&mut conn, whose, since - since % step).await?;
        let Standing { queue, breaker, errors } = self.standing(&mut conn, whose, now).await?;
        Ok(json!({
            "step_ms": step,
            "buckets": buckets.iter().map(bucket).collect::<Vec<_>>(),
            "by_call": calls.iter().map(by_call).collect::<Vec<_>>(),
            "queue": queue,
            "breaker": breaker,
            "errors": errors,
        }))
    }
}

fn bucket(row: &BucketRow) -> Value {
    json!({
        "at": row.at, "calls": row.calls, "ok": row.ok, "failed": row.failed,
        "crashed": row.crashed, "limited": row.limited, "cpu_us": row.cpu_us,
        "wall_us": row.wall_us, "bytes_in": row.bytes_in, "bytes_out": row.bytes_out,
        "peak_memory": row.peak_memory,
    })
}

fn by_call(row: &CallRow) -> Value {
    let walls = [
        row.wall_0,
        row.wall_1,
        row.wall_2,
        row.wall_3,
        row.wall_4,
        row.wall_5,
        row.wall_6,
        row.wall_7,
        row.wall_8,
        row.wall_9,
        row.wall_10,
        row.wall_11,
    ];
    json!({
        "call": row.call, "calls": row.calls, "ok": row.ok, "failed": row.failed,
        "crashed": row.crashed, "limited": row.limited, "cpu_us": row.cpu_us,
        "wall_us": row.wall_us, "bytes_in": row.bytes_in, "bytes_out": row.bytes_out,
        "peak_memory": row.peak_memory, "p50_us": percentile(&walls, 50),
        "p99_us": percentile(&walls, 99),
    })
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
