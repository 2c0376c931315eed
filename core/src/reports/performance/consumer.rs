//! What the log tells of tickets that facts follow from.

use super::{Facts, fill, refresh::refresh};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
};
use serde_json::Value;
use std::collections::BTreeSet;

/// Messages go from one ticket to another, or stop counting.
const MOVED: [&str; 2] = ["ticketSplit", "ticketMerged"];
/// Tickets were imported, of which nothing else is told.
const IMPORTED: &str = "importChanged";

impl LogConsumer for Facts {
    const NAME: &'static str = fill::CONSUMER;
    const EVENTS: Option<&'static [&'static str]> = Some(&[
        "createTicket",
        "newMessage",
        "ticketStatusChanged",
        "ticketDepartmentChanged",
        MOVED[0],
        MOVED[1],
        IMPORTED,
    ]);
    const EVERY_CLIENT: bool = true;

    async fn select(
        &self,
        _conn: &mut Conn,
        _client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        Ok(events
            .into_iter()
            .filter(|event| event.ticket_id.is_some() || has_imported(event))
            .collect())
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let of = |event: &Event| event.ticket_id;
        let tickets: BTreeSet<i64> = events.iter().filter_map(of).collect();
        let moved = events.iter().filter(|event| MOVED.contains(&&*event.name));
        let moved: BTreeSet<i64> = moved.filter_map(of).collect();
        refresh(tx, client_id, &tickets, &moved).await?;
        if events.iter().any(has_imported) {
            self.fill_client(tx, client_id).await?;
        }
        Ok(())
    }
}

/// Whether an import of tickets came to its end.
fn has_imported(event: &Event) -> bool {
    if &*event.name != IMPORTED {
        return false;
    }
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    let import = &data["import"];
    import["kind"] == "tickets" && import["ended_at"].is_number()
}
