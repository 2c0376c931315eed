//! Writes the demo data, some thousand rows to a transaction, and says how far it is.

use super::{
    model::{self, GeneratedTicket, Marks},
    store::{self, Agent},
};
use crate::{
    contacts::index_contacts_across_clients,
    db::{Db, DbResult},
    tickets::{index_messages_across_clients, index_tickets_across_clients},
};
use serde_json::{Value, json};

/// Agents a client is filled up to.
pub const AGENTS: usize = 60;
const DEPARTMENTS: i64 = 30;
const LABELS: i64 = 200;
/// Tickets of one transaction, and rows that one statement takes.
const TICKETS: u64 = 1_000;
const ROWS: usize = 4_000;
/// Documents of one transaction of the index of words.
const INDEXED: i64 = 2_000;

/// How much.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    pub tickets: u64,
    pub messages: u64,
}

/// What is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Contacts,
    Tickets,
    Words,
}

/// The username and the name of the agent at a place, from 0.
#[must_use]
pub fn agent_name(at: usize) -> (String, String) {
    (format!("agent{}", at + 1), format!("Demo Agent {}", at + 1))
}

/// Whether a client has any ticket.
///
/// # Errors
/// What the database said.
pub async fn has_tickets(db: &Db, client_id: i64) -> DbResult<bool> {
    store::has_tickets(&mut db.read().await?, client_id).await
}

/// Fills a client that has its agents. `tell` hears of a stage how much is done of how much.
///
/// # Errors
/// What the database said.
pub async fn generate(
    db: &Db,
    client_id: i64,
    amount: Amount,
    now: i64,
    tell: &mut (dyn FnMut(Stage, u64, u64) + Send),
) -> DbResult<()> {
    let marks = marks(db, client_id, now).await?;
    let contacts = amount.tickets / 3 + 1;
    let first = contact_rows(db, client_id, contacts, now, tell).await?;
    let lengths = model::lengths(amount.tickets, amount.messages);
    let messages = lengths.iter().sum();
    let mut written = 0;
    for from in (0..amount.tickets).step_by(usize::try_from(TICKETS).unwrap_or(1)) {
        let to = (from + TICKETS).min(amount.tickets);
        let made: Vec<GeneratedTicket> =
            (from..to).map(|n| model::ticket(n, amount.tickets, now, &marks)).collect();
        let of = |n: u64| lengths.get(usize::try_from(n).unwrap_or(0)).copied().unwrap_or(1);
        let lengths: Vec<u64> = (from..to).map(of).collect();
        let block = Block { client_id, first, made: &made, lengths: &lengths, messages };
        written += block.write(db, &marks, written).await?;
        tell(Stage::Tickets, to, amount.tickets);
    }
    index(db, contacts + amount.tickets + written, tell).await
}

async fn marks(db: &Db, client_id: i64, now: i64) -> DbResult<Marks> {
    let mut tx = db.begin().await?;
    store::fill_departments(&mut tx, client_id, DEPARTMENTS, now).await?;
    store::fill_labels(&mut tx, client_id, LABELS, now).await?;
    let agents = store::agents(&mut tx, client_id).await?;
    let marks = Marks {
        agents: agents.into_iter().map(|Agent { id, username }| (id, username)).collect(),
        departments: store::departments(&mut tx, client_id).await?,
        labels: store::labels(&mut tx, client_id).await?,
    };
    tx.commit().await?;
    Ok(marks)
}

/// Gives the number of the first.
async fn contact_rows(
    db: &Db,
    client_id: i64,
    count: u64,
    now: i64,
    tell: &mut (dyn FnMut(Stage, u64, u64) + Send),
) -> DbResult<u64> {
    let first = store::contacts(&mut db.read().await?, client_id).await?;
    for from in (0..count).step_by(ROWS) {
        let to = (from + ROWS as u64).min(count);
        let rows: Vec<Value> = (first + from..first + to)
            .map(|n| json!([format!("demo-{n}"), format!("Demo Customer {n}"), n]))
            .collect();
        let mut tx = db.begin().await?;
        store::insert_contacts(&mut tx, client_id, &rows, now).await?;
        tx.commit().await?;
        tell(Stage::Contacts, to, count);
    }
    Ok(first)
}

