//! How queues and agents are loaded at a moment, for whoever looks after all of them.

use super::{
    model::{NotReachable, Work},
    reading, store,
};
use crate::{
    db::{Conn, DbResult},
    hours::{self, Schedules},
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A queue and what waits in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SupervisedQueue)]
pub struct QueueLoad {
    pub id: i64,
    pub name: String,
    pub work: Work,
    pub enabled: bool,
    /// Whether its business hours are now.
    pub open: bool,
    pub waiting: i64,
    /// Offered to somebody at this moment.
    pub ringing: i64,
    /// Since when the one waits that waits longest, offered or not, in milliseconds; null for nobody.
    pub oldest_at: Option<i64>,
    /// Members who can be given something now.
    pub free_agents: i64,
}

/// What routing counts for an agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentLoad {
    /// Tickets and live chats, held or offered.
    pub load: i64,
    pub capacity: i64,
    pub chat_capacity: i64,
    /// Why no ticket can be given; none when one can.
    pub not_reachable: Option<NotReachable>,
}

/// A client's queues in their order, and what its agents hold by their ids.
///
/// # Errors
/// What the database said.
pub async fn loads(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
) -> DbResult<(Vec<QueueLoad>, HashMap<i64, AgentLoad>)> {
    let agents = reading::agents(conn, client_id, now).await?;
    let rows = store::queues::all(conn, client_id).await?;
    let schedules = match rows.iter().all(|row| row.always) {
        true => Schedules::default(),
        false => hours::schedules(conn, client_id).await?,
    };
    let mut counts: HashMap<i64, store::items::QueueCount> = store::items::counts(conn, client_id)
        .await?
        .into_iter()
        .map(|count| (count.queue_id, count))
        .collect();
    let queue = |row: &store::queues::QueueRow| {
        let read = reading::queue(row, &agents, &schedules, now);
        let is_free = |id: &&i64| {
            agents.get(id).is_some_and(|agent| agent.not_reachable(read.queue.work).is_none())
        };
        let count = counts.remove(&row.id).unwrap_or_default();
        QueueLoad {
            id: row.id,
            work: read.queue.work,
            enabled: row.enabled,
            open: read.open,
            waiting: count.waiting,
            ringing: count.ringing,
            oldest_at: count.oldest_at,
            free_agents: i64::try_from(read.queue.agents.iter().filter(is_free).count())
                .unwrap_or(i64::MAX),
            name: read.name,
        }
    };
    let queues = rows.iter().map(queue).collect();
    let load = |agent: &super::decision::Agent| AgentLoad {
        load: agent.load,
        capacity: agent.capacity,
        chat_capacity: agent.chat_capacity,
        not_reachable: agent.not_reachable(Work::Tickets),
    };
    Ok((queues, agents.values().map(|agent| (agent.user_id, load(agent))).collect()))
}
