//! What plugin calls cost, by account, function and minute.
//!
//! Every call is counted in memory, and one writer stores the minutes in batches, so that counting
//! costs a call no transaction. A row holds the whole minute of one process: storing it again
//! replaces it, and a process that dies loses the seconds since the last batch.

mod flush;
mod standing;
mod view;

pub(super) use flush::KEEP_USAGE_MS;
pub(super) use view::Period;

use super::{api::UsageSums, store::UsageRow};
use crate::{
    clock::Clock,
    plugins::{Ended, Ending, Observer},
};
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// A minute.
const MINUTE_MS: i64 = 60_000;

/// Rows kept in memory. Accounts times functions stays far below; a flood of them must not grow
/// without end while the database is away.
const ROWS_MAX: usize = 50_000;

/// The counters of this process. Cheap to clone.
#[derive(Clone)]
pub struct Usage(Arc<Inner>);

struct Inner {
    clock: Clock,
    node: String,
    rows: Mutex<HashMap<Key, Counted>>,
    dropped: AtomicU64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    client_id: i64,
    channel_id: i64,
    call: &'static str,
    minute: i64,
    plugin: String,
}

/// A minute's numbers, and how many of its calls are stored.
#[derive(Clone, Debug, Default)]
struct Counted {
    numbers: Numbers,
    stored: i64,
}

/// The numbers of calls: their sums, and how many fall into each class of wall time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub sums: UsageSums,
    pub walls: [i64; WALLS],
}

/// Upper bounds of the classes of wall time in microseconds; the last class has none. As stored.
pub(super) const BOUNDS_US: [i64; WALLS - 1] =
    [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000];
pub(super) const WALLS: usize = 12;

fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl Numbers {
    fn count(&mut self, call: &Ended<'_>) {
        let report = call.report;
        self.sums.calls += 1;
        match call.ending {
            Ending::Ok => self.sums.ok += 1,
            Ending::Failed => self.sums.failed += 1,
            Ending::Crashed => self.sums.crashed += 1,
            Ending::Limited => self.sums.limited += 1,
        }
        let wall = number(report.wall_us);
        self.sums.cpu_us = self.sums.cpu_us.saturating_add(number(report.cpu_us));
        self.sums.wall_us = self.sums.wall_us.saturating_add(wall);
        self.sums.bytes_in = self.sums.bytes_in.saturating_add(number(report.bytes_in));
        self.sums.bytes_out = self.sums.bytes_out.saturating_add(number(report.bytes_out));
        self.sums.peak_memory = self.sums.peak_memory.max(number(report.peak_memory));
        self.walls[BOUNDS_US.partition_point(|bound| *bound < wall)] += 1;
    }

    fn add(&mut self, other: &Self) {
        self.sums.calls += other.sums.calls;
        self.sums.ok += other.sums.ok;
        self.sums.failed += other.sums.failed;
        self.sums.crashed += other.sums.crashed;
        self.sums.limited += other.sums.limited;
        self.sums.cpu_us = self.sums.cpu_us.saturating_add(other.sums.cpu_us);
        self.sums.wall_us = self.sums.wall_us.saturating_add(other.sums.wall_us);
        self.sums.bytes_in = self.sums.bytes_in.saturating_add(other.sums.bytes_in);
        self.sums.bytes_out = self.sums.bytes_out.saturating_add(other.sums.bytes_out);
        self.sums.peak_memory = self.sums.peak_memory.max(other.sums.peak_memory);
        for (sum, wall) in self.walls.iter_mut().zip(other.walls) {
            *sum += wall;
        }
    }
}

impl Usage {
    /// Counters of the process that others know as `node`.
    #[must_use]
    pub fn new(clock: Clock, node: &str) -> Self {
        Self(Arc::new(Inner {
            clock,
            node: node.to_owned(),
            rows: Mutex::default(),
            dropped: AtomicU64::new(0),
        }))
    }

    /// Rows with calls that are not stored yet.
    fn unstored(&self) -> Vec<(Key, Numbers)> {
        let rows = self.0.rows.lock();
        let open = rows.iter().filter(|(_, counted)| counted.stored < counted.numbers.sums.calls);
        open.map(|(key, counted)| (key.clone(), counted.numbers.clone())).collect()
    }

    /// Notes what was stored. Minutes that are over and stored need not be kept.
    fn stored(&self, batch: &[(Key, Numbers)]) {
        let this_minute = minute_of(self.0.clock.now_ms());
        let mut rows = self.0.rows.lock();
        for (key, numbers) in batch {
            let Some(counted) = rows.get_mut(key) else { continue };
            counted.stored = numbers.sums.calls;
            if key.minute < this_minute && counted.stored >= counted.numbers.sums.calls {
                rows.remove(key);
            }
        }
    }

    /// Forgets minutes that were stored while they still ran.
    fn forget_old(&self) {
        let this_minute = minute_of(self.0.clock.now_ms());
        self.0.rows.lock().retain(|key, counted| {
            key.minute >= this_minute || counted.stored < counted.numbers.sums.calls
        });
    }

    fn row<'a>(&'a self, key: &'a Key, numbers: &'a Numbers) -> UsageRow<'a> {
        UsageRow {
            client_id: key.client_id,
            channel_id: key.channel_id,
            plugin: &key.plugin,
            call: key.call,
            minute: key.minute,
            node: &self.0.node,
            numbers,
        }
    }
}

fn minute_of(ms: i64) -> i64 {
    ms - ms.rem_euclid(MINUTE_MS)
}

impl Observer for Usage {
    fn ended(&self, call: &Ended<'_>) {
        let key = Key {
            client_id: call.client_id,
            channel_id: call.channel_id,
            call: call.call,
            minute: minute_of(self.0.clock.now_ms()),
            plugin: call.plugin.to_owned(),
        };
        let mut rows = self.0.rows.lock();
        if rows.len() >= ROWS_MAX && !rows.contains_key(&key) {
            self.0.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        rows.entry(key).or_default().numbers.count(call);
    }
}

#[cfg(test)]
mod tests;
