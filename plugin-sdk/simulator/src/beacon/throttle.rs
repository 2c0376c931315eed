//! Rate limits: each kind of call has a bucket per channel, and all calls of a bot share one.
use std::collections::HashMap;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// The limits in force.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    pub enabled: bool,
    /// Calls of one kind into one channel within `window_ms`.
    pub bucket: u32,
    pub window_ms: u64,
    /// Calls of a bot within a second.
    pub global: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { enabled: true, bucket: 5, window_ms: 5000, global: 50 }
    }
}

/// What the bucket's headers say.
#[derive(Debug, Clone, PartialEq)]
pub struct Fill {
    pub limit: u32,
    pub remaining: u32,
    pub reset_after: Duration,
    pub bucket: String,
    /// The limit of the whole bot was hit.
    pub global: bool,
}

/// How full every bucket is.
#[derive(Debug, Default)]
pub struct Throttle {
    pub rules: Rules,
    windows: HashMap<String, (Instant, u32)>,
}

impl Throttle {
    pub fn new(enabled: bool) -> Self {
        Self { rules: Rules { enabled, ..Rules::default() }, windows: HashMap::new() }
    }

    /// New limits, and empty buckets.
    pub fn set(&mut self, rules: Rules) {
        self.rules = rules;
        self.windows.clear();
    }

    /// Counts a call, or refuses it.
    pub fn take(
        &mut self,
        account: &str,
        kind: &str,
        channel: &str,
        now: Instant,
    ) -> Result<Fill, Fill> {
        let Rules { enabled, bucket, window_ms, global } = self.rules;
        let window = Duration::from_millis(window_ms);
        let fill =
            |limit: u32, (from, used): (Instant, u32), window: Duration, global: bool| Fill {
                limit,
                remaining: limit.saturating_sub(used),
                reset_after: window.saturating_sub(now.duration_since(from)),
                bucket: format!("{kind}-{channel}"),
                global,
            };
        if !enabled {
            return Ok(fill(bucket, (now, 0), window, false));
        }
        let mut current = |key: String, window: Duration| {
            let found = self.windows.entry(key).or_insert((now, 0));
            if now.duration_since(found.0) >= window {
                *found = (now, 0);
            }
            *found
        };
        let second = Duration::from_secs(1);
        let (all_key, own_key) = (account.to_owned(), format!("{account} {kind} {channel}"));
        let all = current(all_key.clone(), second);
        if all.1 >= global {
            return Err(fill(global, all, second, true));
        }
        let own = current(own_key.clone(), window);
        if own.1 >= bucket {
            return Err(fill(bucket, own, window, false));
        }
        self.windows.insert(all_key, (all.0, all.1 + 1));
        self.windows.insert(own_key, (own.0, own.1 + 1));
        Ok(fill(bucket, (own.0, own.1 + 1), window, false))
    }
}

impl Fill {
    /// Tells the client how full the bucket is.
    pub fn put(&self, response: &mut Response) {
        let mut set = |name: &'static str, value: String| {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        };
        set("x-ratelimit-limit", self.limit.to_string());
        set("x-ratelimit-remaining", self.remaining.to_string());
        set("x-ratelimit-reset-after", format!("{:.3}", self.reset_after.as_secs_f64()));
        set("x-ratelimit-bucket", self.bucket.clone());
        if self.global {
            set("x-ratelimit-global", "true".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_five_and_then_a_wait() {
        let mut throttle = Throttle::new(true);
        let now = Instant::now();
        for left in [4, 3, 2, 1, 0] {
            assert_eq!(throttle.take("a", "send", "c", now).unwrap().remaining, left);
        }
        let full = throttle.take("a", "send", "c", now + Duration::from_secs(1)).unwrap_err();
        assert_eq!((full.reset_after, full.global), (Duration::from_secs(4), false));
        assert!(throttle.take("a", "send", "d", now).is_ok(), "another channel has its own");
        assert!(throttle.take("a", "edit", "c", now).is_ok(), "another kind has its own");
        assert!(throttle.take("a", "send", "c", now + Duration::from_secs(5)).is_ok());
    }

    #[test]
    fn a_bot_has_a_limit_over_all() {
        let mut throttle = Throttle::new(true);
        let now = Instant::now();
        for channel in 0..50 {
            throttle.take("a", "send", &channel.to_string(), now).unwrap();
        }
        assert!(throttle.take("a", "send", "x", now).unwrap_err().global);
        assert!(throttle.take("b", "send", "x", now).is_ok());
    }
}
