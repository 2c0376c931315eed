//! Rows of the outbox.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    tickets::Outgoing,
};

/// Queues a message, or queues it again: with the part that is missing, where some were sent.
pub(in crate::channels) async fn queue_delivery(
    conn: &mut Conn,
    message: &Outgoing,
    op_id: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into deliveries (client_id, channel_id, ticket_id, message_id, thread, state, op_id,
                                 next_at, created_at)
         values ($1, $2, $3, $4, $5, 'queued', $6, $7, $7)
         on conflict (message_id) do update
            set state = 'queued', attempt = 0, next_at = excluded.next_at, lease_owner = null,
                lease_until = null, prior_unknown = (deliveries.state = 'unknown'),
                finished_at = null, parts_attempts = 0,
                parts_sent = case when deliveries.parts_sent < deliveries.parts_total
                                  then deliveries.parts_sent else 0 end,
                parts_external_ids = case when deliveries.parts_sent < deliveries.parts_total
                                          then deliveries.parts_external_ids else '[]' end",
        message.client_id,
        message.channel_id,
        message.ticket_id,
        message.message_id,
        message.thread.as_str(),
        op_id,
        message.at_ms,
    )
}

/// What was sent, or shall be again, belongs to the ticket that has the message now.
pub(in crate::channels) async fn move_deliveries(
    conn: &mut Conn,
    client_id: i64,
    (from, into): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update deliveries set ticket_id = $3
          where client_id = $1 and ticket_id = $2
            and message_id in (select m.id from messages m
                                where m.client_id = $1 and m.ticket_id = $3)",
        client_id,
        from,
        into,
    )
}

/// Accounts with queued deliveries, stepping through the index account by account.
pub(in crate::channels) async fn channels_waiting_across_clients(
    conn: &mut Conn,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "with recursive waiting (channel_id) as (
            select min(channel_id) from deliveries where state = 'queued'
            union all
            select (select min(channel_id) from deliveries
                     where state = 'queued' and channel_id > waiting.channel_id)
              from waiting
             where waiting.channel_id is not null)
         select channel_id from waiting where channel_id is not null limit 10000",
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Due deliveries of an account: id and thread. Only the oldest of each thread, so that a
/// conversation keeps its order.
pub(in crate::channels) async fn due(
    conn: &mut Conn,
    channel_id: i64,
    now: i64,
    limit: i64,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select d.id, d.thread
           from deliveries d
          where d.channel_id = $1 and d.state = 'queued' and d.next_at <= $2
            and not exists (
                select 1 from deliveries e
                 where e.channel_id = d.channel_id and e.thread = d.thread and e.id < d.id
                   and e.state in ('queued', 'sending'))
          order by d.next_at, d.id
          limit $3",
        channel_id,
        now,
        limit,
    )
}

/// A leased delivery.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct Leased {
    pub id: i64,
    pub client_id: i64,
    pub channel_id: i64,
    pub ticket_id: i64,
    pub message_id: i64,
    pub thread: String,
    pub attempt: i64,
    pub op_id: String,
    pub prior_unknown: bool,
    /// How far the message has come.
    #[sqlx(flatten)]
    pub progress: Progress,
}

/// How far a message has come that is sent in parts.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub(in crate::channels) struct Progress {
    /// The parts that the provider has taken.
    pub parts_sent: i64,
    /// The parts there are, once the first was taken; 0 before.
    pub parts_total: i64,
    /// The attempts that the parts taken so far needed; those of the next one count from here.
    pub parts_attempts: i64,
    /// The ids that the parts were given, in their order: a JSON array.
    pub parts_external_ids: String,
}

/// Who leases, and until when.
pub(in crate::channels) struct Lease<'a> {
    pub owner: &'a str,
    pub until: i64,
}

