//! The audit log: who changed what about a client, when, and from where.
//!
//! A use case that an admin asked for calls [`note`] inside its own transaction, so that an act and
//! its entry commit together or not at all. Entries are read by `accounts`; nothing changes them, and
//! the database refuses to.

mod model;
mod store;
#[cfg(test)]
mod tests;

pub use model::{Act, Action, Author, Entry, Filter, changes, step};
pub use store::page;

use crate::db::{DbResult, Tx};
use serde_json::json;

/// What an entry says of its changes has at most this many bytes; what is longer is left out.
const CHANGES_MAX: usize = 8_000;

/// Writes that an author did something.
///
/// # Errors
/// What the database said.
pub async fn note(tx: &mut Tx, author: &Author, act: &Act<'_>, now: i64) -> DbResult<()> {
    let changes = act.changes.to_string();
    let changes = if changes.len() > CHANGES_MAX {
        json!({ "left_out": changes.len() }).to_string()
    } else {
        changes
    };
    store::insert(tx, author, act, &changes, now).await.map(drop)
}
