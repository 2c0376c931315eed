//! One ticket becomes two: what was said from some message on goes on in a ticket of its own.
//!
//! The messages move, and with them the channel's conversation, where the ticket had it: what the
//! customer writes next belongs to what they wrote last. Both may still answer in it. Merging the new
//! ticket back puts everything in one place again.

use crate::tickets::{
    Tickets,
    api::{CreateTicket, SplitTicket, TicketSplit},
    lifecycle::{language, status},
    model::{Status, Viewer, snippet},
    record::{
        announce,
        contents::{in_words, stored as pieces_of},
        history::{self, Step},
        view::ticket_view,
    },
    store::{self, NewTicket, Standing, TicketRow},
};
use crate::{
    db::{DbError, DbResult, Tx},
    http::{Code, Problem, SuccessWord},
};
use serde_json::Value;

const WHY_MAX: usize = 500;
const TITLE_MAX: usize = 120;
/// Messages that move at once.
const MESSAGES_MAX: i64 = 500;

/// Where to split, and what the new ticket is called.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Id or number of the ticket.
    pub ticket: i64,
    /// The first message that goes.
    pub from: i64,
    /// Empty for the title that the ticket has.
    pub title: String,
    pub why: String,
}

fn conflict(text: impl Into<String>) -> Problem {
    Problem::new(Code::Conflict, text)
}

impl Tickets {
    /// Splits a ticket. Gives the new one as it is shown; the same again gives the same.
    ///
    /// # Errors
    /// `not_found`; `invalid` with what to change; `conflict` where there is nothing to split off, the
    /// ticket is merged, a chat or spam, and while a message that would go is on its way.
    pub async fn split(&self, viewer: &Viewer, split: &Split) -> Result<SplitTicket, Problem> {
        let (title, why) = (split.title.trim(), split.why.trim());
        if title.chars().count() > TITLE_MAX {
            let text = format!("A title has at most {TITLE_MAX} characters.");
            return Err(Problem::field("title", text));
        }
        if why.chars().count() > WHY_MAX {
            let text = format!("Give a reason of at most {WHY_MAX} characters.");
            return Err(Problem::field("why", text));
        }
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        let seen = store::ticket_for(&mut tx, viewer, split.ticket).await?;
        // The contact comes before the ticket, as with whoever else needs both.
        if let Some(contact) = seen.contact_id {
            store::hold_contact(&mut tx, client_id, contact).await?;
        }
        let row = store::held_ticket(&mut tx, viewer, seen.id).await?;
        let id = match self.split_before(&mut tx, &row, split.from).await? {
            // It may have been given to others since.
            Some(known) => store::ticket_for(&mut tx, viewer, known).await?.id,
            None => {
                self.check_split(&mut tx, &row, split.from).await?;
                let title = if title.is_empty() { row.title.as_str() } else { title };
                self.split_in(&mut tx, viewer, &row, (split.from, title, why)).await?
            }
        };
        let made = store::ticket_row(&mut tx, client_id, id, viewer.user_id).await?;
        let made = made.ok_or(DbError::NotFound)?;
        tx.commit().await?;
        Ok(SplitTicket {
            result: SuccessWord::Success,
            ticket_id: made.id,
            ticket_number: made.number,
            data: self.view(&made),
        })
    }

    /// The ticket that this very split made before.
    async fn split_before(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        from: i64,
    ) -> Result<Option<i64>, Problem> {
        let message = store::message(tx, row.client_id, from).await?;
        let message = message.ok_or_else(Problem::not_found)?;
        if message.ticket_id == row.id {
            return Ok(None);
        }
        let came_from = store::split_from(tx, row.client_id, message.ticket_id).await?;
        let first = store::first_said(tx, row.client_id, message.ticket_id).await?;
        if came_from == Some(row.id) && first == Some(from) {
            return Ok(Some(message.ticket_id));
        }
        Err(Problem::not_found())
    }

    /// Whether it may be split there now.
    async fn check_split(&self, tx: &mut Tx, row: &TicketRow, from: i64) -> Result<(), Problem> {
        let client_id = row.client_id;
        self.stands_alone(tx, row.clone()).await?;
        if store::family(tx, client_id, row.id).await?.len() > 1 {
            let text = "Other tickets were merged into this one. Take the merges back first.";
            return Err(conflict(text));
        }
        if row.kind == "livechat" {
            return Err(conflict("A chat is one visit and cannot be split."));
        }
        if row.status == Status::Spam.code() {
            return Err(conflict("This ticket is spam. Say first that it is none."));
        }
        let message = store::message(tx, client_id, from).await?;
        let message = message.ok_or_else(Problem::not_found)?;
        if message.direction == "system" {
            return Err(conflict("This line is no message."));
        }
        if store::first_said(tx, client_id, row.id).await? == Some(from) {
            let text = "The ticket begins with this message, so nothing would stay.";
            return Err(conflict(text));
        }
        let (going, waiting) = store::going(tx, client_id, row.id, from).await?;
        if going > MESSAGES_MAX {
            let text = format!("At most {MESSAGES_MAX} messages go at once. Split further below.");
            return Err(conflict(text));
        }
        if waiting > 0 {
            return Err(conflict("One of the messages is on its way. Try again in a moment."));
        }
        Ok(())
    }

