//! How many calls are taken: a bucket that fills steadily.
use std::collections::HashMap;

use tokio::time::Instant;

/// The buckets of one network.
#[derive(Debug, Default)]
pub struct Buckets(HashMap<String, (f64, Instant)>);

impl Buckets {
    /// Takes one from a bucket that holds `burst` and gains `per_second`.
    pub fn take(&mut self, key: &str, burst: f64, per_second: f64, now: Instant) -> bool {
        let (left, at) = self.0.entry(key.to_owned()).or_insert((burst, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * per_second).min(burst);
        *at = now;
        let taken = *left >= 1.0;
        if taken {
            *left -= 1.0;
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_and_then_steadily() {
        let mut buckets = Buckets::default();
        let now = Instant::now();
        assert!(buckets.take("a", 2.0, 0.5, now) && buckets.take("a", 2.0, 0.5, now));
        assert!(!buckets.take("a", 2.0, 0.5, now) && buckets.take("b", 2.0, 0.5, now));
        assert!(buckets.take("a", 2.0, 0.5, now + Duration::from_secs(2)));
    }
}
