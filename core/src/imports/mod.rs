//! Imports and exports: contacts and tickets out of tables that admins bring (CSV, RFC 4180), and the
//! same tables written.
//!
//! A table is read once, when it comes, and kept as UTF-8 with commas. An admin says which column fills which
//! field; a check then counts what the import would do, and the import does it. Both deal with rows in the
//! background, a few in each transaction.

mod admin;
mod bring;
mod contact_row;
mod contacts;
pub mod events;
mod export;
mod fields;
mod model;
mod routes;
mod run;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod ticket_row;
mod tickets;
mod values;

pub use routes::routes;
pub use run::job_handlers;

use crate::{
    accounts::Accounts, blobs::Blobs, clock::Clock, crypto::Keys, db::Db, ids::Ids,
    tickets::Tickets,
};

/// Bytes of a table that is brought.
pub const TABLE_MAX_BYTES: u64 = 25_000_000;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Imports {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    /// A shelf of its own: what lies there belongs to imports alone.
    pub blobs: Blobs,
    pub accounts: Accounts,
    pub tickets: Tickets,
    /// Bytes of a file.
    pub file_max: u64,
}
