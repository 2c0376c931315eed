//! AI helpers at work: suggestions, translation, analysis, transcripts.
//!
//! A helper is a plugin like a channel; it sees one conversation, proposes, and changes nothing. A
//! person decides what becomes of a proposal (see `docs/SECURITY-PLUGINS.md`).

mod ask;
mod model;
mod routes;
mod translate;

pub use routes::routes;

use crate::{accounts::Accounts, channels::Channels, tickets::Tickets};

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Assist {
    pub accounts: Accounts,
    pub channels: Channels,
    pub tickets: Tickets,
}
