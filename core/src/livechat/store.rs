//! The SQL of visits, and of agents' presence across nodes.

mod ending;
mod limits;
pub(super) mod running;

pub(super) use ending::{
    away_with_ticket_across_clients, closed_with_ticket, closed_with_ticket_across_clients,
    convert, drop_unused_across_clients, forget_counts_across_clients, over_across_clients, retire,
};
pub(super) use limits::{Spent, behind, hold, place, spend, waiting};

use super::widget::VisitorIdentity;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// A visit.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: i64,
    pub client_id: i64,
    pub channel_id: i64,
    pub state: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub message: String,
    pub language: String,
    pub agent_id: Option<i64>,
    /// The agent who made the link; none for one that a page made.
    pub created_by: Option<i64>,
    pub ticket_id: Option<i64>,
    pub queued_at: Option<i64>,
    pub rating: Option<i64>,
    pub rating_reason: Option<String>,
    /// The hash of the secret in the browser that holds the visit; empty when none does.
    pub holder: String,
    /// When a page of the visit was last connected.
    pub seen_at: Option<i64>,
    pub created_at: i64,
    /// The page of the site whose widget the visitor opened; empty for a link.
    pub page_url: String,
    pub page_title: String,
    /// Who the site says the visitor is, as JSON.
    pub identity: Option<String>,
}

impl Row {
    /// Who the site's server says the visitor is, and signed.
    pub fn identity(&self) -> Option<VisitorIdentity> {
        // It was written by us.
        self.identity.as_deref().and_then(|text| serde_json::from_str(text).ok())
    }
}

/// A visit to be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NewVisit<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    /// The agent who made the link; none for one that a page made.
    pub by: Option<i64>,
    pub page_url: &'a str,
    pub page_title: &'a str,
    pub identity: Option<&'a VisitorIdentity>,
}

/// A visit by its unguessable token, which names the client by itself.
pub(super) async fn by_token(conn: &mut Conn, token: &str) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select id, client_id, channel_id, state, name, email, phone, message, language,
                agent_id, created_by, ticket_id, queued_at, rating, rating_reason, holder, seen_at,
                created_at, page_url, page_title, identity
           from livechat_sessions
          where token = $1",
        token,
    )
}

pub(super) async fn by_id(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select id, client_id, channel_id, state, name, email, phone, message, language,
                agent_id, created_by, ticket_id, queued_at, rating, rating_reason, holder, seen_at,
                created_at, page_url, page_title, identity
           from livechat_sessions
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

pub(super) async fn by_ticket(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select id, client_id, channel_id, state, name, email, phone, message, language,
                agent_id, created_by, ticket_id, queued_at, rating, rating_reason, holder, seen_at,
                created_at, page_url, page_title, identity
           from livechat_sessions
          where client_id = $1 and ticket_id = $2
          order by id desc
          limit 1",
        client_id,
        ticket_id,
    )
}

pub(super) async fn insert(
    conn: &mut Conn,
    new: &NewVisit<'_>,
    token: &str,
    now: i64,
) -> DbResult<u64> {
    let known = new.identity.cloned().unwrap_or_default();
    execute!(
        conn,
        "insert into livechat_sessions
                (client_id, channel_id, token, state, created_by, created_at, page_url, page_title,
                 identity, name, email, phone)
         values ($1, $2, $3, 'new', $4, $5, $6, $7, $8, $9, $10, $11)",
        new.client_id,
        new.channel_id,
        token,
        new.by,
        now,
        new.page_url,
        new.page_title,
        new.identity.and_then(|identity| serde_json::to_string(identity).ok()),
        known.name.as_str(),
        known.email.as_str(),
        known.phone.as_str(),
    )
}

/// Joins the queue. Nothing happens to a visit that waits already.
pub(super) async fn enqueue(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    network_key: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions
            set state = 'queued', queued_at = $4, seen_at = $4, address = $3
          where client_id = $1 and id = $2 and state = 'new'",
        client_id,
        id,
        network_key,
        now,
    )
}

pub(super) async fn leave_queue(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions set state = 'new', queued_at = null, address = ''
          where client_id = $1 and id = $2 and state = 'queued'",
        client_id,
        id,
    )
}

/// What a visitor typed while waiting, for the agents' list.
pub(super) async fn describe(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    fields: &Described<'_>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions
            set name = $3, email = $4, phone = $5, message = $6, language = $7
          where client_id = $1 and id = $2",
        client_id,
        id,
        fields.name,
        fields.email,
        fields.phone,
        fields.message,
        fields.language,
    )
}

/// What a visitor says of itself.
pub(super) struct Described<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
    pub message: &'a str,
    pub language: &'a str,
}

