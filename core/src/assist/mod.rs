//! AI helpers at work: suggestions, translation, analysis, transcripts.
//!
//! [`recommend`] looks up passages of the knowledge base, asks a helper for an answer made of them, and has
//! it [`check`]ed before an agent sees it; [`insight`] tells what a message says of its writer. [`question`]
//! asks one after another, hides ([`redact`]) from those outside what identifies a person, and takes down
//! what was asked of whom.
//!
//! A helper is a plugin like a channel; it sees one conversation, proposes, and changes nothing. A
//! person decides what becomes of a proposal (see `docs/SECURITY-PLUGINS.md`).

mod ask;
mod call_voice;
mod check;
pub mod events;
mod insight;
mod model;
mod question;
mod recommend;
mod redact;
mod results;
mod routes;
mod setting;
mod store;
mod translate;
mod voice;

pub use insight::job_handlers;
pub use redact::Redaction;
pub use routes::routes;

use crate::{accounts::Accounts, channels::Channels, clock::Clock, db::Db, tickets::Tickets};

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Assist {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub channels: Channels,
    pub tickets: Tickets,
}
