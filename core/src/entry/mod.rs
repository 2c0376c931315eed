//! Tickets that people enter by hand: agents for a customer, customers on a public form, and strangers
//! on the page `/contact`.
//!
//! All are the same use case, [`open`]: it finds the contact, opens the ticket and announces it.
//! Nobody is written to: whoever types an address has not shown that it is theirs.

mod api;
mod contact;
mod forms;
mod manual;
mod model;
mod open;
mod page;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use routes::routes;

use crate::{accounts::Accounts, blobs::Blobs, clock::Clock, db::Db, ids::Ids, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Entries {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub blobs: Blobs,
    pub accounts: Accounts,
    pub tickets: Tickets,
    /// The largest file of an agent's ticket.
    pub upload_max: u64,
    /// Whether `/contact` takes messages for the operator.
    pub contact_page: bool,
}

impl Entries {
    /// What a form's customers may send along.
    fn form_files(&self) -> crate::tickets::FormLimits {
        crate::tickets::FormLimits {
            files: model::FILES_MAX,
            file_bytes: model::FILE_MAX_BYTES.min(self.upload_max),
            text_bytes: model::TEXT_MAX_BYTES,
        }
    }
}
