//! The desk as a server of the Model Context Protocol (MCP, streamable HTTP): assistants of the customer's
//! choice read the desk and write drafts, with the rights of the API key they call with.
//!
//! [`routes`] lets in programs with a key, of clients whose admins switched it on ([`setting`]), so often a
//! minute ([`admit`]). [`server`] answers the protocol, [`calls`] runs one tool and takes it down, and
//! [`tools`] are what there is. No tool changes a ticket or reaches a customer. What people wrote comes back
//! between marks that the text cannot forge ([`untrusted`]).

mod admit;
mod calls;
pub mod events;
mod routes;
mod server;
mod setting;
mod tools;
mod untrusted;

pub use routes::routes;

use crate::{
    accounts::Accounts, clock::Clock, dashboards::Dashboards, db::Db, http::RateLimits, ids::Ids,
    profiles::Profiles, search::Search, supervisory::Supervisory, tickets::Tickets,
};
use std::sync::Arc;

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub accounts: Accounts,
    pub tickets: Tickets,
    pub search: Search,
    pub profiles: Profiles,
    pub dashboards: Dashboards,
    pub supervisory: Supervisory,
}

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Mcp(Arc<Room>);

struct Room {
    parts: Parts,
    rates: RateLimits<admit::ProgramRequest>,
}

impl std::ops::Deref for Mcp {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl Mcp {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Room { parts, rates: RateLimits::default() }))
    }
}
