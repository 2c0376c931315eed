//! Routing: which agent gets which ticket or visitor, and why.
//!
//! A ticket that nobody has goes into the first queue whose conditions hold ([`consumer`] follows the log,
//! [`enqueue`] puts it there), and a visitor of live chat who waits into the first one for live chats
//! ([`visits`]). [`dispatch`] gives what waits to agents: it reads the client's desk at one
//! moment ([`desk`]), decides ([`decision`], pure), and offers or assigns. It runs as a job, planned by
//! whatever may change a decision: a ticket that comes, an agent who comes, finishes or declines, a moment
//! that comes. [`offers`] are accepted or declined by the agent they are made to.
//!
//! What an agent holds is counted in slots: one for each open ticket that they take part in, and one for
//! each visitor whom they took and who has no ticket yet.
//!
//! What each decision was made from is written down, so that it can be made once more, also by other rules ([`replay`]).

mod admin;
mod check;
mod consumer;
mod decision;
mod desk;
mod dispatch;
mod enqueue;
pub mod events;
mod load;
mod model;
mod offers;
mod people;
mod reading;
mod recount;
mod replay;
mod routes;
mod store;
mod subject;
#[cfg(test)]
mod tests;
mod ticket;
mod visits;
mod waiting;

pub use dispatch::job_handlers;
pub use load::{AgentLoad, QueueLoad, loads};
pub use model::{NotReachable, Work};
pub use replay::{Journals, Replay, ReplayDraft, ReplayOutcome, ReplayResult};
pub use routes::routes;

use crate::{
    accounts::Accounts,
    clock::Clock,
    db::{Db, DbResult, Tx},
    livechat::Livechat,
    presence::StatusWatcher,
    tickets::{Tickets, Viewer},
};
use futures_util::future::BoxFuture;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Routing {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
    pub livechat: Livechat,
    /// What decisions are made from, for replays.
    pub journals: Journals,
}

/// Plans a decision when somebody's status changes.
pub struct Watcher {
    pub clock: Clock,
}

impl StatusWatcher for Watcher {
    fn status_changed<'a>(&'a self, tx: &'a mut Tx, client_id: i64) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            if store::queues::any_enabled(tx, client_id).await? {
                dispatch::plan(tx, client_id, self.clock.now_ms(), self.clock.now_ms()).await?;
            }
            Ok(())
        })
    }
}

/// As whom a queue assigns. No username has a blank, so nobody's looks like this.
fn viewer(client_id: i64, queue: &str) -> Viewer {
    let name = format!("Routing ({queue})");
    Viewer { client_id, user_id: 0, username: name.clone(), name, admin: true, view_all: true }
}
