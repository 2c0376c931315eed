//! Who is told of a call that ended: the process's numbers, and whoever keeps a longer account.

use super::account::{CallError, CallReport};
use crate::metrics::metrics;
use std::time::Duration;

/// How a call ended, as far as counting goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Ok,
    /// The plugin answered with a failure: a provider's refusal, a missing setting.
    Failed,
    /// The guest crashed.
    Crashed,
    /// The host ended the guest at one of its limits, or had no turn for it in time.
    Limited,
}

impl Ending {
    /// The ending of a call with this result.
    #[must_use]
    pub fn of<T>(result: &Result<T, CallError>) -> Self {
        match result {
            Ok(_) => Self::Ok,
            Err(CallError::Failure(_) | CallError::Missing { .. } | CallError::UnknownPlugin) => {
                Self::Failed
            }
            Err(CallError::Trapped { .. }) => Self::Crashed,
            Err(
                CallError::Deadline
                | CallError::WallTime
                | CallError::Memory
                | CallError::Limit { .. }
                | CallError::Busy,
            ) => Self::Limited,
        }
    }

    /// As metrics and traces write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::Crashed => "crashed",
            Self::Limited => "limited",
        }
    }
}

/// A call that ended.
pub struct Ended<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    pub plugin: &'a str,
    /// The function that was called, such as `webhook` or `send`; from a closed list.
    pub call: &'static str,
    pub ending: Ending,
    pub report: &'a CallReport,
}

/// Is told of each call that ended. Must be quick: it stands between the guest and its caller.
pub trait Observer: Send + Sync {
    /// A call ended.
    fn ended(&self, call: &Ended<'_>);
}

/// Counts a call for Prometheus. The labels are ids of installed plugins and names of functions, so
/// the number of series is bounded by what an operator installed.
pub(super) fn count(call: &Ended<'_>) {
    let numbers = metrics();
    let labels = &[call.plugin, call.call];
    numbers.plugin_calls.with_label_values(&[call.plugin, call.call, call.ending.as_str()]).inc();
    let seconds = |us: u64| Duration::from_micros(us).as_secs_f64();
    numbers.plugin_seconds.with_label_values(labels).observe(seconds(call.report.wall_us));
    numbers.plugin_cpu.with_label_values(labels).inc_by(seconds(call.report.cpu_us));
    for (direction, bytes) in [("out", call.report.bytes_out), ("in", call.report.bytes_in)] {
        numbers.plugin_bytes.with_label_values(&[call.plugin, direction]).inc_by(bytes);
    }
    let peak = i64::try_from(call.report.peak_memory).unwrap_or(i64::MAX);
    let gauge = numbers.plugin_memory.with_label_values(&[call.plugin]);
    // Two calls that end at once may lose a byte of this; a lock on every call would cost more.
    if peak > gauge.get() {
        gauge.set(peak);
    }
}
