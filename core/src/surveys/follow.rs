//! Following the logs of clients whose surveys are sent after the closing of tickets.

use super::{
    Surveys,
    model::{SentSurvey, Survey},
    send, store,
};
use crate::{
    db::{DbResult, Tx},
    events::{Event, log},
    tickets::Status,
};
use serde_json::Value;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// What comes in a row is looked at together.
const GATHER: Duration = Duration::from_millis(50);
const PAGE: i64 = 200;
const CLOSING: &str = "ticketStatusChanged";

impl Surveys {
    /// Reads the logs until told to stop.
    pub async fn follow(self, stop: CancellationToken) {
        let mut woken = self.db.wake().watch_events();
        while !stop.is_cancelled() {
            if let Err(error) = self.look().await {
                tracing::warn!(error = %error, "the log was not read for surveys");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                // Whose log it was, the next look finds out.
                _ = woken.recv() => tokio::time::sleep(GATHER).await,
                () = tokio::time::sleep(POLL) => {}
            }
            woken = woken.resubscribe();
        }
    }

    async fn look(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let behind = store::behind_across_clients(&mut conn).await?;
        drop(conn);
        for client_id in behind {
            while self.take(client_id).await? {}
        }
        Ok(())
    }

    /// Takes a page of a client's closings: the invitations they lead to and the place behind them
    /// commit together. True when there may be more. Another node may take the same at the same time;
    /// then it waits here and finds the place moved.
    async fn take(&self, client_id: i64) -> DbResult<bool> {
        let mut tx = self.db.begin().await?;
        let place = store::lock_place(&mut tx, client_id).await?;
        // Read before the events: what is announced meanwhile is behind the place and read next time.
        let head = log::head(&mut tx, client_id).await?;
        let events = log::named(&mut tx, client_id, place, [CLOSING; 5], PAGE).await?;
        let surveys = store::waiting(&mut tx, client_id).await?;
        for event in &events {
            if let Some(ticket_id) = closed(event) {
                self.plan(&mut tx, &surveys, event, ticket_id).await?;
            }
        }
        let whole = i64::try_from(events.len()).is_ok_and(|count| count == PAGE);
        let last = events.last().map_or(place, |event| event.seq);
        let reached = if whole { last } else { last.max(head) };
        if reached > place {
            store::set_place(&mut tx, client_id, reached).await?;
            tx.commit().await?;
        }
        Ok(whole)
    }

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
