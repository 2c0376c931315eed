//! An agent passes a message, or a whole conversation, on to somebody outside by mail.
//!
//! The letter opens a ticket of its own, which is related to the one it is about: what the other
//! side answers comes there, in their own conversation, and the customer sees nothing of it.

use super::forward_body::{self, Quoted};
use crate::tickets::{
    Tickets,
    api::{ForwardedTicket, TicketLinked},
    lifecycle::status,
    model::{Hop, NOTE, Status, Viewer, check_reply, snippet},
    record::{
        announce,
        contents::{in_words, stored as pieces_of},
        history::{self, Step},
    },
    store::{self, MessageRow, NewMessage, NewTicket, StoredFile, TicketRow},
};
use crate::{
    contacts::{self, Person},
    crypto::sha256_hex,
    db::{DbError, Tx},
    http::{Code, Problem, SuccessWord},
};
use serde_json::{Value, json};

/// Addresses of one letter, copies included.
const RECIPIENTS_MAX: usize = 10;
/// Messages of one letter.
const MESSAGES_MAX: i64 = 200;
const COVER_MAX: usize = 20_000;

/// What goes to whom.
#[derive(Clone, Debug, Default)]
pub struct Forward {
    /// Id or number of the ticket.
    pub ticket: i64,
    /// None forwards the whole conversation.
    pub message: Option<i64>,
    pub to: Vec<String>,
    pub cc: Vec<String>,
    /// What the agent writes above it.
    pub text: String,
    /// With the files.
    pub files: bool,
    /// The browser's own id of the request; the same one again is the same letter.
    pub queue_id: Option<String>,
}

fn conflict(text: impl Into<String>) -> Problem {
    Problem::new(Code::Conflict, text)
}

/// What tells one letter from another.
fn digest(forward: &Forward) -> String {
    let Forward { message, to, cc, text, files, .. } = forward;
    sha256_hex(json!([message, to, cc, text, files]).to_string().as_bytes())
}

/// The addresses, each of them once.
fn addressed(forward: &Forward) -> Result<(Vec<String>, Vec<String>), Problem> {
    let mut known: Vec<String> = vec![];
    let mut lists = [vec![], vec![]];
    for (at, (field, given)) in [("to", &forward.to), ("cc", &forward.cc)].into_iter().enumerate() {
        for address in given.iter().map(|address| address.trim()).filter(|a| !a.is_empty()) {
            if !contacts::is_address(address) {
                let text = format!("Please check the email address. {address}");
                return Err(Problem::field(field, text));
            }
            let key = contacts::address_key(address);
            if !known.contains(&key) {
                known.push(key);
                lists[at].push(address.to_owned());
            }
        }
    }
    let [to, cc] = lists;
    if to.is_empty() {
        return Err(Problem::field("to", "Give an email address."));
    }
    if known.len() > RECIPIENTS_MAX {
        let text = format!("A forward goes to at most {RECIPIENTS_MAX} addresses.");
        return Err(Problem::field("to", text));
    }
    Ok((to, cc))
}

impl Tickets {
    /// Forwards a message or a conversation. Gives the ticket of the letter, as it is shown.
    ///
    /// # Errors
    /// `not_found`; `invalid` with what to change; `conflict` without a mail channel, and for what
    /// cannot be forwarded.
    pub async fn forward(
        &self,
        viewer: &Viewer,
        forward: &Forward,
    ) -> Result<ForwardedTicket, Problem> {
        let (to, cc) = addressed(forward)?;
        if forward.text.chars().count() > COVER_MAX {
            let text = format!("Write at most {COVER_MAX} characters.");
            return Err(Problem::field("text", text));
        }
        let mut tx = self.db.begin().await?;
        let known = self.forwarded_before(&mut tx, viewer, forward).await?;
        if let Some(ticket) = known {
            // The first one may not be on disk yet: whoever asks again waits for it as well.
            tx.commit().await?;
            return self.forwarded(viewer, ticket).await;
        }
        let made = self.forward_in(&mut tx, viewer, forward, (&to, &cc)).await?;
        if let Some(ticket) = made {
            tx.commit().await?;
            return self.forwarded(viewer, ticket).await;
        }
        // The same request came at this moment, and this transaction is of no use any more.
        drop(tx);
        let mut tx = self.db.begin().await?;
        let first = self.forwarded_before(&mut tx, viewer, forward).await?;
        tx.commit().await?;
        let first = first.ok_or_else(|| Problem::internal("a letter neither stored nor found"))?;
        self.forwarded(viewer, first).await
    }

