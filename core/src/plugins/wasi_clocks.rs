//! The clocks that guests built for WASI see: milliseconds, and the host's injected time.
//!
//! A fine clock is what a guest would need to measure others through the processor's caches. The
//! plugin interface itself tells milliseconds, and so do these.

use crate::clock::Clock;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use wasmtime_wasi::{HostMonotonicClock, HostWallClock};

const RESOLUTION: Duration = Duration::from_millis(1);

/// The time of day.
pub struct CoarseWall(pub Clock);

impl HostWallClock for CoarseWall {
    fn resolution(&self) -> Duration {
        RESOLUTION
    }

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.now_ms()).unwrap_or(0))
    }
}

/// Time that never goes back, counted from the guest's start: how long the machine runs is none of
/// its business.
pub struct CoarseMonotonic {
    clock: Clock,
    start_ms: i64,
    last_ms: AtomicU64,
}

impl CoarseMonotonic {
    /// Begins at zero, now.
    #[must_use]
    pub fn start(clock: Clock) -> Self {
        let start_ms = clock.now_ms();
        Self { clock, start_ms, last_ms: AtomicU64::new(0) }
    }
}

impl HostMonotonicClock for CoarseMonotonic {
    fn resolution(&self) -> u64 {
        1_000_000
    }

    fn now(&self) -> u64 {
        let now = u64::try_from(self.clock.now_ms() - self.start_ms).unwrap_or(0);
        let before = self.last_ms.fetch_max(now, Ordering::Relaxed);
        before.max(now) * 1_000_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_coarse_and_never_go_back() {
        let clock = Clock::fake(1_700_000_000_123);
        let wall = CoarseWall(clock.clone());
        let monotonic = CoarseMonotonic::start(clock.clone());
        assert_eq!(wall.now(), Duration::from_millis(1_700_000_000_123));
        assert_eq!(monotonic.now(), 0);
        clock.advance(5);
        assert_eq!(monotonic.now(), 5_000_000);
        clock.advance(-3);
        assert_eq!(monotonic.now(), 5_000_000, "the system's clock was set back");
        assert_eq!(HostWallClock::resolution(&wall), Duration::from_millis(1));
    }
}
