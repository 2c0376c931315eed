//! Rate limits by the generic cell rate algorithm (GCRA): what people without an account do, counted in
//! memory on each node.

use super::problem::{Code, Problem};
use parking_lot::Mutex;
use std::{collections::HashMap, hash::Hash};

const MINUTE_US: i64 = 60_000_000;
/// Keys of one kind that are remembered. Who comes from more networks than that within a minute is
/// bound by the other limits alone.
const KEYS_MAX: usize = 50_000;

/// When each key of each kind may come again.
pub struct RateLimits<Kind>(Mutex<HashMap<Kind, HashMap<String, i64>>>);

impl<Kind> Default for RateLimits<Kind> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Kind: Eq + Hash> RateLimits<Kind> {
    /// Counts one of `per_minute`.
    ///
    /// # Errors
    /// `rate_limited` with the seconds to wait; `text` says what there was too much of.
    pub fn count(
        &self,
        kind: Kind,
        key: &str,
        (per_minute, now_ms): (i64, i64),
        text: &str,
    ) -> Result<(), Problem> {
        self.take(kind, key, per_minute, now_ms).map_err(|wait| slow_down(text, wait))
    }

    /// Counts one, or gives the milliseconds to wait.
    fn take(&self, kind: Kind, key: &str, per_minute: i64, now_ms: i64) -> Result<(), i64> {
        let mut all = self.0.lock();
        let kept = all.entry(kind).or_default();
        let now = now_ms * 1_000;
        let next = admit(kept.get(key).copied().unwrap_or(0), now, per_minute)?;
        if kept.len() >= KEYS_MAX && !kept.contains_key(key) {
            kept.retain(|_, arrival| *arrival > now);
        }
        if kept.len() < KEYS_MAX || kept.contains_key(key) {
            kept.insert(key.to_owned(), next);
        }
        Ok(())
    }
}

/// The arrival time after one more, or the milliseconds until there may be one. As many as a minute
/// allows may come at once. Pure.
fn admit(arrival_us: i64, now_us: i64, per_minute: i64) -> Result<i64, i64> {
    let step = MINUTE_US / per_minute.max(1);
    let arrival = arrival_us.max(now_us);
    let early = arrival - now_us - (MINUTE_US - step);
    if early > 0 { Err(early / 1_000 + 1) } else { Ok(arrival + step) }
}

/// A refusal that says what to do.
fn slow_down(text: &str, wait_ms: i64) -> Problem {
    let seconds = u64::try_from(wait_ms.div_euclid(1_000) + 1).unwrap_or(1);
    let text = format!("{text} Wait {seconds} seconds, then try again.");
    Problem::new(Code::RateLimited, text).retry_after(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_may_come_at_once_and_then_one_by_one() {
        let (mut arrival, now) = (0, 5_000_000_000);
        for nth in 0..10 {
            arrival = admit(arrival, now, 10).unwrap_or_else(|wait| panic!("{nth}: {wait}"));
        }
        let wait = admit(arrival, now, 10).expect_err("the eleventh");
        assert_eq!(wait, 6_001);
        let later = now + 6_000_000;
        let next = admit(arrival, later, 10).expect("one more after six seconds");
        admit(next, later, 10).expect_err("and no second");
        admit(next, later + MINUTE_US, 10).expect("a minute later all is well");
    }

    #[test]
    fn keys_are_counted_apart_and_what_is_over_is_forgotten() {
        let rates = RateLimits::default();
        assert!(rates.take("calls", "a", 1, 0).is_ok());
        assert!(rates.take("calls", "a", 1, 1).is_err());
        assert!(rates.take("calls", "b", 1, 1).is_ok());
        assert!(rates.take("links", "a", 1, 1).is_ok());
        for n in 0..KEYS_MAX * 2 {
            let at = i64::try_from(n).unwrap() * 10;
            let _full = rates.take("pages", &n.to_string(), 60, at);
        }
        assert!(rates.0.lock()["pages"].len() <= KEYS_MAX);
    }
}
