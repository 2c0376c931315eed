//! What the log tells that brings tickets and visitors into queues, and frees or takes agents' slots.

use super::{Routing, dispatch, enqueue::Happened, store};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
    livechat,
    tickets::{self, Status},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

impl LogConsumer for Routing {
    const NAME: &'static str = "routing";
    const EVENTS: Option<&'static [&'static str]> = Some(&[
        "createTicket",
        "newMessage",
        "ticketStatusChanged",
        "participantChanged",
        "ticketLabelsChanged",
        "ticketDepartmentChanged",
        "ticketSeverityChanged",
        "ticketLanguageChanged",
        "ticketMerged",
        "hoursChanged",
        "liveChatQueue",
        "liveChatEnded",
    ]);
    const EVERY_CLIENT: bool = true;

    async fn is_idle(&self, conn: &mut Conn, client_id: i64) -> DbResult<bool> {
        Ok(!store::queues::any_enabled(conn, client_id).await?)
    }

    async fn select(
        &self,
        _conn: &mut Conn,
        _client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        // What the desk writes moves no ticket; most of the log is that and what customers write on.
        let concerns = |event: &Event| &*event.name != "newMessage" || from_customer(event);
        Ok(events.into_iter().filter(concerns).collect())
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut by_ticket: BTreeMap<i64, Happened> = BTreeMap::new();
        let mut sessions: BTreeSet<i64> = BTreeSet::new();
        let mut changes_desk = false;
        for event in events {
            if &*event.name == "liveChatQueue" {
                sessions.extend(data(event)["session"].as_i64());
                continue;
            }
            let ticket_id = event.ticket_id.filter(|_| &*event.name != "liveChatEnded");
            let Some(ticket_id) = ticket_id else {
                changes_desk = true;
                continue;
            };
            let happened = by_ticket.entry(ticket_id).or_default();
            happened.needs_somebody |= from_customer(event) || is_reopened(event);
            happened.participants |= &*event.name == "participantChanged";
        }
        // All is held before anything is planned: who plans waits for others who plan the same, and some of
        // them hold what this would wait for.
        let ids: Vec<i64> = by_ticket.keys().copied().collect();
        tickets::hold_tickets(tx, client_id, &ids).await?;
        for session in &sessions {
            livechat::hold_visit(tx, client_id, *session).await?;
        }
        if changes_desk {
            dispatch::plan(tx, client_id, now, now).await?;
        }
        if by_ticket.is_empty() && sessions.is_empty() {
            return Ok(());
        }
        let queues = store::queues::all(tx, client_id).await?;
        for (ticket_id, happened) in by_ticket {
            // Deleted since then.
            let Some(row) = tickets::ticket_row(tx, client_id, ticket_id, 0).await? else {
                continue;
            };
            self.settle(tx, &row, happened, &queues).await?;
        }
        for session in sessions {
            self.settle_visit(tx, client_id, session, &queues).await?;
        }
        Ok(())
    }
}

fn data(event: &Event) -> Value {
    serde_json::from_str(&event.data).unwrap_or_default()
}

fn from_customer(event: &Event) -> bool {
    &*event.name == "newMessage" && data(event)["message"]["direction"] == "in"
}

fn is_reopened(event: &Event) -> bool {
    &*event.name == "ticketStatusChanged" && data(event)["status"] == Status::Open.code()
}
