//! Messages and tickets in the index of words.

use super::NewMessage;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_optional,
    fulltext::{self, Doc, Field, Shelf},
    tickets::model::numbers,
};

/// Where messages stand.
pub const MESSAGES: Shelf = Shelf(0);
/// Where tickets stand. The dialect's statements know it by number.
pub const POSTS: Shelf = Shelf(1);

/// Of a message: its text, its sender, its ticket's id.
pub const BODY: Field = Field('m');
pub const SENDER: Field = Field('s');
pub const OF_TICKET: Field = Field('n');
/// Of a ticket: its title, the ids of its labels, of its contact, of those who take part, and a word
/// that every ticket has.
pub const TITLE: Field = Field('p');
pub const LABEL: Field = Field('l');
pub const CONTACT: Field = Field('k');
pub const TAKES_PART: Field = Field('u');
pub const ANY: Field = Field('a');

/// What of a message is indexed.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Indexed {
    id: i64,
    client_id: i64,
    ticket_id: i64,
    direction: String,
    sender: String,
    sender_name: String,
    body: String,
    deleted: bool,
}

impl Indexed {
    /// Lines that nobody wrote and messages that were taken back are not found.
    fn doc(&self) -> Option<Doc> {
        (self.direction != "system" && !self.deleted).then(|| {
            message(
                (self.client_id, self.id, self.ticket_id),
                &self.body,
                &self.sender,
                &self.sender_name,
            )
        })
    }
}

fn message((client_id, id, ticket_id): (i64, i64, i64), body: &str, by: &str, name: &str) -> Doc {
    let doc = Doc::new(MESSAGES, id, client_id).word(OF_TICKET, ticket_id);
    // The word for any customer would only stand in the way.
    let doc = if by == "visitor" { doc } else { doc.text(SENDER, by) };
    doc.text(SENDER, name).text(BODY, body)
}

/// Indexes a message that has just been stored.
pub(super) async fn index_new(conn: &mut Conn, id: i64, new: &NewMessage<'_>) -> DbResult<()> {
    if new.direction == "system" {
        return Ok(());
    }
    let ids = (new.client_id, id, new.ticket_id);
    let doc = message(ids, new.body, new.sender, new.sender_name);
    fulltext::keep_if_absent(conn, &doc).await
}

/// Indexes a message as it is now.
pub(super) async fn index_message(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    let row = fetch_optional!(
        conn,
        Indexed,
        "select id, client_id, ticket_id, direction, sender, sender_name, body,
                deleted_at is not null as deleted
           from messages
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    match row.and_then(|row| row.doc()) {
        Some(doc) => fulltext::keep(conn, &doc).await,
        None => fulltext::forget(conn, MESSAGES, id).await,
    }
}

/// What of a ticket is indexed.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Post {
    id: i64,
    client_id: i64,
    title: String,
    labels: String,
    contact_id: Option<i64>,
    assignee_ids: String,
}

impl Post {
    fn doc(&self) -> Doc {
        let mut doc = Doc::new(POSTS, self.id, self.client_id).text(TITLE, &self.title);
        let labels: Vec<i64> = serde_json::from_str(&self.labels).unwrap_or_default();
        for label in labels {
            doc = doc.word(LABEL, label);
        }
        if let Some(contact) = self.contact_id {
            doc = doc.word(CONTACT, contact);
        }
        for user in numbers(&self.assignee_ids) {
            doc = doc.word(TAKES_PART, user);
        }
        doc.word(ANY, "")
    }
}

/// Indexes a ticket as it is now.
pub(super) async fn index_ticket(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    let row = fetch_optional!(
        conn,
        Post,
        "select id, client_id, title, labels, contact_id, assignee_ids
           from tickets
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    match row {
        Some(row) => fulltext::keep(conn, &row.doc()).await,
        None => fulltext::forget(conn, POSTS, id).await,
    }
}

/// Indexes the newest messages before an id that nobody has indexed yet. Gives the lowest id it came
/// to; none when there are no more.
///
/// # Errors
/// What the database said.
pub async fn index_messages_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Option<i64>> {
    let rows = fetch_all!(
        conn,
        Indexed,
        "select id, client_id, ticket_id, direction, sender, sender_name, body,
                deleted_at is not null as deleted
           from messages
          where id < $1
          order by id desc
          limit $2",
        before,
        limit,
    )?;
    // The index takes what comes in its own order at once, and what does not one by one.
    for row in rows.iter().rev() {
        if let Some(doc) = row.doc() {
            fulltext::keep_if_absent(conn, &doc).await?;
        }
    }
    Ok(rows.last().map(|row| row.id))
}

/// The same for tickets.
///
/// # Errors
/// What the database said.
pub async fn index_tickets_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Option<i64>> {
    let rows = fetch_all!(
        conn,
        Post,
        "select id, client_id, title, labels, contact_id, assignee_ids
           from tickets
          where id < $1
          order by id desc
          limit $2",
        before,
        limit,
    )?;
    for row in rows.iter().rev() {
        fulltext::keep_if_absent(conn, &row.doc()).await?;
    }
    Ok(rows.last().map(|row| row.id))
}
