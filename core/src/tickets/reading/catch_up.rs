//! Catch-up after a broken connection: what somebody missed who was away: events that take something off the screen, and messages.

use crate::tickets::{Tickets, api::TakenAway, model::Viewer};
use crate::{
    db::DbResult,
    events::{Event, log},
};
use serde_json::Value;

/// Events that are looked through at once; who is further behind asks again after the last of them.
const LOOK: i64 = 500;

impl Tickets {
    /// What was deleted or became one after an event, the oldest first: as far as this viewer may see
    /// it.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::tickets) async fn taken_away(
        &self,
        viewer: &Viewer,
        after: i64,
    ) -> DbResult<Vec<TakenAway>> {
        let mut conn = self.db.read().await?;
        let names = ["syncDelete", "ticketMerged"];
        let events = log::named(&mut conn, viewer.client_id, after, &names, LOOK).await?;
        let seen = |event: &&Event| {
            event.audience.includes_user(viewer.user_id, viewer.admin, viewer.view_all)
        };
        Ok(events.iter().filter(seen).filter_map(shown).collect())
    }
}

fn shown(event: &Event) -> Option<TakenAway> {
    let data: Value = serde_json::from_str(&event.data).ok()?;
    let (id, ts) = (event.seq, event.at_ms.div_euclid(1000));
    if &*event.name == "syncDelete" {
        let (ticket_id, message_id) = (data["ticket_id"].as_i64()?, data["message_id"].as_i64()?);
        return Some(TakenAway::DeleteMessage { id, ts, ticket_id, message_id });
    }
    // Taken apart again they are shown as before.
    if data["merged"] != true {
        return None;
    }
    let (ticket_id, into) = (data["source_id"].as_i64()?, data["target_id"].as_i64()?);
    Some(TakenAway::MergeSession { id, ts, ticket_id, into })
}
