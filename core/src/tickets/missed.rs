//! Catch-up after a broken connection: what somebody missed who was away: events that take something off the screen, and messages.

use super::{Tickets, model::Viewer};
use crate::{
    db::DbResult,
    events::{Event, log},
};
use serde_json::{Value, json};

/// Events that are looked through at once; who is further behind asks again after the last of them.
const LOOK: i64 = 500;

impl Tickets {
    /// What was deleted or became one after an event, the oldest first: as far as this viewer may see
    /// it.
    ///
    /// # Errors
    /// What the database said.
    pub(super) async fn taken_away(&self, viewer: &Viewer, after: i64) -> DbResult<Vec<Value>> {
        let mut conn = self.db.read().await?;
        let [gone, merged] = ["syncDelete", "ticketMerged"];
        let names = [gone, merged, merged, merged, merged];
        let events = log::named(&mut conn, viewer.client_id, after, names, LOOK).await?;
        let seen = |event: &&Event| event.audience.includes_user(viewer.user_id, viewer.admin);
        Ok(events.iter().filter(seen).filter_map(shown).collect())
    }
}

fn shown(event: &Event) -> Option<Value> {
    let data: Value = serde_json::from_str(&event.data).ok()?;
    let (kind, more) = match &*event.name {
        "syncDelete" => ("delete_message", json!({ "message_id": data["message_id"] })),
        // Taken apart again they are shown as before.
        _ if data["merged"] != true => return None,
        _ => ("merge_session", json!({ "into": data["target_id"] })),
    };
    let ticket_id = if kind == "merge_session" { &data["source_id"] } else { &data["ticket_id"] };
    let mut view = json!({
        "id": event.seq, "event": kind, "ticket_id": ticket_id,
        "ts": event.at_ms.div_euclid(1000),
    });
    if let (Value::Object(view), Value::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    Some(view)
}
