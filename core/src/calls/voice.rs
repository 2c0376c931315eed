//! How the customer of a call sounded, as a helper heard it in the recording.

use super::{events, store};
use crate::{
    blobs::BlobRef,
    db::{Conn, DbResult, Tx},
};
use std::collections::BTreeMap;

/// A recording of a call that no helper has heard.
#[derive(Clone, Debug)]
pub struct UnheardRecording {
    /// The line that brought it, and its ticket.
    pub message_id: i64,
    pub ticket_id: i64,
    pub audio: BlobRef,
}

/// What a helper heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallVoice {
    /// The name of the strongest of `emotions`.
    pub emotion: String,
    /// Each in percent.
    pub emotions: BTreeMap<String, i64>,
    /// From 0 (soft) to 100 (loud).
    pub energy: Option<i64>,
    /// From 0 (slow) to 100 (fast).
    pub pace: Option<i64>,
    pub personality: String,
}

/// The newest recording of a call, unless it was heard.
///
/// # Errors
/// What the database said.
pub async fn unheard_recording(
    conn: &mut Conn,
    client_id: i64,
    call_id: i64,
) -> DbResult<Option<UnheardRecording>> {
    let found = store::unheard_recording(conn, client_id, call_id).await?;
    Ok(found.map(|row| UnheardRecording {
        message_id: row.message_id,
        ticket_id: row.ticket_id,
        audio: BlobRef {
            sha256: row.sha256,
            size: u64::try_from(row.size).unwrap_or(0),
            mime: row.mime,
            filename: Some(row.filename),
        },
    }))
}

/// Keeps what was heard in a recording, and announces the call to whom its ticket is shown.
///
/// # Errors
/// What the database said.
pub async fn keep_voice(
    tx: &mut Tx,
    (client_id, call_id): (i64, i64),
    heard: &UnheardRecording,
    voice: &CallVoice,
    now: i64,
) -> DbResult<()> {
    if store::keep_voice(tx, (client_id, call_id), heard.message_id, voice).await? == 0 {
        return Ok(());
    }
    events::announce(tx, client_id, (call_id, heard.message_id), now).await
}
