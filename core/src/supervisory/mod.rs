//! The supervisory board: queues, agents, live chats and what is due at one moment, and what a supervisor
//! does from there.
//!
//! The room has no tables. Each room that owns some reads its part, and what a supervisor does is that
//! room's own use case with an entry in the audit log.

mod board;
mod chats;
pub mod events;
mod model;
mod routes;

pub use model::{SupervisedCount, SupervisoryBoard};
pub use routes::routes;

use crate::{
    accounts::Accounts, channels::Channels, clock::Clock, db::Db, presence::Presence,
    tickets::Tickets,
};

/// What the room needs.
#[derive(Clone)]
pub struct Supervisory {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub channels: Channels,
    pub presence: Presence,
    pub tickets: Tickets,
}
