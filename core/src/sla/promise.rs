//! What is promised for a ticket: by the first policy that fits, and by each of its labels. Pure.

use crate::{hours::Schedule, tickets::DueMetric as Metric};
use std::sync::Arc;

const MINUTE_MS: i64 = 60_000;

/// The time that counts.
#[derive(Clone, Debug)]
pub(super) enum BusinessTime {
    AroundTheClock,
    Open(Arc<Schedule>),
}

impl BusinessTime {
    /// The moment at which so many milliseconds have counted since another; the moment itself for none.
    /// None where the calendar does not open for so long within two years.
    pub fn after(&self, from: i64, ms: i64) -> Option<i64> {
        match self {
            _ if ms <= 0 => Some(from),
            Self::AroundTheClock => from.checked_add(ms),
            Self::Open(schedule) => schedule.after_open_time(from, ms),
        }
    }

    /// How many milliseconds count between two moments.
    pub fn between(&self, from: i64, until: i64) -> i64 {
        match self {
            Self::AroundTheClock => (until - from).max(0),
            Self::Open(schedule) => schedule.open_time_between(from, until),
        }
    }
}

/// A metric with the business time within which it is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub metric: Metric,
    pub ms: i64,
}

/// A promise that holds for a ticket.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    /// 0 for that of a label.
    pub policy_id: i64,
    pub version: i64,
    /// 0 for that of a policy.
    pub label_id: i64,
    /// The policy's, or the label's.
    pub name: String,
    pub targets: Vec<Target>,
    pub time: BusinessTime,
    /// After how much of the target it warns; none for no warning.
    pub warn_percent: Option<i64>,
    pub pause_pending: bool,
    pub reopen_ms: i64,
}

impl Promise {
    /// A label's promise: the first reply within its minutes, around the clock.
    pub fn of_label(label_id: i64, name: String, minutes: i64) -> Self {
        let ms = minutes.saturating_mul(MINUTE_MS);
        Self {
            policy_id: 0,
            version: 0,
            label_id,
            name,
            targets: vec![Target { metric: Metric::FirstReply, ms }],
            time: BusinessTime::AroundTheClock,
            warn_percent: None,
            pause_pending: false,
            reopen_ms: 0,
        }
    }

    /// Within which time a metric is promised, if it is.
    pub fn target(&self, metric: Metric) -> Option<Target> {
        self.targets.iter().find(|target| target.metric == metric).copied()
    }
}