pub(in crate::channels) async fn lease(
    conn: &mut Conn,
    id: i64,
    by: &Lease<'_>,
) -> DbResult<Option<Leased>> {
    fetch_optional!(
        conn,
        Leased,
        "update deliveries
            set state = 'sending', attempt = attempt + 1, lease_owner = $2, lease_until = $3
          where id = $1 and state = 'queued'
         returning id, client_id, channel_id, ticket_id, message_id, thread, attempt, op_id,
                   prior_unknown, parts_sent, parts_total, parts_attempts, parts_external_ids",
        id,
        by.owner,
        by.until,
    )
}

/// Renews the leases of an owner that end before `before`.
pub(in crate::channels) async fn renew_across_clients(
    conn: &mut Conn,
    by: &Lease<'_>,
    before: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update deliveries set lease_until = $2
          where state = 'sending' and lease_until < $3 and lease_owner = $1",
        by.owner,
        by.until,
        before,
    )
}

/// Deliveries whose sender is gone: past their lease, or of an owner that cannot be alive because
/// this process is the only one.
pub(in crate::channels) async fn interrupted_across_clients(
    conn: &mut Conn,
    now: i64,
    only_owner: Option<&str>,
) -> DbResult<Vec<Leased>> {
    fetch_all!(
        conn,
        Leased,
        "select id, client_id, channel_id, ticket_id, message_id, thread, attempt, op_id,
                prior_unknown, parts_sent, parts_total, parts_attempts, parts_external_ids
           from deliveries
          where state = 'sending'
            and (lease_until < $1 or (cast($2 as text) is not null and lease_owner <> $2))
          order by id
          limit 500",
        now,
        only_owner,
    )
}

/// Ends a delivery: `sent`, `failed` or `unknown`.
///
/// False when the lease was lost: another attempt has begun, and its outcome counts.
pub(in crate::channels) async fn finish(
    conn: &mut Conn,
    delivery: &Leased,
    state: &str,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update deliveries
            set state = $3, finished_at = $4, lease_owner = null, lease_until = null
          where client_id = $1 and id = $2 and state = 'sending' and attempt = $5",
        delivery.client_id,
        delivery.id,
        state,
        now,
        delivery.attempt,
    )?;
    Ok(rows == 1)
}

/// Records that the provider took a part, while the delivery stays leased for the next one.
///
/// False when the lease was lost, as for [`finish`].
pub(in crate::channels) async fn set_progress(
    conn: &mut Conn,
    delivery: &Leased,
    progress: &Progress,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update deliveries
            set parts_sent = $4, parts_total = $5, parts_attempts = $6, parts_external_ids = $7,
                prior_unknown = false
          where client_id = $1 and id = $2 and state = 'sending' and attempt = $3",
        delivery.client_id,
        delivery.id,
        delivery.attempt,
        progress.parts_sent,
        progress.parts_total,
        progress.parts_attempts,
        progress.parts_external_ids.as_str(),
    )?;
    Ok(rows == 1)
}

/// Whether the provider has taken some parts of a message, and not all: it is on its way, or it broke
/// off and may be sent on.
pub(in crate::channels) async fn has_parts_left(
    conn: &mut Conn,
    client_id: i64,
    message_id: i64,
) -> DbResult<bool> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "select id from deliveries
          where message_id = $2 and client_id = $1 and parts_sent between 1 and parts_total - 1",
        client_id,
        message_id,
    )?;
    Ok(found.is_some())
}

/// False when the lease was lost, as for [`finish`].
pub(in crate::channels) async fn back_to_queue(
    conn: &mut Conn,
    delivery: &Leased,
    next_at: i64,
    prior_unknown: bool,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update deliveries
            set state = 'queued', next_at = $3, prior_unknown = (prior_unknown or $4),
                lease_owner = null, lease_until = null
          where client_id = $1 and id = $2 and state = 'sending' and attempt = $5",
        delivery.client_id,
        delivery.id,
        next_at,
        prior_unknown,
        delivery.attempt,
    )?;
    Ok(rows == 1)
}

