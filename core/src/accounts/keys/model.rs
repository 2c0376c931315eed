//! Keys and what they may do.

use crate::accounts::model::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Keys of a client that are good, and of one user.
pub(super) const KEYS_MAX: i64 = 500;
pub(super) const OWN_KEYS_MAX: i64 = 50;
/// How every key begins, so that scanners for lost secrets know one.
const BEGINS: &str = "pbk_";
/// Random letters behind that: 256 bits and more.
pub(super) const LETTERS: usize = 43;
/// Letters of a key that are kept readable.
pub(super) const PREFIX: usize = 10;
const NAME_MAX: usize = 80;

/// Something that a key lets a program do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApiKeyScope)]
pub(super) enum Scope {
    /// Calls that change nothing.
    Read,
    /// Calls that change something.
    Write,
    /// Calls for admins.
    Admin,
}

/// A key as its owner and admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ApiKey {
    pub id: i64,
    pub name: String,
    /// How it begins.
    pub prefix: String,
    pub scopes: Vec<Scope>,
    /// The username of whom it acts as.
    pub user: String,
    pub created_at: i64,
    /// To the minute.
    pub last_used_at: Option<i64>,
}

/// What is said of a new key.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = ApiKeyDraft)]
pub(super) struct Draft {
    /// What it is for: 1 to 80 characters.
    pub name: String,
    pub scopes: Vec<Scope>,
}

/// The word of a key that nobody sees again.
pub(super) fn written(letters: &str) -> String {
    format!("{BEGINS}{letters}")
}

/// Whether a token is meant to be a key.
pub(in crate::accounts) fn is_key(token: &str) -> bool {
    token.starts_with(BEGINS)
}

/// What is wrong with a name, if anything.
pub(super) fn name_problem(name: &str) -> Option<&'static str> {
    let length = name.chars().count();
    let fits = (1..=NAME_MAX).contains(&length) && !name.chars().any(char::is_control);
    (!fits).then_some("A name has 1 to 80 characters.")
}

/// The scopes in their order, each once; what changes something can also be read.
pub(super) fn whole(scopes: &[Scope]) -> Vec<Scope> {
    let mut all = scopes.to_vec();
    if !all.is_empty() {
        all.push(Scope::Read);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// As whom of the two kinds a key calls, or None when it may not make such a call at all.
pub(super) fn acts_as(scopes: &[Scope], owner: Kind, changes: bool) -> Option<Kind> {
    let needed = if changes { Scope::Write } else { Scope::Read };
    let kind = if scopes.contains(&Scope::Admin) { owner } else { Kind::Agent };
    scopes.contains(&needed).then_some(kind)
}
