//! The simulator's clock and dice: the only place that reads the system's time and randomness.
use std::hash::{BuildHasher, Hasher};
use std::sync::{Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Unix time in milliseconds.
#[expect(clippy::disallowed_methods, reason = "this is the simulator's one reader of the clock")]
pub fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Unix time in seconds, as the Bot API writes its dates.
pub fn now_s() -> i64 {
    now_ms() / 1000
}

/// A small generator (SplitMix64): good enough for ids and shuffles, and without a dependency.
pub struct Dice(Mutex<u64>);

impl Dice {
    /// Dice that fall differently in every process.
    pub fn new() -> Self {
        // RandomState is seeded by the operating system, which spares us a random crate.
        let seed = std::collections::hash_map::RandomState::new().build_hasher().finish();
        Self(Mutex::new(seed))
    }

    /// The next 64 bits.
    pub fn roll(&self) -> u64 {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..below`; zero when `below` is zero.
    pub fn below(&self, below: u64) -> u64 {
        if below == 0 { 0 } else { self.roll() % below }
    }

    /// A URL-safe random text made of `bytes` random bytes.
    pub fn text(&self, bytes: usize) -> String {
        let mut raw = Vec::with_capacity(bytes + 8);
        while raw.len() < bytes {
            raw.extend_from_slice(&self.roll().to_le_bytes());
        }
        raw.truncate(bytes);
        URL_SAFE_NO_PAD.encode(raw)
    }
}

impl Default for Dice {
    fn default() -> Self {
        Self::new()
    }
}
