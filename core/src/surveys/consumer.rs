//! The closings that surveys wait for, as the log tells them.

use super::{
    Surveys,
    model::{SentSurvey, Survey},
    send, store,
};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
    tickets::Status,
};
use serde_json::Value;

const CLOSING: &str = "ticketStatusChanged";
/// The name of surveys among the log consumers.
pub(super) const CONSUMER: &str = Surveys::NAME;

impl LogConsumer for Surveys {
    const NAME: &'static str = "surveys";
    const EVENTS: Option<&'static [&'static str]> = Some(&[CLOSING]);

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        mut events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        let waits = store::any_waits(conn, client_id).await?;
        events.retain(|event| waits && closed(event).is_some());
        Ok(events)
    }

    /// The invitations that closings lead to.
    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let surveys = store::waiting(tx, client_id).await?;
        for event in events {
            if let Some(ticket_id) = closed(event) {
                self.plan(tx, &surveys, event, ticket_id).await?;
            }
        }
        Ok(())
    }
}

impl Surveys {
    /// Plans the invitation of the first survey that is meant for a ticket.
    async fn plan(
        &self,
        tx: &mut Tx,
        surveys: &[Survey],
        event: &Event,
        ticket_id: i64,
    ) -> DbResult<()> {
        let client_id = event.client_id;
        let Some(ticket) = store::ticket(tx, client_id, ticket_id).await? else { return Ok(()) };
        let meant = |survey: &&Survey| {
            event.seq > survey.since_seq && survey.fits(&ticket.channel, ticket.department_id)
        };
        let Some(survey) = surveys.iter().find(meant) else { return Ok(()) };
        let asked = SentSurvey { name: survey.name.clone(), content: survey.content() };
        let key = format!("closing-{}", event.seq);
        let new = (survey.id, ticket_id, ticket.contact_id);
        // None when the same closing was read before.
        let now = self.clock.now_ms();
        let Some(id) = store::plan(tx, client_id, new, (&key, &asked), now).await? else {
            return Ok(());
        };
        let at = event.at_ms.saturating_add(survey.delay_minutes.saturating_mul(60_000));
        send::enqueue(tx, client_id, id, at).await
    }
}

/// The ticket that an event closed.
pub(super) fn closed(event: &Event) -> Option<i64> {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    let closed = &*event.name == CLOSING && data["status"] == Status::Closed.code();
    event.ticket_id.filter(|_| closed)
}