/// The client's queue, first come first.
pub(super) async fn queue(conn: &mut Conn, client_id: i64, limit: i64) -> DbResult<Vec<Row>> {
    fetch_all!(
        conn,
        Row,
        "select id, client_id, channel_id, state, name, email, phone, message, language,
                agent_id, created_by, ticket_id, queued_at, rating, rating_reason, holder, seen_at,
                created_at, page_url, page_title, identity
           from livechat_sessions
          where client_id = $1 and state = 'queued'
          order by queued_at, id
          limit $2",
        client_id,
        limit,
    )
}

/// Gives a queued visitor to an agent. False when another agent was faster.
pub(super) async fn accept(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    agent_id: i64,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update livechat_sessions set state = 'accepted', agent_id = $3, accepted_at = $4
          where client_id = $1 and id = $2 and state = 'queued'",
        client_id,
        id,
        agent_id,
        now,
    )?;
    Ok(rows == 1)
}

/// Lets a browser hold a visit that nobody holds, or of which nothing has been said yet.
pub(super) async fn set_holder(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    holder: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions set holder = $3
          where client_id = $1 and id = $2 and (holder = '' or state = 'new')",
        client_id,
        id,
        holder,
    )
}

pub(super) async fn activate(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    ticket_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions set state = 'active', ticket_id = $3
          where client_id = $1 and id = $2 and state <> 'ended'",
        client_id,
        id,
        ticket_id,
    )
}

pub(super) async fn end(conn: &mut Conn, client_id: i64, id: i64, now: i64) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update livechat_sessions set state = 'ended', ended_at = $3
          where client_id = $1 and id = $2 and state not in ('ended', 'converted')",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

pub(super) async fn rate(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    (rating, reason): (i64, &str),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions set rating = $3, rating_reason = $4, rated_at = $5
          where client_id = $1 and id = $2 and rating is null",
        client_id,
        id,
        rating,
        reason,
        now,
    )
}

pub(super) async fn seen(conn: &mut Conn, client_id: i64, id: i64, now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions set seen_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// Queued visitors whose page has been away for long: client and session.
pub(super) async fn away_across_clients(conn: &mut Conn, before: i64) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, id from livechat_sessions
          where state = 'queued' and seen_at < $1
          order by id
          limit 500",
        before,
    )
}

/// Says that a node has agents of a client, until a time.
pub(super) async fn note_agents(
    conn: &mut Conn,
    client_id: i64,
    node: &str,
    until: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into leases (name, owner, until_at, fence) values ($1, $2, $3, $4)
         on conflict (name) do update set until_at = excluded.until_at",
        format!("agents:{client_id}:{node}"),
        node,
        until,
        client_id,
    )
}

pub(super) async fn forget_agents(conn: &mut Conn, client_id: i64, node: &str) -> DbResult<u64> {
    execute!(conn, "delete from leases where name = $1", format!("agents:{client_id}:{node}"))
}

/// Whether any node has an agent of this client.
pub(super) async fn agents_online(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select until_at from leases
          where name >= $1 and name < $2 and until_at > $3
          limit 1",
        format!("agents:{client_id}:"),
        format!("agents:{client_id};"),
        now,
    )?;
    Ok(row.is_some())
}

/// A user's name and photo, as a visitor sees them.
pub(super) async fn agent(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(String, String, String)>> {
    fetch_optional!(
        conn,
        (String, String, String),
        "select username, name, photo from users where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// Links that nobody has used yet, newest first: token, channel, when.
pub(super) async fn links(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<(String, i64, i64)>> {
    fetch_all!(
        conn,
        (String, i64, i64),
        "select token, channel_id, created_at from livechat_sessions
          where client_id = $1 and created_by = $2 and state = 'new'
          order by id desc
          limit 50",
        client_id,
        user_id,
    )
}

/// A message of a chat.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Line {
    pub id: i64,
    pub external_id: Option<String>,
    pub direction: String,
    pub sender_name: String,
    pub body: String,
    pub created_at: i64,
    pub state: String,
}

pub(super) async fn line(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Line>> {
    fetch_optional!(
        conn,
        Line,
        "select id, external_id, direction, sender_name, body, created_at, state
           from messages
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// Messages of a chat as the visitor may see them, the newest first.
pub(super) async fn history(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    limit: i64,
) -> DbResult<Vec<Line>> {
    fetch_all!(
        conn,
        Line,
        "select id, external_id, direction, sender_name, body, created_at, state
           from messages
          where client_id = $1 and ticket_id = $2 and direction in ('in', 'out')
            and deleted_at is null
          order by id desc
          limit $3",
        client_id,
        ticket_id,
        limit,
    )
}
