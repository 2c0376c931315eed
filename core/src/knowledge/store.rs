//! The SQL of the knowledge base.

pub(super) mod articles;
pub(super) mod categories;
pub(super) mod gaps;
pub(super) mod listing;
pub(super) mod public;
pub(super) mod translations;

use super::model::KnowledgeUser;

/// A user that a row names, if there is still one.
fn user(id: i64, username: Option<String>, name: Option<String>) -> Option<KnowledgeUser> {
    Some(KnowledgeUser { user_id: id, username: username?, name: name? })
}
