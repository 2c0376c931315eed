//! A version on probation: counts its faults for a while after an update.

use super::account::CallError;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// Faults of a version on trial that call for the version before it.
pub const FAULTS_MAX: u32 = 5;

/// The trial of one version. Counts nothing until it is told how long to.
#[derive(Default)]
pub struct Trial {
    until_ms: AtomicI64,
    faults: AtomicU32,
    failed: Mutex<Option<String>>,
}

impl Trial {
    /// Counts faults until then, from zero.
    pub fn begin(&self, until_ms: i64) {
        self.faults.store(0, Ordering::Relaxed);
        *self.failed.lock() = None;
        self.until_ms.store(until_ms, Ordering::Relaxed);
    }

    /// Why the version failed its trial, if it did.
    #[must_use]
    pub fn failed(&self) -> Option<String> {
        self.failed.lock().clone()
    }

    /// Counts what a call ended with. True when this was the fault that ends the trial.
    ///
    /// A call that only took long is no fault of the version: a provider that hangs does that.
    pub(super) fn count(&self, error: &CallError, now_ms: i64) -> bool {
        let fault = matches!(
            error,
            CallError::Trapped { .. }
                | CallError::Deadline
                | CallError::Memory
                | CallError::Limit { .. }
        );
        if !fault || now_ms >= self.until_ms.load(Ordering::Relaxed) {
            return false;
        }
        let faults = self.faults.fetch_add(1, Ordering::Relaxed) + 1;
        if faults == FAULTS_MAX {
            *self.failed.lock() = Some(error.to_string());
        }
        faults == FAULTS_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_faults_in_time_end_a_trial() {
        let trial = Trial::default();
        assert!(!trial.count(&CallError::Deadline, 1), "no trial has begun");
        trial.begin(1_000);
        for _ in 0..4 {
            assert!(!trial.count(&CallError::Memory, 10));
            assert!(!trial.count(&CallError::WallTime, 10), "slowness is no fault");
            assert!(!trial.count(&CallError::Busy, 10));
        }
        assert!(!trial.count(&CallError::Deadline, 1_000), "the trial is over");
        assert_eq!(trial.failed(), None);
        assert!(trial.count(&CallError::Deadline, 999));
        assert!(!trial.count(&CallError::Deadline, 999), "once");
        assert_eq!(trial.failed().as_deref(), Some("the plugin used up its processor time"));
        trial.begin(2_000);
        assert_eq!(trial.failed(), None);
    }
}
