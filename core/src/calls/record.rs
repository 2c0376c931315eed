//! A stage of a call is noted at the call.

use super::{
    events,
    model::{CallRow, Direction, StageUpdate},
    store,
};
use crate::{
    db::{DbResult, Tx},
    plugins::CallEvent,
};

/// The detail in which the calls plugin tells what the customer pressed.
const KEYPRESS: &str = "keypress";
/// What of an actor is a telephone number.
const PHONE: &str = "phone";

/// A stage that became a line of a ticket.
#[derive(Clone, Copy, Debug)]
pub struct CallStage<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    pub message_id: i64,
    pub event: &'a CallEvent,
    pub now: i64,
}

fn named<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
}

/// Notes a stage at its call, which begins with its first one, and announces the call to whom its ticket
/// is shown.
///
/// # Errors
/// What the database said.
pub async fn record(tx: &mut Tx, stage: &CallStage<'_>) -> DbResult<()> {
    let CallStage { client_id, channel_id, event, .. } = *stage;
    let account = (client_id, channel_id);
    let extension = event.extension.as_deref().unwrap_or_default();
    let user_id = match extension {
        "" => None,
        _ => store::user_at(tx, account, extension).await?,
    };
    let update = StageUpdate {
        kind: &event.kind,
        at: event.at_ms,
        did: event.line.as_deref().unwrap_or_default(),
        extension,
        user_id,
        keypress: named(&event.extras, KEYPRESS),
        talk_ms: event.talk_ms.map(|ms| i64::try_from(ms).unwrap_or(i64::MAX)),
    };
    let known = store::call_of(tx, account, &event.external_id).await?;
    let call_id = match known {
        Some(row) => {
            let id = row.id;
            store::change(tx, client_id, &row.after(&update)).await?;
            id
        }
        None => {
            let new = CallRow {
                message_id: stage.message_id,
                number: named(&event.from.attrs, PHONE).to_owned(),
                direction: Direction::of_plugin(&event.direction).as_str().to_owned(),
                began_at: event.at_ms,
                ..CallRow::default()
            };
            store::insert(tx, account, &event.external_id, &new.after(&update)).await?
        }
    };
    if event.recording.is_some() {
        store::add_recording(tx, client_id, (call_id, stage.message_id)).await?;
    }
    events::announce(tx, client_id, (call_id, stage.message_id), stage.now).await
}
