//! The clock: the one place that asks the system for the time.
//!
//! SLA, retries and sessions are decided from the time they are given, so tests move a fake clock
//! instead of waiting.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// Where the time comes from. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Clock(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Fake(Arc<AtomicI64>),
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands still at `ms` until it is moved.
    #[must_use]
    pub fn fake(ms: i64) -> Self {
        Self(Source::Fake(Arc::new(AtomicI64::new(ms))))
    }

    /// Milliseconds since the Unix epoch.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the ground's clock")]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System => std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX)),
            Source::Fake(ms) => ms.load(Ordering::SeqCst),
        }
    }

    /// Microseconds since the Unix epoch, for measuring how long a hop took.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the ground's clock")]
    pub fn now_us(&self) -> i64 {
        match &self.0 {
            Source::System => std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |d| i64::try_from(d.as_micros()).unwrap_or(i64::MAX)),
            Source::Fake(ms) => ms.load(Ordering::SeqCst) * 1000,
        }
    }

    /// Moves a fake clock forward; the system's clock cannot be moved and ignores this.
    pub fn advance(&self, ms: i64) {
        if let Source::Fake(now) = &self.0 {
            now.fetch_add(ms, Ordering::SeqCst);
        }
    }
}
