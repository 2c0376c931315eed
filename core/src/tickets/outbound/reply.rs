//! An agent answers.

use super::{carrier::Outgoing, signature::signed, window};
use crate::tickets::{
    Tickets,
    automation::Admitted,
    lifecycle::{field, status},
    model::{Hop, SendRules, Status, Viewer, check_reply, snippet},
    record::{
        announce,
        contents::{self, Piece},
        expected_version::{self, ExpectedVersion},
    },
    store::{self, NewMessage, StoredFile, TicketRow},
};
use crate::{
    contacts,
    db::{DbResult, Tx},
    http::{Code, Problem},
    tickets::api::MessageView,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What an agent sends.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Reply {
    /// Id or number of the ticket.
    pub ticket: i64,
    pub text: String,
    /// The text is HTML.
    pub html: bool,
    /// The message that this one answers.
    pub reply_to: Option<i64>,
    /// The ticket in whose conversation it goes out, where one was merged into this.
    #[serde(default)]
    pub via: Option<i64>,
    /// Uploaded before, by this agent, to this ticket.
    pub uploads: Vec<i64>,
    pub subject: Option<String>,
    pub cc: Vec<String>,
    pub to: Vec<String>,
    /// The client's temporary id; a repeated send with it gives the first message.
    pub queue_id: Option<String>,
    /// What goes along besides text and files.
    pub contents: Vec<Piece>,
    /// A machine of the desk writes it, and may.
    #[serde(skip)]
    pub automation: Option<Admitted>,
    /// It opens its ticket.
    #[serde(skip)]
    pub opens: bool,
    /// End the text with the agent's signature, where the channel takes one.
    pub sign: bool,
    /// The status to set with the reply.
    pub status: Option<i64>,
    /// What the agent has seen; without it nobody asks whether that is still all there is.
    pub seen: Option<ExpectedVersion>,
}

/// The state of an answer that went to nobody, because its ticket has no channel.
const KEPT: &str = "kept";

/// What came of sending in somebody's transaction.
pub(in crate::tickets) enum Outcome {
    Sent(Replied),
    /// The same send came before; the message's id.
    Known(i64),
    /// The same send came at this moment, and the transaction is of no use any more.
    Raced,
}

/// The stored reply.
#[derive(Debug)]
pub struct Replied {
    pub message_id: i64,
    /// As it is shown.
    pub message: Box<MessageView>,
}

impl Tickets {
    /// Stores an agent's reply as queued and hands it to the carrier, in one transaction. In a ticket
    /// that was entered by hand it is kept and goes to nobody.
    ///
    /// # Errors
    /// `not_found`, `invalid` with what to change.
    pub async fn reply(&self, viewer: &Viewer, reply: &Reply) -> Result<Replied, Problem> {
        let mut tx = self.db.begin().await?;
        match self.reply_in(&mut tx, viewer, reply).await? {
            Outcome::Sent(replied) => {
                tx.commit().await?;
                Ok(replied)
            }
            Outcome::Known(id) => {
                // The first send may not be on disk yet, and then no other connection sees it.
                tx.commit().await?;
                self.replied(viewer, id).await
            }
            Outcome::Raced => {
                drop(tx);
                let mut conn = self.db.read().await?;
                let queue_id = reply.queue_id.as_deref().unwrap_or_default();
                let (client_id, user_id) = (viewer.client_id, viewer.user_id);
                let id = store::message_by_queue(&mut conn, client_id, user_id, queue_id)
                    .await?
                    .ok_or_else(|| Problem::internal("a message neither stored nor found"))?;
                drop(conn);
                self.replied(viewer, id).await
            }
        }
    }

    /// The same in the caller's transaction, for one who holds the ticket. Gives the message's id.
    ///
    /// # Errors
    /// As for [`Self::reply`].
    pub async fn reply_held(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        reply: &Reply,
    ) -> Result<i64, Problem> {
        match self.reply_in(tx, viewer, reply).await? {
            Outcome::Sent(replied) => Ok(replied.message_id),
            Outcome::Known(id) => Ok(id),
            // Two sends of one id need the ticket at the same moment, and it is held.
            Outcome::Raced => Err(Problem::internal("an answer was sent twice at once")),
        }
    }

    /// Refuses what an answer for later could not become, without sending anything.
    pub(in crate::tickets) async fn check(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: &TicketRow,
        reply: &Reply,
    ) -> Result<(), Problem> {
        check_addresses(reply)?;
        let ticket = &self.stands_alone(tx, ticket.clone()).await?;
        let way = self.way(tx, ticket, reply).await?;
        let mut sizes = vec![];
        for id in &reply.uploads {
            let file = store::own_uploads(tx, viewer.client_id, viewer.user_id, ticket.id, *id);
            let file = file.await?.ok_or_else(file_gone)?;
            sizes.push((file.filename, file.size));
        }
        let rules = self.rules_of(&way);
        if reply.contents.is_empty() || !reply.text.trim().is_empty() || !sizes.is_empty() {
            check_reply(&rules, &reply.text, &sizes).map_err(|m| Problem::field("message", m))?;
        }
        contents::check(&rules, &reply.contents).map_err(|m| Problem::field("contents", m))?;
        template_alone(reply, !sizes.is_empty())
    }

    /// The same as [`Self::reply`] in the caller's transaction.
    pub(in crate::tickets) async fn reply_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        reply: &Reply,
    ) -> Result<Outcome, Problem> {
        let now = self.clock.now_ms();
        check_addresses(reply)?;
        self.hold_way(tx, viewer.client_id, reply).await?;
        let ticket = store::held_ticket(tx, viewer, reply.ticket).await?;
        if let Some(queue_id) = &reply.queue_id
            && let Some(id) =
                store::message_by_queue(tx, viewer.client_id, viewer.user_id, queue_id).await?
        {
            return Ok(Outcome::Known(id));
        }
        let ticket = self.stands_alone(tx, ticket).await?;
        let way = self.way(tx, &ticket, reply).await?;
        if let Some(seen) = reply.seen {
            expected_version::before_answer(tx, viewer, &ticket, seen).await?;
            if way.id != ticket.id {
                expected_version::before_answer(
                    tx,
                    viewer,
                    &way,
                    ExpectedVersion { status: None, ..seen },
                )
                .await?;
            }
            if let Some(status) = picked(reply) {
                expected_version::before_end(tx, viewer, &ticket, status, seen.id).await?;
            }
        }
        if let Some(status) = picked(reply) {
            field::before_end(tx, &ticket, status).await?;
        }
        let mut files: Vec<StoredFile> = vec![];
        for id in &reply.uploads {
            let file = store::own_uploads(tx, viewer.client_id, viewer.user_id, ticket.id, *id);
            files.push(file.await?.ok_or_else(file_gone)?);
        }
        let rules = self.rules_of(&way);
        let sizes: Vec<(String, i64)> =
            files.iter().map(|f| (f.filename.clone(), f.size)).collect();
        let words = !reply.text.trim().is_empty() || !files.is_empty();
        let signature = if reply.sign && rules.signature && words {
            let whose = (viewer.client_id, viewer.user_id);
            self.signer.signature(tx, whose, &way.channel).await?
        } else {
            None
        };
        let text = match signature {
            Some(signature) => signed(&reply.text, reply.html, &signature),
            None => reply.text.clone(),
        };
        if reply.contents.is_empty() || words {
            check_reply(&rules, &text, &sizes).map_err(|m| Problem::field("message", m))?;
        }
        contents::check(&rules, &reply.contents).map_err(|m| Problem::field("contents", m))?;
        template_alone(reply, !files.is_empty())?;
        let template = contents::has_template(&reply.contents);
        self.check_window(tx, &way, &rules, template).await?;
        let reply_id = match reply.reply_to {
            Some(id) => store::reply_target(tx, viewer.client_id, way.id, id).await?,
            None => None,
        };
        let html = (reply.html && rules.html).then(|| clean(&text));
        let body = if reply.html { plain(&text) } else { text };
        // Where nothing leaves there is nobody to send it: it is kept for the desk.
        let state = if rules.silent { KEPT } else { "queued" };
        let hop = Hop {
            name: state.into(),
            at_ms: now,
            took_us: 0,
            detail: format!("stored for {}", viewer.name),
        };
        let name = self.channel_name(&way);
        let neutral = reply.automation.as_ref().and_then(|admitted| admitted.subject(&way, &name));
        let new = NewMessage {
            client_id: viewer.client_id,
            ticket_id: way.id,
            channel_id: way.channel_id,
            direction: "out",
            kind: if html.is_some() { "text/html" } else { "text" },
            sender: &viewer.username,
            sender_name: &viewer.name,
            user_id: Some(viewer.user_id),
            body: &body,
            html: html.as_deref(),
            queue_id: reply.queue_id.as_deref(),
            reply_id,
            state,
            extras: extras(reply, neutral).to_string(),
            automatic: reply.automation.is_some(),
            trace: serde_json::to_string(&[hop]).unwrap_or_default(),
            sent_at: now,
            now,
            ..NewMessage::default()
        };
        let Some(message_id) = store::insert_message(tx, &new).await? else {
            // The same send arrived twice at once, and the other one won.
            return Ok(Outcome::Raced);
        };
        if let Some(admitted) = &reply.automation {
            admitted.remember(tx, &way, now).await?;
        }
        for file in &files {
            if store::attach(tx, viewer.client_id, file.id, (way.id, message_id)).await? != 1 {
                return Err(Problem::field("upload_ids", "A file was sent with another message."));
            }
        }
        let words =
            if body.is_empty() { contents::in_words(&reply.contents) } else { body.clone() };
        let line = snippet(&words, files.len());
        let touch = status::touch_out(&line, message_id, !files.is_empty(), now);
        let mut touched = store::touch(tx, viewer.client_id, way.id, &touch).await?;
        if way.id == ticket.id {
            // It may have been merged at this moment.
            touched = self.stands_alone(tx, touched).await?;
        } else {
            for above in store::path(tx, viewer.client_id, way.id).await?.into_iter().skip(1) {
                touched = store::touch(tx, viewer.client_id, above, &touch).await?;
            }
        }
        self.hand_over(tx, &way, message_id, now).await?;
        let message = match new.stored(message_id) {
            Some(row) => announce::stored(tx, &touched, &row, reply.opens, &name, now).await?,
            None => {
                announce::message(tx, viewer.client_id, message_id, reply.opens, &name, now).await?
            }
        };
        if let Some(status) = picked(reply)
            && status.code() != ticket.status
        {
            status::change_status(tx, viewer, &ticket, status, &name, now).await?;
        }
        Ok(Outcome::Sent(Replied { message_id, message: Box::new(message) }))
    }

    /// Lets the carrier take a message out, where the ticket has a channel.
    pub(in crate::tickets) async fn hand_over(
        &self,
        tx: &mut Tx,
        ticket: &TicketRow,
        message_id: i64,
        now: i64,
    ) -> DbResult<()> {
        let channel_id = ticket.channel_id.filter(|_| !self.rules_of(ticket).silent);
        let Some(channel_id) = channel_id else { return Ok(()) };
        let outgoing = Outgoing {
            client_id: ticket.client_id,
            channel_id,
            ticket_id: ticket.id,
            message_id,
            thread: ticket.thread.clone(),
            at_ms: now,
        };
        self.carrier.queued(tx, &outgoing).await
    }

    /// What may be sent in a ticket, or kept in one that has no channel.
    pub(in crate::tickets) fn rules_of(&self, ticket: &TicketRow) -> SendRules {
        match ticket.channel_id {
            Some(id) => self.carrier.rules(ticket.client_id, id),
            None => SendRules { reply_to: true, silent: true, ..SendRules::default() },
        }
    }

    /// The name of the channel account that a ticket came by; empty for none.
    #[must_use]
    pub fn channel_name(&self, ticket: &TicketRow) -> String {
        let name = |id| self.carrier.account_name(ticket.client_id, id);
        ticket.channel_id.map(name).unwrap_or_default()
    }

    /// Refuses what the channel would not take any more.
    pub(in crate::tickets) async fn check_window(
        &self,
        tx: &mut Tx,
        ticket: &TicketRow,
        rules: &SendRules,
        template: bool,
    ) -> Result<(), Problem> {
        if rules.window.is_none() {
            return Ok(());
        }
        let last_in = store::last_inbound_at(tx, ticket.client_id, ticket.id).await?;
        let window = window::window(rules.window, last_in, self.clock.now_ms());
        window::check(rules.window, window, template)
            .map_err(|text| Problem::new(Code::WindowClosed, text))
    }
}

