//! What happened that people are told of: the log consumer of notifications.

use super::{Notifications, model::WATCHED};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
};
use std::time::Duration;

impl LogConsumer for Notifications {
    const NAME: &'static str = "notifications";
    const EVENTS: Option<&'static [&'static str]> = Some(&WATCHED);
    // Nobody needs to hear of it sooner.
    const GATHER: Duration = Duration::from_millis(100);
    const PAGE: i64 = 500;
    const EVERY_CLIENT: bool = true;

    async fn select(&self, _: &mut Conn, _: i64, events: Vec<Event>) -> DbResult<Vec<Event>> {
        Ok(events)
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        self.take(tx, client_id, events).await
    }
}