    async fn forwarded(&self, viewer: &Viewer, ticket: i64) -> Result<ForwardedTicket, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_row(&mut conn, viewer.client_id, ticket, viewer.user_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        Ok(ForwardedTicket {
            result: SuccessWord::Success,
            ticket_id: row.id,
            ticket_number: row.number,
            data: self.view(&row),
        })
    }

    /// The ticket of the letter that the same request made before.
    async fn forwarded_before(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        forward: &Forward,
    ) -> Result<Option<i64>, Problem> {
        let Some(queue_id) = &forward.queue_id else { return Ok(None) };
        let ticket = store::ticket_for(tx, viewer, forward.ticket).await?;
        let (client_id, user_id) = (viewer.client_id, viewer.user_id);
        let Some(id) = store::message_by_queue(tx, client_id, user_id, queue_id).await? else {
            return Ok(None);
        };
        let message = store::message(tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let extras: Value = serde_json::from_str(&message.extras).unwrap_or_default();
        // Whoever mends an address after a lost answer means another letter than the one that went.
        if extras["forwarded"] != ticket.id || extras["forwarded_as"] != digest(forward) {
            let to: Vec<&str> =
                extras["to"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let text = format!("This was forwarded to {} before. Open it anew.", to.join(", "));
            return Err(conflict(text));
        }
        Ok(Some(message.ticket_id))
    }

    /// None when the same request came at this moment.
    async fn forward_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        forward: &Forward,
        (to, cc): (&[String], &[String]),
    ) -> Result<Option<i64>, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let seen = store::ticket_for(tx, viewer, forward.ticket).await?;
        let letters = self.carrier.letters(client_id);
        let own = letters.iter().find(|(id, _)| Some(*id) == seen.channel_id);
        let (channel_id, channel) = own.or(letters.first()).cloned().ok_or_else(|| {
            conflict("There is no channel for mail. Ask an admin to connect a mailbox.")
        })?;
        // The contact comes before the ticket, as with whoever else needs both.
        let first = to.first().map(String::as_str).unwrap_or_default();
        // By mail only: what somebody typed into a form with this address cannot be answered by mail.
        let person = Person {
            scope: "email".into(),
            external_id: contacts::address_key(first),
            email: first.to_owned(),
            ..Person::default()
        };
        let contact = contacts::resolve(tx, &self.ids, client_id, now, &person).await?.contact;
        store::hold_contact(tx, client_id, contact.id).await?;
        let (scope, address) = (&person.scope, &person.external_id);
        let identity = contacts::of_identity(tx, client_id, scope, address).await?;
        // Merging contacts may have given the address to another one until this one was held.
        let (identity_id, contact_id) =
            identity.map_or((None, contact.id), |(id, owner)| (Some(id), owner));
        let row = store::held_ticket(tx, viewer, seen.id).await?;
        let row = self.stands_alone(tx, row).await?;
        let parts = self.parts(tx, &row, forward.message).await?;
        let files: Vec<&StoredFile> =
            parts.iter().filter(|_| forward.files).flat_map(|(_, files)| files).collect();
        let quotes: Vec<Quoted> = parts.iter().map(|part| quote(&row, part)).collect();
        let body = forward_body::letter(&forward.text, &row.title, &quotes);
        let sizes: Vec<(String, i64)> =
            files.iter().map(|file| (file.filename.clone(), file.size)).collect();
        let rules = self.carrier.rules(client_id, channel_id);
        check_reply(&rules, &body, &sizes).map_err(|text| Problem::field("message", text))?;

        let subject = forward_body::subject(&row.title);
        let why = format!("{} forwarded ticket #{}", viewer.username, row.number);
        let new = NewTicket {
            client_id,
            channel: &channel,
            channel_id: Some(channel_id),
            kind: "ticket",
            thread: &format!("forward:{}", self.ids.token(20)),
            contact_id,
            identity_id,
            title: &subject,
            language: &contact.language,
            session_id: None,
            why: &why,
            automatic: false,
            now,
        };
        let id = store::insert_ticket(tx, &new).await?.ok_or(DbError::NotFound)?;
        // Whoever works at the one works at the other.
        if row.department_id.is_some() {
            store::set_department(tx, client_id, id, row.department_id, now).await?;
        }
        let people = store::participants(tx, client_id, row.id).await?;
        let people: Vec<(i64, String)> = people.into_iter().map(|p| (p.0, p.1)).collect();
        if !people.is_empty() {
            store::set_participants(tx, client_id, id, &people, now).await?;
        }
        let hop = Hop { name: "queued".into(), at_ms: now, took_us: 0, detail: why.clone() };
        let message = NewMessage {
            client_id,
            ticket_id: id,
            channel_id: Some(channel_id),
            direction: "out",
            kind: "text",
            sender: &viewer.username,
            sender_name: &viewer.name,
            user_id: Some(viewer.user_id),
            body: &body,
            queue_id: forward.queue_id.as_deref(),
            state: "queued",
            extras: json!({
                "subject": subject, "to": to, "cc": cc, "forwarded": row.id,
                "forwarded_as": digest(forward),
            })
            .to_string(),
            trace: serde_json::to_string(&[hop]).unwrap_or_default(),
            sent_at: now,
            now,
            ..NewMessage::default()
        };
        let Some(message_id) = store::insert_message(tx, &message).await? else { return Ok(None) };
        for file in &files {
            let copy = StoredFile {
                id: 0,
                ticket_id: Some(id),
                message_id: Some(message_id),
                user_id: Some(viewer.user_id),
                content_id: None,
                ..(*file).clone()
            };
            store::insert_file(tx, &copy, now).await?;
        }
        let line = snippet(&body, files.len());
        let touch = status::touch_out(&line, message_id, !files.is_empty(), now);
        store::touch(tx, client_id, id, &touch).await?;
        // There is nothing to do about it until they answer, which opens it.
        store::set_status(tx, client_id, id, Status::Pending.code(), now).await?;
        let letter = store::ticket_row(tx, client_id, id, 0).await?.ok_or(DbError::NotFound)?;
        let stored = message.stored(message_id).ok_or(DbError::NotFound)?;
        let name = self.carrier.account_name(client_id, channel_id);
        announce::stored(tx, &letter, &stored, true, &name, now).await?;
        self.hand_over(tx, &letter, message_id, now).await?;
        let addresses: Vec<&str> = to.iter().chain(cc).map(String::as_str).collect();
        self.relate(tx, viewer, (&row, &letter), (forward.message, &addresses.join(", "))).await?;
        Ok(Some(id))
    }

