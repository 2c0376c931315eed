//! The SQL of search: the rows behind what was found, and how far the index has come.

use super::model::{FoundMessage, FoundTicket, NAMED_MAX, OPEN_FROM, Progress};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
    fulltext::{Phrase, excerpt},
};
use std::collections::BTreeSet;

#[derive(sqlx::FromRow)]
struct PostRow {
    id: i64,
    channel: String,
    number: i64,
    title: String,
    labels: String,
    name: String,
    kind: String,
    status: i64,
    updated_at: i64,
}

/// A ticket as a result shows it.
pub(super) async fn post(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    asked: &[Phrase],
) -> DbResult<Option<FoundTicket>> {
    let row = fetch_optional!(
        conn,
        PostRow,
        "select t.id, t.channel, t.number, t.title, t.labels, coalesce(c.name, '') as name, t.kind,
                t.status, t.updated_at
           from tickets t
           left join contacts c on c.id = t.contact_id
          where t.client_id = $1 and t.id = $2",
        client_id,
        id,
    )?;
    let open: Vec<Phrase> =
        asked.iter().map(|phrase| phrase.clone().opened_from(OPEN_FROM)).collect();
    Ok(row.map(|row| {
        let shown = excerpt(&row.title, &open);
        FoundTicket {
            id: row.id,
            channel: row.channel,
            ticket_number: row.number,
            title: shown.text,
            marks: shown.marks,
            label: row.labels,
            name: row.name,
            livechat: row.kind == "livechat",
            closed: row.status,
            ts: row.updated_at.div_euclid(1000),
        }
    }))
}

#[derive(sqlx::FromRow)]
struct MessageRow {
    id: i64,
    ticket_id: i64,
    channel: String,
    number: i64,
    title: String,
    kind: String,
    sender_name: String,
    direction: String,
    body: String,
    created_at: i64,
}

/// A message as a result shows it: the part of it that has the words.
pub(super) async fn message(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    asked: &[Phrase],
) -> DbResult<Option<FoundMessage>> {
    let row = fetch_optional!(
        conn,
        MessageRow,
        "select m.id, m.ticket_id, t.channel, t.number, t.title, t.kind, m.sender_name, m.direction,
                m.body, m.created_at
           from messages m
           join tickets t on t.id = m.ticket_id
          where m.client_id = $1 and m.id = $2 and m.deleted_at is null",
        client_id,
        id,
    )?;
    Ok(row.map(|row| {
        let shown = excerpt(&row.body, asked);
        FoundMessage {
            id: row.id,
            ticket_id: row.ticket_id,
            channel: row.channel,
            ticket_number: row.number,
            message: shown.text,
            marks: shown.marks,
            sender_name: row.sender_name,
            direction: row.direction,
            title: row.title,
            livechat: row.kind == "livechat",
            ts: row.created_at.div_euclid(1000),
        }
    }))
}

/// Labels whose name has this in it, deleted ones too: tickets may still carry them. A name that is
/// exactly this stands for itself alone.
pub(super) async fn labels_named(
    conn: &mut Conn,
    client_id: i64,
    name: &str,
) -> DbResult<BTreeSet<i64>> {
    let rows = fetch_all!(
        conn,
        (i64, String),
        "select id, name from labels where client_id = $1 order by id limit 5000",
        client_id,
    )?;
    let wanted = name.to_lowercase();
    if wanted.is_empty() {
        return Ok(BTreeSet::new());
    }
    let those = |fits: &dyn Fn(&str) -> bool| -> BTreeSet<i64> {
        let fitting = rows.iter().filter(|(_, name)| fits(&name.to_lowercase()));
        fitting.map(|row| row.0).take(NAMED_MAX).collect()
    };
    let exact = those(&|name| name == wanted);
    Ok(if exact.is_empty() { those(&|name| name.contains(&wanted)) } else { exact })
}

/// A part of an existing desk that is being indexed, from its newest row down.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Part {
    pub name: String,
    /// Rows from here on are indexed.
    pub at_id: i64,
}

/// The next part that is not indexed.
pub(super) async fn next_part_across_clients(conn: &mut Conn) -> DbResult<Option<Part>> {
    fetch_optional!(
        conn,
        Part,
        "select name, at_id
           from fulltext_parts
          where finished_at is null
          order by place
          limit 1",
    )
}

pub(super) async fn came_to_across_clients(
    conn: &mut Conn,
    name: &str,
    at_id: i64,
) -> DbResult<u64> {
    execute!(conn, "update fulltext_parts set at_id = $2 where name = $1", name, at_id)
}

pub(super) async fn finish_across_clients(conn: &mut Conn, name: &str, now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update fulltext_parts set at_id = 0, finished_at = $2 where name = $1",
        name,
        now,
    )
}

/// How far the messages are indexed; none when all are.
pub(super) async fn progress(conn: &mut Conn) -> DbResult<Option<Progress>> {
    let row = fetch_optional!(
        conn,
        (i64, i64),
        "select at_id, from_id
           from fulltext_parts
          where finished_at is null
          order by place desc
          limit 1",
    )?;
    Ok(row.map(|(at, from)| {
        let percent = 100 - at.saturating_mul(100) / from.max(1);
        Progress { percent: percent.clamp(0, 99) }
    }))
}
