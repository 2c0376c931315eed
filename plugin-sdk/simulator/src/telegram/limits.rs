//! The sending limits: about one message a second in a chat and thirty a second for a bot.
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::errors::ApiError;

/// How fast a bot may write. A short burst is tolerated, as on the real network.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rates {
    /// Off means that nothing is ever refused with 429.
    pub enabled: bool,
    /// Messages a second into one chat.
    pub chat_per_second: f64,
    /// Messages at once into one chat.
    pub chat_burst: f64,
    /// Messages a second over all chats.
    pub bot_per_second: f64,
    /// Messages at once over all chats.
    pub bot_burst: f64,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            enabled: true,
            chat_per_second: 1.0,
            chat_burst: 20.0,
            bot_per_second: 30.0,
            bot_burst: 60.0,
        }
    }
}

#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// The present fill of every bucket.
#[derive(Debug)]
pub struct Limits {
    /// The rules in force.
    pub rates: Rates,
    buckets: HashMap<(String, Option<i64>), Bucket>,
}

impl Limits {
    /// Full buckets.
    pub fn new(enabled: bool) -> Self {
        Self { rates: Rates { enabled, ..Rates::default() }, buckets: HashMap::new() }
    }

    /// New rules, and full buckets again.
    pub fn set(&mut self, rates: Rates) {
        self.rates = rates;
        self.buckets.clear();
    }

    /// Takes room for `count` messages, or says when there is some.
    pub fn take(
        &mut self,
        token: &str,
        chat: i64,
        count: usize,
        now: Instant,
    ) -> Result<(), ApiError> {
        let rates = self.rates;
        if !rates.enabled {
            return Ok(());
        }
        let sides = [
            (None, rates.bot_per_second, rates.bot_burst),
            (Some(chat), rates.chat_per_second, rates.chat_burst),
        ];
        // An album is one burst even where it is larger than the bucket.
        let mut wait = 0.0_f64;
        for (chat, rate, burst) in sides {
            let key = (token.to_owned(), chat);
            let bucket = self.buckets.entry(key).or_insert(Bucket { left: burst, at: now });
            let since = now.duration_since(bucket.at).as_secs_f64();
            bucket.left = (bucket.left + since * rate).min(burst);
            bucket.at = now;
            let needed = (count as f64).min(burst);
            if bucket.left < needed {
                wait = wait.max((needed - bucket.left) / rate.max(0.001));
            }
        }
        if wait > 0.0 {
            return Err(ApiError::too_many(wait.ceil().max(1.0) as u64));
        }
        for (chat, _, burst) in sides {
            if let Some(bucket) = self.buckets.get_mut(&(token.to_owned(), chat)) {
                bucket.left -= (count as f64).min(burst);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_a_second() {
        let mut limits = Limits::new(true);
        let start = Instant::now();
        for _ in 0..20 {
            limits.take("1:a", 7, 1, start).unwrap();
        }
        assert_eq!(limits.take("1:a", 7, 1, start), Err(ApiError::too_many(1)));
        assert_eq!(limits.take("1:a", 8, 1, start), Ok(()), "another chat has its own bucket");
        assert_eq!(limits.take("1:a", 7, 1, start + Duration::from_secs(1)), Ok(()));
        assert_eq!(
            limits.take("1:a", 7, 3, start + Duration::from_secs(1)),
            Err(ApiError::too_many(3))
        );
    }

    #[test]
    fn all_chats_together_are_limited_too() {
        let mut limits = Limits::new(true);
        let start = Instant::now();
        for chat in 0..60 {
            limits.take("1:a", chat, 1, start).unwrap();
        }
        assert_eq!(limits.take("1:a", 60, 1, start), Err(ApiError::too_many(1)));
        assert_eq!(limits.take("2:b", 60, 1, start), Ok(()), "another bot has its own bucket");
    }
}
