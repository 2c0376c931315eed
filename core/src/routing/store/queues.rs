//! The SQL of queues and of what holds for all agents.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    routing::model::{CAPACITY, CHAT_CAPACITY, RoutingQueueDraft, RoutingSettings, Strategy, Work},
};

/// A queue as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::routing) struct QueueRow {
    pub id: i64,
    pub name: String,
    pub enabled: bool,
    pub conditions: String,
    pub strategy: String,
    pub all_agents: bool,
    pub agents: String,
    pub skills: String,
    pub priority: i64,
    pub ageing_minutes: i64,
    pub offer_seconds: i64,
    pub wrap_up_seconds: i64,
    pub preferred_seconds: i64,
    pub relax_seconds: i64,
    pub calendar_id: Option<i64>,
    pub always: bool,
    pub overflow_queue_id: Option<i64>,
    pub overflow_minutes: i64,
    pub last_user_id: Option<i64>,
    pub work: String,
}

impl QueueRow {
    pub fn draft(&self) -> RoutingQueueDraft {
        // The lists were written by us.
        RoutingQueueDraft {
            name: self.name.clone(),
            enabled: self.enabled,
            conditions: serde_json::from_str(&self.conditions).unwrap_or_default(),
            strategy: Strategy::named(&self.strategy),
            all_agents: self.all_agents,
            agents: serde_json::from_str(&self.agents).unwrap_or_default(),
            skills: serde_json::from_str(&self.skills).unwrap_or_default(),
            priority: self.priority,
            ageing_minutes: self.ageing_minutes,
            offer_seconds: self.offer_seconds,
            wrap_up_seconds: self.wrap_up_seconds,
            preferred_seconds: self.preferred_seconds,
            relax_seconds: self.relax_seconds,
            calendar_id: self.calendar_id,
            always: self.always,
            overflow_queue_id: self.overflow_queue_id,
            overflow_minutes: self.overflow_minutes,
            work: Work::named(&self.work),
        }
    }
}

/// A client's queues in their order.
pub(in crate::routing) async fn all(conn: &mut Conn, client_id: i64) -> DbResult<Vec<QueueRow>> {
    fetch_all!(
        conn,
        QueueRow,
        "select id, name, enabled, conditions, strategy, all_agents, agents, skills, priority,
                ageing_minutes, offer_seconds, wrap_up_seconds, preferred_seconds, relax_seconds,
                calendar_id, always, overflow_queue_id, overflow_minutes, last_user_id, work
           from routing_queues
          where client_id = $1 and deleted_at is null
          order by position, id
          limit 100",
        client_id,
    )
}

/// Whether a client has a queue that gives tickets.
pub(in crate::routing) async fn any_enabled(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let (any,) = fetch_one!(
        conn,
        (bool,),
        "select exists (select 1 from routing_queues
                         where client_id = $1 and deleted_at is null and enabled)",
        client_id,
    )?;
    Ok(any)
}

/// How many queues there are, and the last position among them.
pub(in crate::routing) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "select count(*), coalesce(max(position), 0)
           from routing_queues
          where client_id = $1 and deleted_at is null",
        client_id,
    )
}

fn json<T: serde::Serialize>(list: &T) -> String {
    serde_json::to_string(list).unwrap_or_default()
}

pub(in crate::routing) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    draft: &RoutingQueueDraft,
    position: i64,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into routing_queues
                (client_id, name, enabled, position, conditions, strategy, all_agents, agents,
                 skills, priority, ageing_minutes, offer_seconds, wrap_up_seconds,
                 preferred_seconds, relax_seconds, calendar_id, always, overflow_queue_id,
                 overflow_minutes, work, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $21)
      returning id",
        client_id,
        draft.name.as_str(),
        draft.enabled,
        position,
        json(&draft.conditions),
        draft.strategy.word(),
        draft.all_agents,
        json(&draft.agents),
        json(&draft.skills),
        draft.priority,
        draft.ageing_minutes,
        draft.offer_seconds,
        draft.wrap_up_seconds,
        draft.preferred_seconds,
        draft.relax_seconds,
        draft.calendar_id,
        draft.always,
        draft.overflow_queue_id,
        draft.overflow_minutes,
        draft.work.word(),
        now,
    )?;
    Ok(id)
}

pub(in crate::routing) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &RoutingQueueDraft,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_queues
            set name = $3, enabled = $4, conditions = $5, strategy = $6, all_agents = $7,
                agents = $8, skills = $9, priority = $10, ageing_minutes = $11,
                offer_seconds = $12, wrap_up_seconds = $13, preferred_seconds = $14,
                relax_seconds = $15, calendar_id = $16, always = $17, overflow_queue_id = $18,
                overflow_minutes = $19, work = $20, updated_at = $21
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        draft.name.as_str(),
        draft.enabled,
        json(&draft.conditions),
        draft.strategy.word(),
        draft.all_agents,
        json(&draft.agents),
        json(&draft.skills),
        draft.priority,
        draft.ageing_minutes,
        draft.offer_seconds,
        draft.wrap_up_seconds,
        draft.preferred_seconds,
        draft.relax_seconds,
        draft.calendar_id,
        draft.always,
        draft.overflow_queue_id,
        draft.overflow_minutes,
        draft.work.word(),
        now,
    )
}

pub(in crate::routing) async fn set_position(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_queues set position = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        position,
    )
}

/// Deletes a queue; others no longer overflow into it.
pub(in crate::routing) async fn delete(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_queues set overflow_queue_id = null, overflow_minutes = 0
          where client_id = $1 and overflow_queue_id = $2",
        client_id,
        id,
    )?;
    execute!(
        conn,
        "update routing_queues set deleted_at = $3
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        now,
    )
}

/// Remembers to whom a queue gave last.
pub(in crate::routing) async fn gave_to(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    user_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_queues set last_user_id = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        user_id,
    )
}

/// What agents of the client hold at most, where nothing else is set.
pub(in crate::routing) async fn settings(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<RoutingSettings> {
    let row = fetch_optional!(
        conn,
        (i64, i64),
        "select capacity, chat_capacity from routing_settings where client_id = $1",
        client_id,
    )?;
    let (capacity, chat_capacity) = row.unwrap_or((CAPACITY, CHAT_CAPACITY));
    Ok(RoutingSettings { capacity, chat_capacity })
}

pub(in crate::routing) async fn set_settings(
    conn: &mut Conn,
    client_id: i64,
    settings: RoutingSettings,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_settings (client_id, capacity, chat_capacity) values ($1, $2, $3)
         on conflict (client_id) do update
            set capacity = excluded.capacity, chat_capacity = excluded.chat_capacity",
        client_id,
        settings.capacity,
        settings.chat_capacity,
    )
}

/// Makes other decisions and changes of the client's queues wait for the end of the transaction.
pub(in crate::routing) async fn lock(conn: &mut Conn, client_id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_settings (client_id, capacity) values ($1, $2)
         on conflict (client_id) do update set capacity = routing_settings.capacity",
        client_id,
        CAPACITY,
    )
}
