//! Web push: the installation's keys, the browsers that take it, and sending to them.

mod encrypt;
mod keys;
mod send;
mod subscribe;
#[cfg(test)]
mod tests;

pub(super) use subscribe::Subscription;

use crate::{crypto::Keys, ids::Ids, plugins::egress::Egress};
use parking_lot::RwLock;
use std::sync::Arc;

/// The kind of job that sends one notification to one browser.
pub(super) const SEND: &str = "notifications.push";

/// What push needs from the program. Cheap to clone.
#[derive(Clone)]
pub struct Push(Arc<Inner>);

/// What it is built from.
pub struct PushParts {
    pub ids: Ids,
    pub keys: Keys,
    pub egress: Egress,
    /// The address pages are opened at: whom the maker of a browser can turn to.
    pub base_url: String,
}

struct Inner {
    parts: PushParts,
    /// None until it was read or made at the start.
    pair: RwLock<Option<p256::SecretKey>>,
}

impl std::ops::Deref for Push {
    type Target = PushParts;
    fn deref(&self) -> &PushParts {
        &self.0.parts
    }
}

impl Push {
    /// Builds it; [`super::Notifications::open_push`] gives it its keys.
    #[must_use]
    pub fn new(parts: PushParts) -> Self {
        Self(Arc::new(Inner { parts, pair: RwLock::default() }))
    }

    fn pair(&self) -> Option<p256::SecretKey> {
        self.0.pair.read().clone()
    }

    fn set_pair(&self, pair: p256::SecretKey) {
        *self.0.pair.write() = Some(pair);
    }
}
