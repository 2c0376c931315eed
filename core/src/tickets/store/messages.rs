//! Rows of messages.

use super::{changes, words};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};

/// A message.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MessageRow {
    pub id: i64,
    pub client_id: i64,
    pub ticket_id: i64,
    pub channel_id: Option<i64>,
    pub direction: String,
    pub kind: String,
    pub sender: String,
    pub sender_name: String,
    pub body: String,
    pub has_html: bool,
    pub external_id: Option<String>,
    pub queue_id: Option<String>,
    pub reply_id: Option<i64>,
    pub state: String,
    pub error_code: Option<String>,
    pub error_message: Option<String>,
    pub retry_at: Option<i64>,
    pub automatic: bool,
    pub edited_at: Option<i64>,
    pub deleted_at: Option<i64>,
    pub extras: String,
    pub sent_at: i64,
    pub created_at: i64,
    pub reply_sender: Option<String>,
    pub reply_body: Option<String>,
    /// JSON: who put which emoji on it.
    pub reactions: String,
    /// JSON: what becomes of its last change.
    pub edit: Option<String>,
    /// JSON: what the team noted at it.
    pub notes: String,
    pub pinned_at: Option<i64>,
    /// JSON: it in other languages.
    pub translations: String,
    /// JSON: what helpers told of it, by kind; empty for nothing.
    pub insights: String,
}

/// A message to store.
#[derive(Clone, Debug, Default)]
pub struct NewMessage<'a> {
    pub client_id: i64,
    pub ticket_id: i64,
    pub channel_id: Option<i64>,
    pub direction: &'static str,
    pub kind: &'a str,
    pub sender: &'a str,
    pub sender_name: &'a str,
    pub user_id: Option<i64>,
    pub body: &'a str,
    pub html: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub queue_id: Option<&'a str>,
    pub reply_id: Option<i64>,
    pub state: &'static str,
    pub automatic: bool,
    pub extras: String,
    pub trace: String,
    pub sent_at: i64,
    pub now: i64,
}

impl NewMessage<'_> {
    /// The row as it is read back, so that nobody has to. None when it answers another message, of
    /// which only the database knows the sender and the words.
    pub(in crate::tickets) fn stored(&self, id: i64) -> Option<MessageRow> {
        if self.reply_id.is_some() {
            return None;
        }
        Some(MessageRow {
            id,
            client_id: self.client_id,
            ticket_id: self.ticket_id,
            channel_id: self.channel_id,
            direction: self.direction.to_owned(),
            kind: self.kind.to_owned(),
            sender: self.sender.to_owned(),
            sender_name: self.sender_name.to_owned(),
            body: self.body.to_owned(),
            has_html: self.html.is_some(),
            external_id: self.external_id.map(str::to_owned),
            queue_id: self.queue_id.map(str::to_owned),
            reply_id: None,
            state: self.state.to_owned(),
            error_code: None,
            error_message: None,
            retry_at: None,
            automatic: self.automatic,
            edited_at: None,
            deleted_at: None,
            extras: self.extras.clone(),
            sent_at: self.sent_at,
            created_at: self.now,
            reply_sender: None,
            reply_body: None,
            reactions: "[]".to_owned(),
            edit: None,
            notes: "[]".to_owned(),
            pinned_at: None,
            translations: "{}".to_owned(),
            insights: String::new(),
        })
    }
}

/// None when the message is there already, by its external id or by its queue id.
pub(in crate::tickets) async fn insert_message(
    conn: &mut Conn,
    new: &NewMessage<'_>,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into messages (client_id, ticket_id, channel_id, direction, kind, sender,
                               sender_name, user_id, body, html, external_id, queue_id, reply_id,
                               state, automatic, extras, trace, sent_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         on conflict do nothing
         returning id",
        new.client_id,
        new.ticket_id,
        new.channel_id,
        new.direction,
        new.kind,
        new.sender,
        new.sender_name,
        new.user_id,
        new.body,
        new.html,
        new.external_id,
        new.queue_id,
        new.reply_id,
        new.state,
        new.automatic,
        new.extras.as_str(),
        new.trace.as_str(),
        new.sent_at,
        new.now,
    )?;
    let Some((id,)) = row else { return Ok(None) };
    words::index_new(conn, id, new).await?;
    Ok(Some(id))
}

pub(in crate::tickets) async fn message(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<MessageRow>> {
    fetch_optional!(
        conn,
        MessageRow,
        "select m.id, m.client_id, m.ticket_id, m.channel_id, m.direction, m.kind, m.sender,
                m.sender_name, m.body, (m.html is not null) as has_html, m.external_id, m.queue_id,
                m.reply_id, m.state, m.error_code, m.error_message, m.retry_at, m.automatic,
                m.edited_at, m.deleted_at, m.extras, m.sent_at, m.created_at,
                a.sender_name as reply_sender, a.body as reply_body, m.reactions, m.edit,
                m.notes, m.pinned_at, m.translations, m.insights
           from messages m
           left join messages a on a.id = m.reply_id
          where m.client_id = $1 and m.id = $2",
        client_id,
        id,
    )
}

pub(in crate::tickets) async fn message_by_queue(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    queue_id: &str,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from messages where client_id = $1 and user_id = $2 and queue_id = $3",
        client_id,
        user_id,
        queue_id,
    )?;
    Ok(row.map(|row| row.0))
}

