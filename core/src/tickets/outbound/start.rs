//! An agent writes first: a conversation that no customer opened.

use super::{
    carrier::Startable,
    reply::{Outcome, Reply},
    start_target::Target,
};
use crate::tickets::{
    Tickets,
    api::MessageView,
    model::{Status, Viewer, may_see, numbers},
    record::files::NewFile,
    store::{self, NewTicket},
};
use crate::{
    db::Tx,
    http::{Code, Problem},
};

/// Characters of a conversation's title, where the agent gives none.
const TITLE_MAX: usize = 80;

/// What an agent writes to whom.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub channel_id: i64,
    /// A contact that was picked.
    pub contact_id: Option<i64>,
    /// An address or number; of a picked contact the best known one, where it is empty.
    pub address: String,
    /// What a new contact is called.
    pub name: String,
    /// Text, HTML, subject, copies, contents, signature and queue id.
    pub message: Reply,
}

/// A conversation that was started, or gone on with.
#[derive(Debug)]
pub struct Started {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// There was an open conversation with this customer already.
    pub continued: bool,
    pub message: MessageView,
}

fn conflict(text: impl Into<String>) -> Problem {
    Problem::new(Code::Conflict, text)
}

impl Tickets {
    /// Writes to a customer who has not written, or not lately. An open conversation with them on the
    /// channel is gone on with; else there is a new ticket, which is the agent's and waits for an answer.
    /// The same queue id again gives what the first one made.
    ///
    /// # Errors
    /// `not_found`; `invalid` with what to change; `conflict` for a colleague's conversation and for
    /// somebody who wants no messages; `window_closed` where only a template may begin.
    pub async fn start(
        &self,
        viewer: &Viewer,
        start: &Start,
        files: &[NewFile],
    ) -> Result<Started, Problem> {
        let mut tx = self.db.begin().await?;
        if let Some(id) = self.sent_before(&mut tx, viewer, start).await? {
            // The first one may not be on disk yet, and then no other connection sees it.
            tx.commit().await?;
            return self.started(viewer, id).await;
        }
        let sent = self.start_in(&mut tx, viewer, start, files).await?;
        let id = if let Some(id) = sent {
            tx.commit().await?;
            id
        } else {
            // The same send came at this moment: the ticket that this transaction opened is one too many.
            drop(tx);
            let mut tx = self.db.begin().await?;
            let first = self.sent_before(&mut tx, viewer, start).await?;
            tx.commit().await?;
            first.ok_or_else(|| Problem::internal("a message neither stored nor found"))?
        };
        self.started(viewer, id).await
    }

    /// The message that the same send made before.
    async fn sent_before(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        start: &Start,
    ) -> Result<Option<i64>, Problem> {
        let Some(queue_id) = &start.message.queue_id else { return Ok(None) };
        let (client_id, user_id) = (viewer.client_id, viewer.user_id);
        Ok(store::message_by_queue(tx, client_id, user_id, queue_id).await?)
    }

    /// The message's id; none when the same send came at this moment.
    async fn start_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        start: &Start,
        files: &[NewFile],
    ) -> Result<Option<i64>, Problem> {
        let channel = self.startable(viewer.client_id, start.channel_id)?;
        let target = self.target(tx, viewer, start, &channel).await?;
        self.obey_consents(tx, viewer, &target, &channel).await?;
        let existing =
            store::open_in_thread(tx, viewer.client_id, channel.id, &target.thread).await?;
        let ticket = match existing {
            Some(id) => self.own_conversation(tx, viewer, id).await?,
            None => self.open_conversation(tx, viewer, start, &channel, &target).await?,
        };
        let mut message = Reply { ticket, opens: existing.is_none(), ..start.message.clone() };
        message.to = target.to.into_iter().collect();
        for file in files {
            let row = file.row(viewer.client_id, Some(ticket), None, Some(viewer.user_id));
            message.uploads.push(store::insert_file(tx, &row, self.clock.now_ms()).await?);
        }
        Ok(match self.reply_in(tx, viewer, &message).await? {
            Outcome::Sent(replied) => Some(replied.message_id),
            Outcome::Known(_) | Outcome::Raced => None,
        })
    }

    async fn started(&self, viewer: &Viewer, message_id: i64) -> Result<Started, Problem> {
        let message = self.shown(viewer.client_id, message_id).await?;
        let mut conn = self.db.read().await?;
        let first = store::first_said(&mut conn, viewer.client_id, message.ticket_id).await?;
        let row = store::shown_in(&mut conn, viewer.client_id, message.ticket_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let continued = first != Some(message_id);
        Ok(Started { ticket_id: row.id, ticket_number: row.number, continued, message })
    }

    fn startable(&self, client_id: i64, channel_id: i64) -> Result<Startable, Problem> {
        let found = self.carrier.startable(client_id).into_iter().find(|one| one.id == channel_id);
        found.ok_or_else(|| {
            Problem::field("channel_id", "No conversation can be started on this channel.")
        })
    }

    /// The open conversation, where the agent may read it.
    async fn own_conversation(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        id: i64,
    ) -> Result<i64, Problem> {
        let shown = store::shown_in(tx, viewer.client_id, id).await?;
        let shown = shown.ok_or_else(Problem::not_found)?;
        if !may_see(viewer, &numbers(&shown.assignee_ids)) {
            let text = "A colleague has an open conversation with this customer on this channel.";
            return Err(conflict(text));
        }
        Ok(shown.id)
    }

    /// Opens the ticket, for the agent, who waits for an answer.
    async fn open_conversation(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        start: &Start,
        channel: &Startable,
        target: &Target,
    ) -> Result<i64, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let subject = start.message.subject.as_deref().unwrap_or_default().trim();
        if target.to.is_some() && subject.is_empty() {
            return Err(Problem::field("subject", "Give the message a subject."));
        }
        let first_line = start.message.text.lines().next().unwrap_or_default();
        let first_line: String = first_line.chars().take(TITLE_MAX).collect();
        let title = match (subject, first_line.trim()) {
            ("", "") => target.contact.name.as_str(),
            ("", line) => line,
            (subject, _) => subject,
        };
        let why = format!("{} started it", viewer.username);
        let new = NewTicket {
            client_id,
            channel: &channel.value,
            channel_id: Some(channel.id),
            kind: "ticket",
            thread: &target.thread,
            contact_id: target.contact.id,
            identity_id: target.identity_id,
            title,
            language: &target.contact.language,
            session_id: None,
            why: &why,
            automatic: false,
            now,
        };
        let id = store::insert_ticket(tx, &new).await?.ok_or_else(|| {
            conflict("The customer has written at this moment. Look at their conversation.")
        })?;
        let own = [(viewer.user_id, viewer.username.clone())];
        store::set_participants(tx, client_id, id, &own, now).await?;
        // There is nothing to do about it until they answer, which opens it.
        store::set_status(tx, client_id, id, Status::Pending.code(), now).await?;
        Ok(id)
    }
}
