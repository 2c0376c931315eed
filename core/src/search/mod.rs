//! Search over everything an agent may see: tickets and messages by their words, people and labels
//! by their names.

mod ask;
mod fill;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use fill::job_handlers;
pub use model::{FoundMessage, FoundTicket, Progress, SearchPage, SearchResults, SearchTerms};
pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Search {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}