/// A message of the same ticket that a reply may point at.
pub(in crate::tickets) async fn reply_target(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from messages
          where client_id = $1 and ticket_id = $2 and id = $3 and direction <> 'note'",
        client_id,
        ticket_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// The message with this external id in a channel account: its id, ticket and direction.
///
/// # Errors
/// What the database said.
pub async fn message_of_external(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    external_id: &str,
) -> DbResult<Option<(i64, i64, String)>> {
    fetch_optional!(
        conn,
        (i64, i64, String),
        "select m.id, m.ticket_id, m.direction
           from messages m
          where m.client_id = $1 and (
                (m.channel_id = $2 and m.external_id = $3)
                or m.id = (select e.message_id from message_externals e
                            where e.channel_id = $2 and e.external_id = $3))
          limit 1",
        client_id,
        channel_id,
        external_id,
    )
}

/// Notes one more external id of a message; the first becomes the message's own.
///
/// # Errors
/// What the database said.
pub async fn note_external(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    message_id: i64,
    external_id: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update messages set external_id = $3
          where client_id = $1 and id = $2 and external_id is null
            and not exists (select 1 from messages o where o.channel_id = $4 and o.external_id = $3)",
        client_id,
        message_id,
        external_id,
        channel_id,
    )?;
    execute!(
        conn,
        "insert into message_externals (channel_id, external_id, message_id)
         values ($1, $2, $3)
         on conflict (channel_id, external_id) do nothing",
        channel_id,
        external_id,
        message_id,
    )?;
    Ok(())
}

/// Moves an outgoing message to a state and adds a hop to its trace (a JSON list without its
/// closing bracket is what `||` appends to). Gives its ticket and its queue id, or none when the
/// message already has that state or a later one.
///
/// # Errors
/// What the database said.
pub async fn set_state(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    state: &StateChange<'_>,
) -> DbResult<Option<(i64, Option<String>)>> {
    fetch_optional!(
        conn,
        (i64, Option<String>),
        "update messages
            set state = $3, error_code = $4, error_message = $5, retry_at = $6,
                trace = case when trace = '[]' then '[' || $7 || ']'
                             else substr(trace, 1, length(trace) - 1) || ',' || $7 || ']' end
          where client_id = $1 and id = $2
            and not (state = 'read' and $3 in ('sent', 'delivered'))
            and not (state = 'delivered' and $3 = 'sent')
            and not (state = $3 and $3 in ('sent', 'delivered', 'read'))
            and not (state = $3 and $3 = 'failed' and retry_at is not distinct from $6
                     and (error_code is not distinct from $4
                          and (error_message is not distinct from $5 or $5 = $8)
                          or $5 = $8 and error_message <> $8))
         returning ticket_id, queue_id",
        client_id,
        id,
        state.state,
        state.error_code,
        state.error_message,
        state.retry_at,
        serde_json::to_string(&state.hop).unwrap_or_default(),
        NO_REASON,
    )
}

/// What stands for a failure of which the provider told no reason. One that it tells afterwards takes
/// its place, and never the other way round.
pub const NO_REASON: &str = "The provider could not deliver this message.";

/// A message's new state.
pub struct StateChange<'a> {
    pub state: &'a str,
    pub error_code: Option<&'a str>,
    pub error_message: Option<&'a str>,
    pub retry_at: Option<i64>,
    pub hop: crate::tickets::Hop,
}

/// A failed or unknown message that an agent wants sent again: its ticket, channel and thread.
/// None when the message is in another state,
/// or deleted.
///
/// # Errors
/// What the database said.
pub async fn retry_requested(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(i64, i64)>> {
    fetch_optional!(
        conn,
        (i64, i64),
        "update messages
            set state = 'queued', error_code = null, error_message = null, retry_at = null
          where client_id = $1 and id = $2 and direction = 'out' and state in ('failed', 'unknown')
            and channel_id is not null and deleted_at is null
         returning ticket_id, channel_id",
        client_id,
        id,
    )
}

/// A message's ticket and trace.
///
/// # Errors
/// What the database said.
pub async fn trace_of_message(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(i64, String)>> {
    fetch_optional!(
        conn,
        (i64, String),
        "select ticket_id, trace from messages where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

pub(in crate::tickets) async fn edit_body(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    body: Option<&str>,
    deleted: bool,
    now: i64,
) -> DbResult<bool> {
    let changed = execute!(
        conn,
        "update messages
            set body = coalesce($3, body),
                html = case when cast($3 as text) is null then html end,
                translations = case when cast($3 as text) is null then translations else '{}' end,
                kind = case when cast($3 as text) is not null and kind = 'text/html' then 'text'
                            else kind end,
                edited_at = case when $4 then edited_at else cast($5 as bigint) end,
                deleted_at = case when $4 then cast($5 as bigint) else deleted_at end
          where client_id = $1 and id = $2
            and case when $4 then deleted_at is null
                     else edited_at is null or body <> coalesce(cast($3 as text), body) end",
        client_id,
        id,
        body,
        deleted,
        now,
    )? > 0;
    if changed {
        changes::reads_otherwise(conn, client_id, id).await?;
    }
    Ok(changed)
}

/// A message's ticket and sanitised HTML, if it has any.
pub(in crate::tickets) async fn html_of(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(i64, String)>> {
    fetch_optional!(
        conn,
        (i64, String),
        "select ticket_id, html from messages
          where client_id = $1 and id = $2 and html is not null and deleted_at is null",
        client_id,
        id,
    )
}

/// A message's ticket and plain text.
pub(in crate::tickets) async fn body_of(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(i64, String)>> {
    fetch_optional!(
        conn,
        (i64, String),
        "select ticket_id, body from messages
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
    )
}

/// Names a contact in the messages that came while only their id was known.
///
/// # Errors
/// What the database said.
pub async fn name_sender(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    external_id: &str,
    name: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set sender_name = $4
          where client_id = $1 and sender = 'visitor' and sender_name = $3
            and ticket_id in (select id from tickets where client_id = $1 and contact_id = $2)",
        client_id,
        contact_id,
        external_id,
        name,
    )
}
