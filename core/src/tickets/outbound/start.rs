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
        if let Some(queue_id) = &start.message.queue_id {
            let (client_id, user_id) = (viewer.client_id, viewer.user_id);
            if let Some(id) = store::message_by_queue(&mut tx, client_id, user_id, queue_id).await?
            {
                // The first one may not be on disk yet, and then no other connection sees it.
                tx.commit().await?;
                return self.started(viewer, id, false).await;
            }
        }
        let channel = self.startable(viewer.client_id, start.channel_id)?;
        let target = self.target(&mut tx, viewer, start, &channel).await?;
        self.obey_consents(&mut tx, viewer, &target, &channel).await?;
        let existing =
            store::open_in_thread(&mut tx, viewer.client_id, channel.id, &target.thread).await?;
        let (ticket, continued) = match existing {
            Some(id) => (self.own_conversation(&mut tx, viewer, id).await?, true),
            None => {
                (self.open_conversation(&mut tx, viewer, start, &channel, &target).await?, false)
            }
        };
        let mut message = Reply { ticket, opens: !continued, ..start.message.clone() };
        message.to = target.to.into_iter().collect();
        for file in files {
            let row = file.row(viewer.client_id, Some(ticket), None, Some(viewer.user_id));
            message.uploads.push(store::insert_file(&mut tx, &row, self.clock.now_ms()).await?);
        }
        match self.reply_in(&mut tx, viewer, &message).await? {
            Outcome::Sent(replied) => {
                tx.commit().await?;
                self.started(viewer, replied.message_id, continued).await
            }
            Outcome::Known(id) => {
                tx.commit().await?;
                self.started(viewer, id, continued).await
            }
            Outcome::Raced => {
                drop(tx);
                let mut conn = self.db.read().await?;
                let queue_id = message.queue_id.as_deref().unwrap_or_default();
                let (client_id, user_id) = (viewer.client_id, viewer.user_id);
                let id = store::message_by_queue(&mut conn, client_id, user_id, queue_id).await?;
                drop(conn);
                let id = id.ok_or_else(|| Problem::internal("neither stored nor found"))?;
                self.started(viewer, id, continued).await
            }
        }
    }

    async fn started(
        &self,
        viewer: &Viewer,
        message_id: i64,
        continued: bool,
    ) -> Result<Started, Problem> {
        let message = self.shown(viewer.client_id, message_id).await?;
        let mut conn = self.db.read().await?;
        let row = store::shown_in(&mut conn, viewer.client_id, message.ticket_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
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