/// When the next queued delivery is due, if any.
pub(in crate::channels) async fn next_due_across_clients(
    conn: &mut Conn,
    channel_id: i64,
) -> DbResult<Option<i64>> {
    let (next,) = fetch_one!(
        conn,
        (Option<i64>,),
        "select min(next_at) from deliveries where channel_id = $1 and state = 'queued'",
        channel_id,
    )?;
    Ok(next)
}

/// The stored arrival time of a rate bucket, in microseconds.
pub(in crate::channels) async fn arrival(
    conn: &mut Conn,
    channel_id: i64,
    thread: &str,
) -> DbResult<i64> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select arrival_us from send_rates where channel_id = $1 and thread = $2",
        channel_id,
        thread,
    )?;
    Ok(row.map_or(0, |row| row.0))
}

pub(in crate::channels) async fn set_arrival(
    conn: &mut Conn,
    channel_id: i64,
    thread: &str,
    arrival_us: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into send_rates (channel_id, thread, arrival_us) values ($1, $2, $3)
         on conflict (channel_id, thread) do update set arrival_us = excluded.arrival_us",
        channel_id,
        thread,
        arrival_us,
    )
}

/// What a delivery needs of its ticket: number, title, channel value, contact id, kind.
pub(in crate::channels) async fn outbound_ticket(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<(i64, String, String, Option<i64>, String)>> {
    fetch_optional!(
        conn,
        (i64, String, String, Option<i64>, String),
        "select number, title, channel, contact_id, kind
           from tickets
          where client_id = $1 and id = $2",
        client_id,
        ticket_id,
    )
}

/// What is being sent in a thread: its text, and whether there is more to it.
pub(in crate::channels) async fn being_sent(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    thread: &str,
) -> DbResult<Vec<(String, bool)>> {
    fetch_all!(
        conn,
        (String, bool),
        "select m.body,
                exists (select 1 from attachments a
                         where a.client_id = m.client_id and a.ticket_id = m.ticket_id
                           and a.message_id = m.id) as more
           from deliveries d
           join messages m on m.client_id = d.client_id and m.id = d.message_id
          where d.client_id = $1 and d.channel_id = $2 and d.thread = $3
            and d.state in ('queued', 'sending')
          order by d.id
          limit 50",
        client_id,
        channel_id,
        thread,
    )
}

/// How a contact is known within a scope: the identity that a ticket came by, or else the newest. A
/// contact that others were merged into has several.
pub(in crate::channels) async fn recipient(
    conn: &mut Conn,
    client_id: i64,
    (contact_id, ticket_id): (i64, i64),
    scope: &str,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select external_id from identities
          where client_id = $1 and contact_id = $2 and scope = $3
          order by case when id = (select t.identity_id from tickets t
                                    where t.client_id = $1 and t.id = $4) then 0 else 1 end,
                   id desc
          limit 1",
        client_id,
        contact_id,
        scope,
        ticket_id,
    )?;
    Ok(row.map(|row| row.0))
}

/// The ticket of a thread that is open, or that goes on in another one: id and customer's name.
pub(in crate::channels) async fn ticket_of_thread(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    thread: &str,
) -> DbResult<Option<(i64, String)>> {
    fetch_optional!(
        conn,
        (i64, String),
        "select t.id, coalesce(c.name, '')
           from (select id, contact_id, 0 as place from tickets
                  where client_id = $1 and channel_id = $2 and thread = $3 and status <> 3
                  union all
                 select id, contact_id, 1 as place from tickets
                  where client_id = $1 and channel_id = $2 and thread = $3
                    and merged_into is not null) t
           left join contacts c on c.id = t.contact_id
          order by t.place, t.id desc
          limit 1",
        client_id,
        channel_id,
        thread,
    )
}

/// The newest outgoing messages of a ticket that are not read yet.
pub(in crate::channels) async fn out_messages_of_ticket(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<(i64,)>> {
    fetch_all!(
        conn,
        (i64,),
        "select id from messages
          where client_id = $1 and ticket_id = $2 and direction = 'out'
            and state in ('sent', 'delivered')
          order by id desc
          limit 50",
        client_id,
        ticket_id,
    )
}