    /// Writes the forward into both tickets and relates them.
    async fn relate(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        (row, letter): (&TicketRow, &TicketRow),
        (message, addresses): (Option<i64>, &str),
    ) -> Result<(), Problem> {
        let (client_id, now, by) = (viewer.client_id, self.clock.now_ms(), &viewer.username);
        store::insert_link(tx, client_id, (row.id, letter.id), by, now).await?;
        let number = letter.number.to_string();
        let step = Step { kind: "forward", before: &number, after: addresses, why: "", by };
        history::note(tx, row, &step, now).await?;
        let number = row.number.to_string();
        let step = Step { kind: "forwarded", before: "", after: &number, why: "", by };
        history::note(tx, letter, &step, now).await?;
        let what = if message.is_some() { "a message" } else { "this conversation" };
        let text = format!(
            "{} forwarded {what} to {addresses}, as ticket #{}.",
            viewer.name, letter.number
        );
        status::say(tx, client_id, row.id, &text, now).await?;
        let data = TicketLinked { ticket_id: row.id, by: by.to_owned() };
        announce::announce(tx, row, &data, now);
        Ok(())
    }

    /// What is forwarded, the oldest first, with its files.
    async fn parts(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        message: Option<i64>,
    ) -> Result<Vec<(MessageRow, Vec<StoredFile>)>, Problem> {
        let client_id = row.client_id;
        let family = store::family(tx, client_id, row.id).await?;
        let mut rows = vec![];
        if let Some(id) = message {
            let found = store::message(tx, client_id, id).await?;
            let found = found.filter(|message| family.contains(&message.ticket_id));
            rows.push(found.ok_or_else(Problem::not_found)?);
        } else {
            let (mut count, mut cut) = (0, false);
            for member in family {
                count += store::said_count(tx, client_id, member).await?;
                let most = MESSAGES_MAX * 2;
                let found = store::messages_before(tx, client_id, member, i64::MAX, most).await?;
                cut |= i64::try_from(found.len()).is_ok_and(|found| found >= most);
                rows.extend(found);
            }
            // Among many lines of the desk itself, the oldest messages may not have been read.
            if count > MESSAGES_MAX || cut {
                let text = format!(
                    "This conversation has more than {MESSAGES_MAX} messages. Forward single ones."
                );
                return Err(conflict(text));
            }
            // What never reached the customer is no part of what was said.
            rows.retain(|row| row.direction != "out" || row.state != "failed");
        }
        rows.retain(|row| {
            !matches!(row.direction.as_str(), "system" | NOTE) && row.deleted_at.is_none()
        });
        if rows.is_empty() {
            return Err(conflict("There is nothing here to forward."));
        }
        rows.sort_by_key(|row| row.id);
        let mut parts = vec![];
        for row in rows {
            let files = store::files_of_message(tx, client_id, row.ticket_id, row.id).await?;
            parts.push((row, files));
        }
        Ok(parts)
    }
}

