//! Telephone calls: one record for each, made of the lines that tell of its stages.
//!
//! The lines stand in the conversation of the caller's ticket ([`crate::tickets`]), where one call may
//! has several and a ticket may hold many calls. Here is what lists and reports ask: whose call it was, when
//! it began, whether somebody took it and how long people talked ([`record`]), and how the customer sounded
//! ([`voice`]).

pub mod events;
mod extensions;
mod list;
mod model;
mod query;
mod record;
mod recordings;
mod routes;
mod settings;
mod store;
mod voice;

pub use extensions::use_extension;
pub use record::{CallStage, record};
pub use routes::routes;
pub use voice::{CallVoice, UnheardRecording, keep_voice, unheard_recording};

use crate::{accounts::Accounts, clock::Clock, db::Db};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Calls {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}
