//! The knowledge base: articles that admins write and everybody may read, and the manual of the product.
//!
//! A *space* is `kb`, a client's own articles, or `manual`, which the program carries ([`manual`]). An
//! *article* has a *translation* for each language, and each saved text of one is a *revision*. What is
//! public is a revision, so that a newer text can be written beside it. Bodies are Markdown; HTML is made
//! of it when it is shown ([`markdown`]).

mod articles;
mod categories;
mod check;
pub mod events;
mod gaps;
mod listing;
mod manual;
mod markdown;
mod model;
mod pages;
mod passages;
mod public;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod translations;

pub use passages::{Passage, passages};
pub use routes::{other_routes, routes};
pub use search::is_small_word;

use crate::{
    accounts::{Accounts, Caller, Permission},
    audit::Author,
    clock::Clock,
    config,
    db::Db,
    http::{Problem, RateLimits},
};
use std::sync::Arc;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Knowledge {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    /// The address that people and search engines find this server at.
    pub base_url: Arc<str>,
    pub limits: config::Knowledge,
    rates: Arc<RateLimits<public::Visit>>,
}

impl Knowledge {
    /// Builds the room.
    #[must_use]
    pub fn new(
        (db, clock, accounts): (Db, Clock, Accounts),
        limits: config::Knowledge,
        base_url: &str,
    ) -> Self {
        let base_url = base_url.trim_end_matches('/').into();
        Self { db, clock, accounts, base_url, limits, rates: Arc::default() }
    }
}

/// Whether the caller may read in the workspace.
fn reader(caller: &Caller) -> Result<(), Problem> {
    caller.require(Permission::HideKnowledgebase)
}

/// Who writes: admins.
fn writer(caller: &Caller) -> Result<Author, Problem> {
    reader(caller)?;
    caller.admin()
}
