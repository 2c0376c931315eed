//! Rows of changes of sent messages on their way out.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
    tickets::OutgoingChange,
};

pub(in crate::channels) async fn queue_change(
    conn: &mut Conn,
    change: &OutgoingChange,
    op_id: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into message_edits (client_id, channel_id, ticket_id, message_id, user_id, kind,
                                    body, earlier, state, op_id, next_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $10)",
        change.client_id,
        change.channel_id,
        change.ticket_id,
        change.message_id,
        change.user_id,
        change.kind.as_str(),
        change.body.as_deref(),
        change.earlier.as_str(),
        op_id,
        change.at_ms,
    )
}

/// Due changes of messages that have left: client, account and id. Only the oldest of each message, so that
/// changes arrive in the order they were made; none while the message itself is on its way.
pub(in crate::channels) async fn due_changes_across_clients(
    conn: &mut Conn,
    now: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select e.client_id, e.channel_id, e.id
           from message_edits e
           join messages m on m.id = e.message_id
           join channels c on c.id = e.channel_id
          where e.state = 'queued' and e.next_at <= $1
            and m.state not in ('queued', 'sending') and c.enabled and c.deleted_at is null
            and not exists (
                select 1 from message_edits p
                 where p.message_id = e.message_id and p.id < e.id
                   and p.state in ('queued', 'sending'))
          order by e.next_at, e.id
          limit $2",
        now,
        limit,
    )
}

/// A leased change.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct LeasedChange {
    pub id: i64,
    pub client_id: i64,
    pub channel_id: i64,
    pub ticket_id: i64,
    pub message_id: i64,
    pub kind: String,
    pub body: Option<String>,
    pub earlier: String,
    pub attempt: i64,
    pub op_id: String,
}

pub(in crate::channels) async fn lease_change(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    owner: &str,
    until: i64,
) -> DbResult<Option<LeasedChange>> {
    fetch_optional!(
        conn,
        LeasedChange,
        "update message_edits
            set state = 'sending', attempt = attempt + 1, lease_owner = $3, lease_until = $4
          where client_id = $1 and id = $2 and state = 'queued'
         returning id, client_id, channel_id, ticket_id, message_id, kind, body, earlier, attempt,
                   op_id",
        client_id,
        id,
        owner,
        until,
    )
}

/// Changes whose sender is gone: past their lease, or of an owner that cannot be alive because this
/// process is the only one.
pub(in crate::channels) async fn interrupted_changes_across_clients(
    conn: &mut Conn,
    now: i64,
    only_owner: Option<&str>,
) -> DbResult<Vec<LeasedChange>> {
    fetch_all!(
        conn,
        LeasedChange,
        "select id, client_id, channel_id, ticket_id, message_id, kind, body, earlier, attempt, op_id
           from message_edits
          where state = 'sending'
            and (lease_until < $1 or (cast($2 as text) is not null and lease_owner <> $2))
          order by id
          limit 500",
        now,
        only_owner,
    )
}

/// Moves a leased change on: to its end, or with a time back to the queue. False when the lease was
/// lost.
pub(in crate::channels) async fn move_change(
    conn: &mut Conn,
    change: &LeasedChange,
    state: &str,
    next_at: Option<i64>,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update message_edits
            set state = $3, next_at = coalesce($4, next_at), lease_owner = null,
                lease_until = null,
                finished_at = case when $3 = 'queued' then null else cast($5 as bigint) end
          where client_id = $1 and id = $2 and state = 'sending' and attempt = $6",
        change.client_id,
        change.id,
        state,
        next_at,
        now,
        change.attempt,
    )?;
    Ok(rows == 1)
}

/// Whether a later change of the same kind stands on a message.
pub(in crate::channels) async fn later_change(
    conn: &mut Conn,
    change: &LeasedChange,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from message_edits
          where client_id = $1 and message_id = $2 and id > $3 and kind = $4 and state <> 'failed'
          limit 1",
        change.client_id,
        change.message_id,
        change.id,
        change.kind.as_str(),
    )?;
    Ok(row.is_some())
}

/// A message as it was before its first edit that is still to follow, when it has one: it is sent as
/// it was written.
pub(in crate::channels) async fn before_waiting_edit(
    conn: &mut Conn,
    client_id: i64,
    message_id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select earlier from message_edits
          where client_id = $1 and message_id = $2 and kind = 'edit'
            and state in ('queued', 'sending')
          order by id
          limit 1",
        client_id,
        message_id,
    )?;
    Ok(row.map(|row| row.0))
}

/// Changes of a message belong to the ticket that has the message now.
pub(in crate::channels) async fn move_changes(
    conn: &mut Conn,
    client_id: i64,
    (from, into): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update message_edits set ticket_id = $3
          where client_id = $1 and ticket_id = $2
            and message_id in (select m.id from messages m
                                where m.client_id = $1 and m.ticket_id = $3)",
        client_id,
        from,
        into,
    )
}

/// What a change needs of its message: state and thread.
pub(in crate::channels) async fn changed_message(
    conn: &mut Conn,
    client_id: i64,
    message_id: i64,
) -> DbResult<Option<(String, String)>> {
    fetch_optional!(
        conn,
        (String, String),
        "select m.state, coalesce(t.sends_in, t.thread)
           from messages m
           join tickets t on t.id = m.ticket_id
          where m.client_id = $1 and m.id = $2",
        client_id,
        message_id,
    )
}