/// Tickets of one transaction.
struct Block<'a> {
    client_id: i64,
    /// The number of the first contact.
    first: u64,
    made: &'a [GeneratedTicket],
    lengths: &'a [u64],
    /// Messages in all.
    messages: u64,
}

impl Block<'_> {
    /// Gives how many messages were written.
    async fn write(&self, db: &Db, marks: &Marks, before: u64) -> DbResult<u64> {
        let mut tx = db.begin().await?;
        let client_id = self.client_id;
        let count = i64::try_from(self.made.len()).unwrap_or(0);
        let last = store::take_numbers(&mut tx, client_id, count).await?;
        let number = |at: usize| last - count + 1 + i64::try_from(at).unwrap_or(0);
        let rows: Vec<Value> = self
            .made
            .iter()
            .enumerate()
            .map(|(at, made)| self.row(number(at), made, self.lengths[at], marks))
            .collect();
        store::insert_tickets(&mut tx, client_id, &rows).await?;
        let span = (last - count + 1, last);
        store::insert_participants(&mut tx, client_id, span).await?;
        store::insert_ticket_labels(&mut tx, client_id, span).await?;
        // Messages of many tickets come in between each other, as they do.
        let mut rows = vec![];
        let (mut written, mut turn) = (0, 0);
        while written < self.lengths.iter().sum() {
            for (at, made) in self.made.iter().enumerate() {
                if turn >= self.lengths[at] {
                    continue;
                }
                let place = (turn, self.lengths[at]);
                let id = before + written;
                rows.push(model::message(number(at), place, made, id, self.messages));
                written += 1;
                if rows.len() >= ROWS {
                    self.messages(&mut tx, &rows, marks).await?;
                    rows.clear();
                }
            }
            turn += 1;
        }
        self.messages(&mut tx, &rows, marks).await?;
        store::sum_up(&mut tx, client_id, span).await?;
        store::insert_reads(&mut tx, client_id, span).await?;
        tx.commit().await?;
        Ok(written)
    }

    async fn messages(
        &self,
        tx: &mut crate::db::Tx,
        rows: &[Value],
        marks: &Marks,
    ) -> DbResult<()> {
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                let at = row[2].as_u64().and_then(|at| usize::try_from(at).ok());
                match at.and_then(|at| marks.agents.get(at)) {
                    Some((id, username)) => {
                        json!([row[0], "out", username, username, id, row[1], "sent", row[3]])
                    }
                    None => json!([
                        row[0],
                        "in",
                        "visitor",
                        "Demo Customer",
                        null,
                        row[1],
                        "received",
                        row[3]
                    ]),
                }
            })
            .collect();
        store::insert_messages(tx, self.client_id, &rows).await
    }

    fn row(&self, number: i64, made: &GeneratedTicket, length: u64, marks: &Marks) -> Value {
        let people = made.agents.iter().filter_map(|at| marks.agents.get(*at));
        let (ids, names): (Vec<String>, Vec<&str>) =
            people.map(|(id, name)| (id.to_string(), name.as_str())).unzip();
        json!([
            number,
            made.channel,
            format!("demo-{}", self.first + made.contact),
            made.title,
            made.status,
            made.severity,
            names.join(","),
            ids.join(","),
            made.department,
            json!(made.labels).to_string(),
            length,
            made.automatic,
            made.appointment_at,
            made.created_at,
            made.updated_at,
        ])
    }
}

/// Puts what was written into the index of words, the newest first.
async fn index(db: &Db, all: u64, tell: &mut (dyn FnMut(Stage, u64, u64) + Send)) -> DbResult<()> {
    let mut done = 0;
    for part in ["contacts", "tickets", "messages"] {
        let mut before = i64::MAX;
        loop {
            let mut tx = db.begin().await?;
            let came_to = match part {
                "contacts" => index_contacts_across_clients(&mut tx, before, INDEXED).await?,
                "tickets" => index_tickets_across_clients(&mut tx, before, INDEXED).await?,
                _ => index_messages_across_clients(&mut tx, before, INDEXED).await?,
            };
            tx.commit().await?;
            let Some(id) = came_to else { break };
            before = id;
            done = (done + INDEXED.unsigned_abs()).min(all);
            tell(Stage::Words, done, all);
        }
    }
    Ok(())
}
