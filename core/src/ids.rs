//! Random ids and bytes: the one place that asks for randomness.

use parking_lot::Mutex;
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use std::sync::Arc;

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/// Where random tokens come from. Cheap to clone.
#[derive(Clone)]
pub struct Ids(Arc<Mutex<StdRng>>);

impl std::fmt::Debug for Ids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ids")
    }
}

impl Ids {
    /// Seeded by the operating system: unpredictable, for everything outside tests.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(Mutex::new(StdRng::from_os_rng())))
    }

    /// Seeded by a number: the same ids in every run of a test.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// Starts a source anew from a number, for tools that repeat a call exactly.
    pub fn rewind(&self, seed: u64) {
        *self.0.lock() = StdRng::seed_from_u64(seed);
    }

    /// A token of `n` characters from `[A-Za-z0-9_-]`, six bits each.
    #[must_use]
    pub fn token(&self, n: usize) -> String {
        let mut rng = self.0.lock();
        (0..n).map(|_| char::from(ALPHABET[usize::from(rng.random::<u8>() & 63)])).collect()
    }

    /// `n` random bytes.
    #[must_use]
    pub fn bytes(&self, n: usize) -> Vec<u8> {
        let mut out = vec![0; n];
        self.0.lock().fill_bytes(&mut out);
        out
    }

    /// A number in `0..below`, for jitter. `below` 0 gives 0.
    #[must_use]
    pub fn below(&self, below: u64) -> u64 {
        if below == 0 { 0 } else { self.0.lock().random_range(0..below) }
    }
}
