//! Reports: how much came in, by groups of channels.
//!
//! Which group a channel is counted in is declared by its plugin; this room knows no channel. The
//! composition root hands the declarations in.

mod count;
mod model;
mod routes;
mod store;

pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db};
use std::sync::Arc;

/// Gives a channel value's report group.
pub type GroupOf = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// What the room needs.
#[derive(Clone)]
pub struct Reports {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    /// A channel value's report group; none for a value that no plugin declares.
    pub group_of: GroupOf,
}
