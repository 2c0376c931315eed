//! What AI helpers tell of messages: read for them, and kept at the message.

use crate::{
    db::{DbError, DbResult, Tx},
    http::Problem,
    tickets::{
        Tickets,
        api::{MessageAct, MessageInsight},
        model::{NOTE, Viewer},
        reading::conversation::Talk,
        record::{
            announce,
            insights::{EMOTION, Insights, TicketEmotions, percents},
            merge_group,
            view::ticket_view,
        },
        store,
    },
};
use serde_json::Value;

/// A message that a helper is asked about, with what was said before it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The ticket that shows it.
    pub ticket_id: i64,
    pub message_id: i64,
    /// `in` for the customer's.
    pub direction: String,
    pub text: String,
    /// Whether its emotions were told already.
    pub told_emotion: bool,
    pub talk: Talk,
}

/// What a helper told of a message.
pub struct NewInsight<'a> {
    pub kind: &'a str,
    /// The text that it is about.
    pub text: &'a str,
    pub value: &'a Value,
    /// Who asked; `server` where nobody did.
    pub by: &'a str,
}

impl Tickets {
    /// A message that somebody asks a helper about, with at most so many messages up to it.
    ///
    /// # Errors
    /// `not_found`, also for a note, a line of the system and a deleted message.
    pub async fn subject(
        &self,
        viewer: &Viewer,
        message_id: i64,
        most: i64,
    ) -> Result<Subject, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::message(&mut conn, viewer.client_id, message_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let ticket = store::ticket_for(&mut conn, viewer, row.ticket_id).await?;
        if row.deleted_at.is_some() || row.direction == "system" || row.direction == NOTE {
            return Err(Problem::not_found());
        }
        let talk = self.talk_up_to(&mut conn, &ticket, message_id, most).await?;
        let shown = store::shown_in(&mut conn, viewer.client_id, ticket.id).await?;
        Ok(Subject {
            ticket_id: shown.map_or(ticket.id, |shown| shown.id),
            message_id,
            told_emotion: Insights::read(&row).of(EMOTION).is_some(),
            direction: row.direction,
            text: row.body,
            talk,
        })
    }

    /// What was told of a message's text as it is, of one kind.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn told(
        &self,
        viewer: &Viewer,
        message_id: i64,
        kind: &str,
    ) -> Result<Option<Value>, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::message(&mut conn, viewer.client_id, message_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        store::ticket_for(&mut conn, viewer, row.ticket_id).await?;
        Ok(Insights::read(&row).of(kind).map(|told| told.0))
    }

    /// The same for the server itself; none where nothing is to be told of it any more.
    ///
    /// # Errors
    /// What the database said.
    pub async fn subject_of(
        &self,
        client_id: i64,
        message_id: i64,
        most: i64,
    ) -> DbResult<Option<Subject>> {
        let mut conn = self.db.read().await?;
        let Some(row) = store::message(&mut conn, client_id, message_id).await? else {
            return Ok(None);
        };
        let Some(ticket) = store::ticket_row(&mut conn, client_id, row.ticket_id, 0).await? else {
            return Ok(None);
        };
        if row.deleted_at.is_some() {
            return Ok(None);
        }
        let talk = self.talk_up_to(&mut conn, &ticket, message_id, most).await?;
        Ok(Some(Subject {
            ticket_id: ticket.id,
            message_id,
            told_emotion: Insights::read(&row).of(EMOTION).is_some(),
            direction: row.direction,
            text: row.body,
            talk,
        }))
    }

    /// Keeps what a helper told of a message, and announces it. Nothing where the message reads otherwise
    /// by now or is gone.
    ///
    /// # Errors
    /// What the database said.
    pub async fn keep_insight(
        &self,
        tx: &mut Tx,
        (client_id, message_id): (i64, i64),
        new: &NewInsight<'_>,
    ) -> DbResult<bool> {
        let now = self.clock.now_ms();
        // The ticket that shows it may be another one; both are held in the order of their ids.
        let Some(row) = store::message(tx, client_id, message_id).await? else { return Ok(false) };
        let path = store::path(tx, client_id, row.ticket_id).await?;
        merge_group::hold(tx, client_id, &path).await?;
        let Some(row) = store::message(tx, client_id, message_id).await? else { return Ok(false) };
        if store::path(tx, client_id, row.ticket_id).await? != path {
            return Ok(false);
        }
        if row.deleted_at.is_some() || row.body != new.text {
            return Ok(false);
        }
        let stored = Insights::stored_with(&row, new.kind, new.value);
        store::set_insights(tx, client_id, message_id, &stored).await?;
        let ticket = store::shown_in(tx, client_id, row.ticket_id).await?;
        let mut ticket = ticket.ok_or(DbError::NotFound)?;
        if new.kind == EMOTION && row.direction == "in" {
            let mut emotions = TicketEmotions::read(&ticket);
            emotions.tell(message_id, Insights::counted(&row), percents(new.value));
            ticket.emotions = serde_json::to_string(&emotions).unwrap_or_default();
            store::set_emotions(tx, client_id, ticket.id, &ticket.emotions).await?;
        }
        let emotions = ticket_view(&ticket, "").emotions;
        let kind = new.kind.to_owned();
        let data = |act: MessageAct| MessageInsight { act, kind, emotions };
        announce::kept_by(tx, &ticket, message_id, new.by, data, now).await?;
        Ok(true)
    }
}