    async fn split_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        row: &TicketRow,
        (from, title, why): (i64, &str, &str),
    ) -> Result<i64, Problem> {
        let (client_id, now, by) = (viewer.client_id, self.clock.now_ms(), &viewer.username);
        let id = self.open_split(tx, row, title, now).await?;
        store::set_split_from(tx, client_id, id, row.id).await?;
        if row.department_id.is_some() {
            store::set_department(tx, client_id, id, row.department_id, now).await?;
        }
        store::set_severity(tx, client_id, id, &row.severity, None).await?;
        let labels = crate::tickets::labels_of(row);
        if !labels.is_empty() {
            store::set_labels(tx, (client_id, id), &labels, now).await?;
        }
        let people = store::participants(tx, client_id, row.id).await?;
        let people: Vec<(i64, String)> = people.into_iter().map(|p| (p.0, p.1)).collect();
        if !people.is_empty() {
            store::set_participants(tx, client_id, id, &people, now).await?;
        }
        store::move_messages(tx, client_id, (row.id, id), from).await?;
        self.carrier.moved(tx, client_id, (row.id, id)).await?;
        for ticket in [row.id, id] {
            self.recount(tx, client_id, (ticket, row.last_in_id), now).await?;
        }
        store::insert_link(tx, client_id, (row.id, id), by, now).await?;
        let made = store::ticket_row(tx, client_id, id, 0).await?.ok_or(DbError::NotFound)?;
        let shown = ticket_view(&made, &self.account_of(&made));
        let data = CreateTicket { ticket: &shown, message: None, queue_id: None };
        announce::announce(tx, &made, &data, now);
        let numbers = (row.number.to_string(), made.number.to_string());
        for (ticket, kind, after) in [(row, "split", &numbers.1), (&made, "split_from", &numbers.0)]
        {
            let step = Step { kind, before: "", after, why, by };
            history::note(tx, ticket, &step, now).await?;
        }
        let reason = if why.is_empty() { String::new() } else { format!(" ({why})") };
        let text = format!(
            "{} split what followed off into ticket #{}{reason}.",
            viewer.name, made.number
        );
        status::say(tx, client_id, row.id, &text, now).await?;
        let text = format!("{} split this off ticket #{}{reason}.", viewer.name, row.number);
        status::say(tx, client_id, id, &text, now).await?;
        for ticket in [row.id, id] {
            let shown = store::ticket_row(tx, client_id, ticket, 0).await?;
            let shown = shown.ok_or(DbError::NotFound)?;
            let data = TicketSplit {
                from_id: row.id,
                from_number: row.number,
                into_id: id,
                into_number: made.number,
                by: by.to_owned(),
                ticket: ticket_view(&shown, &self.account_of(&shown)),
            };
            announce::announce(tx, &shown, &data, now);
        }
        Ok(id)
    }

    /// Opens the new ticket. It takes the channel's conversation over, unless another ticket has it.
    async fn open_split(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        title: &str,
        now: i64,
    ) -> Result<i64, Problem> {
        let client_id = row.client_id;
        let newer = match row.channel_id {
            Some(channel) => {
                store::candidate_by_thread(tx, client_id, channel, &row.thread).await?
            }
            None => None,
        };
        let takes = row.channel_id.is_some()
            && !store::is_parted(tx, client_id, row.id).await?
            && newer.is_none_or(|other| other.home == row.id);
        if takes {
            store::part(tx, client_id, row.id).await?;
        }
        let apart = format!("parted:{}", self.ids.token(20));
        let why = format!("it was split off ticket #{}", row.number);
        let new = NewTicket {
            client_id,
            channel: &row.channel,
            channel_id: row.channel_id,
            kind: "ticket",
            thread: if takes { &row.thread } else { &apart },
            contact_id: row.contact_id.ok_or_else(|| conflict("This ticket has no contact."))?,
            identity_id: store::identity_of(tx, client_id, row.id).await?,
            title,
            language: language::own(row),
            session_id: None,
            why: &why,
            automatic: false,
            now,
        };
        let id = store::insert_ticket(tx, &new).await?;
        let id = id.ok_or_else(|| conflict("The customer has just written. Try again."))?;
        if !takes && row.channel_id.is_some() {
            store::set_sends_in(tx, client_id, id, &row.thread).await?;
        }
        Ok(id)
    }

    /// What lists show of a ticket, read from its messages. `heard` is what called agents last.
    async fn recount(
        &self,
        tx: &mut Tx,
        client_id: i64,
        (ticket, heard): (i64, Option<i64>),
        now: i64,
    ) -> DbResult<()> {
        let counted = store::counted(tx, client_id, ticket, heard).await?;
        let (mut line, mut responded) = (String::new(), false);
        if let Some(id) = counted.last_message_id
            && let Some(newest) = store::message(tx, client_id, id).await?
        {
            let files = store::files_of_message(tx, client_id, ticket, id).await?;
            let extras: Value = serde_json::from_str(&newest.extras).unwrap_or_default();
            let words = match newest.body.trim() {
                "" => in_words(&pieces_of(&extras)),
                _ => newest.body.clone(),
            };
            line = snippet(&words, files.len());
            responded = newest.direction == "out";
        }
        let is = Standing {
            snippet: line,
            message_count: counted.message_count,
            last_message_id: counted.last_message_id,
            last_in_id: counted.last_in_id,
            responded,
            has_attachment: store::has_files(tx, client_id, ticket).await?,
        };
        store::set_standing(tx, client_id, ticket, &is, now).await?;
        store::set_replied_at(tx, client_id, ticket, counted.replied_at).await?;
        Ok(())
    }
}