/// The status that was picked with an answer. One the screen had anyway is none: a colleague's stays.
fn picked(reply: &Reply) -> Option<Status> {
    let shown = reply.seen.and_then(|seen| seen.status);
    reply.status.filter(|picked| shown != Some(*picked)).and_then(Status::from_code)
}

/// A template is a whole message at the provider: what lay beside it would seem to be sent.
fn template_alone(reply: &Reply, files: bool) -> Result<(), Problem> {
    let beside = files || reply.contents.len() > 1 || !reply.text.trim().is_empty();
    if beside && contents::has_template(&reply.contents) {
        let text = "A template goes alone. Send the rest as a message of its own.";
        return Err(Problem::field("contents", text));
    }
    Ok(())
}

fn file_gone() -> Problem {
    Problem::field("upload_ids", "An attached file is gone. Attach it again.")
}

/// What goes along with an answer; `subject` in place of its own.
fn extras(reply: &Reply, subject: Option<String>) -> Value {
    let subject = subject.or_else(|| reply.subject.clone());
    let mut extras = json!({ "subject": subject, "to": reply.to, "cc": reply.cc });
    if reply.automation.is_some() {
        extras["automatic"] = true.into();
    }
    if !reply.contents.is_empty() {
        extras["contents"] = serde_json::to_value(&reply.contents).unwrap_or_default();
    }
    extras
}

