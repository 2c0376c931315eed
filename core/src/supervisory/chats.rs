//! What a supervisor does from the board: watch a live chat, whisper to its agents, take it over, and set an
//! agent's status.

use super::{
    Supervisory,
    events::{ChatSupervised, SupervisorAct},
    model::SupervisedAgent,
};
use crate::{
    accounts::{self, Caller, Permission},
    audit::{self, Act, Action},
    db::Tx,
    events::{Audience, NewEvent},
    http::{Code, Problem},
    livechat,
    presence::Who,
    tickets::{self, ConversationNote, MentionedParties, TicketRow, Viewer, numbers},
};
use serde_json::json;

impl Supervisory {
    /// The caller reads along in a live chat: its agents are told, and the audit log says so.
    pub(super) async fn watch(&self, caller: &Caller, ticket: i64) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        let row = self.running(&mut tx, caller, ticket).await?;
        self.supervised(&mut tx, caller, &row, (SupervisorAct::Watch, "")).await?;
        Ok(tx.commit().await?)
    }

    /// The caller tells a live chat's agents something that the visitor does not see.
    pub(super) async fn whisper(
        &self,
        caller: &Caller,
        ticket: i64,
        text: &str,
    ) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        let row = self.running(&mut tx, caller, ticket).await?;
        let note = ConversationNote {
            ticket: row.id,
            text: text.to_owned(),
            queue_id: None,
            mentions: MentionedParties::default(),
        };
        self.tickets.note_in(&mut tx, &Viewer::from(caller), row.clone(), &note).await?;
        self.supervised(&mut tx, caller, &row, (SupervisorAct::Whisper, text.trim())).await?;
        Ok(tx.commit().await?)
    }

    /// The caller is a live chat's agent from then on, and nobody else. Who has it already keeps it.
    pub(super) async fn take_over(&self, caller: &Caller, ticket: i64) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        let row = self.running(&mut tx, caller, ticket).await?;
        if numbers(&row.assignee_ids) == [caller.user_id] {
            return Ok(());
        }
        self.supervised(&mut tx, caller, &row, (SupervisorAct::TakeOver, "")).await?;
        let only = [caller.username.clone()];
        self.tickets.assign_in(&mut tx, &Viewer::from(caller), row.id, &only).await?;
        Ok(tx.commit().await?)
    }

    /// A supervisor sets an agent's status.
    pub(super) async fn set_status(
        &self,
        caller: &Caller,
        user_id: i64,
        (status, reason): (&str, &str),
    ) -> Result<SupervisedAgent, Problem> {
        caller.require(Permission::Supervise)?;
        let (author, client_id) = (caller.author(), caller.client_id);
        let mut conn = self.db.read().await?;
        let people = accounts::agents(&mut conn, client_id, &[]).await?;
        drop(conn);
        let row = people.into_iter().find(|row| row.id == user_id);
        let row = row.ok_or_else(Problem::not_found)?;
        let who = Who { client_id, user_id, username: row.username.clone() };
        self.presence.choose_for(&author, &who, (status, reason)).await?;
        let mut conn = self.db.read().await?;
        Ok(self.agent(&mut conn, client_id, &row).await?)
    }

    /// A live chat that runs, held, for a supervisor.
    async fn running(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        ticket: i64,
    ) -> Result<TicketRow, Problem> {
        caller.require(Permission::Supervise)?;
        let row = tickets::held_ticket(tx, &Viewer::from(caller), ticket).await?;
        if !livechat::is_running(tx, caller.client_id, row.id).await? {
            return Err(Problem::new(Code::Conflict, "This live chat is over."));
        }
        Ok(row)
    }

    /// Writes an act into the audit log, and tells the others who take part in the chat.
    async fn supervised(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        row: &TicketRow,
        (act, text): (SupervisorAct, &str),
    ) -> Result<(), Problem> {
        let (author, now) = (caller.author(), self.clock.now_ms());
        let action = match act {
            SupervisorAct::Watch => Action::ChatWatched,
            SupervisorAct::Whisper => Action::ChatWhispered,
            SupervisorAct::TakeOver => Action::ChatTakenOver,
        };
        let entry = Act {
            action,
            kind: "ticket",
            id: row.id.to_string(),
            name: &row.title,
            changes: json!({ "agents": row.assignee }),
        };
        audit::note(tx, &author, &entry, now).await?;
        let mut others = numbers(&row.assignee_ids);
        others.retain(|user_id| *user_id != caller.user_id);
        if !others.is_empty() {
            let data = ChatSupervised {
                ticket_id: row.id,
                ticket_number: row.number,
                by: if caller.name.is_empty() { &caller.username } else { &caller.name }.clone(),
                act,
                text: text.to_owned(),
            };
            let audience = Audience::users(others);
            tx.announce(NewEvent::new(caller.client_id, audience, &data, now).about(row.id));
        }
        Ok(())
    }
}