fn quote(ticket: &TicketRow, (message, files): &(MessageRow, Vec<StoredFile>)) -> Quoted {
    let heard = message.direction == "in";
    let extras: Value = serde_json::from_str(&message.extras).unwrap_or_default();
    let text = match message.body.trim() {
        "" => in_words(&pieces_of(&extras)),
        _ => message.body.clone(),
    };
    Quoted {
        name: message.sender_name.clone(),
        // Of several conversations in one ticket, this one's customer is known.
        address: if heard && message.ticket_id == ticket.id {
            ticket.contact_email.clone()
        } else {
            String::new()
        },
        text,
        files: files.iter().map(|file| file.filename.clone()).collect(),
        at_ms: message.sent_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forward(to: &[&str], cc: &[&str]) -> Forward {
        let list = |given: &[&str]| given.iter().map(|&address| address.to_owned()).collect();
        Forward { to: list(to), cc: list(cc), ..Forward::default() }
    }

    #[test]
    fn addresses_are_few_good_and_once() {
        let (to, cc) = addressed(&forward(&[" a@x.example", "A@x.example", ""], &["a@x.example"]))
            .expect("fine");
        assert_eq!((to, cc), (vec!["a@x.example".to_owned()], vec![]));
        let many: Vec<String> = (0..11).map(|n| format!("a{n}@x.example")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(addressed(&forward(&many[..10], &[])).is_ok());
        for wrong in [
            forward(&[], &["a@x.example"]),
            forward(&["a b@x.example"], &[]),
            forward(&["a@x.example"], &["b@"]),
            forward(&many, &[]),
            forward(&many[..6], &many[6..]),
        ] {
            assert!(addressed(&wrong).is_err(), "{wrong:?}");
        }
    }
}