fn check_addresses(reply: &Reply) -> Result<(), Problem> {
    for (field, list) in [("cc", &reply.cc), ("toEmail", &reply.to)] {
        if let Some(bad) = list.iter().find(|a| !contacts::is_address(a)) {
            return Err(Problem::field(field, format!("Please check the email address. {bad}")));
        }
    }
    Ok(())
}

fn clean(html: &str) -> String {
    ammonia::clean(html)
}

/// The text of an agent's HTML, for channels and lists that have no HTML.
pub(super) fn plain(html: &str) -> String {
    let lines = html.replace("</p>", "\n").replace("<br>", "\n").replace("<br/>", "\n");
    let lines = lines.replace("<li>", "- ");
    let bare = ammonia::Builder::empty().clean(&lines).to_string();
    bare.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_html_keeps_its_lines_and_lists() {
        let html = "<p>Dear <b>Kim</b>,</p><ul><li>one<br></li><li>a &lt; b</li></ul>";
        assert_eq!(plain(html), "Dear Kim,\n- one\n- a < b");
    }

    #[test]
    fn a_template_goes_alone() {
        let piece = |kind: &str| {
            let piece = json!({ "kind": kind, "name": "welcome", "language": "en",
                "parameters": [], "latitude": 1.0, "longitude": 2.0 });
            serde_json::from_value::<Piece>(piece).expect("a piece")
        };
        let reply = |text: &str, kinds: &[&str]| Reply {
            text: text.into(),
            contents: kinds.iter().map(|kind| piece(kind)).collect(),
            ..Reply::default()
        };
        assert!(template_alone(&reply(" ", &["template"]), false).is_ok());
        assert!(template_alone(&reply("Hello", &["location"]), true).is_ok());
        for (text, kinds, files) in [
            ("Hello", vec!["template"], false),
            ("", vec!["template"], true),
            ("", vec!["template", "location"], false),
        ] {
            assert!(template_alone(&reply(text, &kinds), files).is_err(), "{text} {kinds:?}");
        }
    }
}
