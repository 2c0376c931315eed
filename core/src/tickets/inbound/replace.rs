//! A customer put another text or other files in the place of what they had sent.

use crate::db::{DbResult, Tx};
use crate::tickets::{Inbound, record::announce, store};

/// Puts the text and the files of a message in the place of those of an earlier one of the customer.
/// The earlier files stay stored and are shown no more. None when the earlier message is not known,
/// so that the newer one is a message of its own.
///
/// # Errors
/// What the database said.
pub async fn replace_inbound(
    tx: &mut Tx,
    inbound: &Inbound,
    earlier: &str,
) -> DbResult<Option<i64>> {
    let Inbound { client_id, channel_id, now, .. } = *inbound;
    let found = store::message_of_external(tx, client_id, channel_id, earlier).await?;
    let Some((message_id, _, _)) = found.filter(|(_, _, direction)| direction == "in") else {
        return Ok(None);
    };
    store::hold_ticket_of(tx, client_id, message_id).await?;
    // Where it is shown may have changed until it was held.
    let Some(row) = store::message(tx, client_id, message_id).await? else { return Ok(None) };
    if row.deleted_at.is_some() {
        return Ok(Some(message_id));
    }
    let of = (row.ticket_id, message_id);
    let shown = store::files_of_message(tx, client_id, row.ticket_id, message_id).await?;
    let told_again = shown.len() == inbound.files.len()
        && inbound.files.iter().all(|new| {
            shown.iter().any(|have| have.sha256 == new.blob.sha256 && have.kind == new.kind)
        });
    let mut changed = false;
    if !inbound.files.is_empty() && !told_again {
        store::set_aside_files(tx, client_id, of, now).await?;
        for file in &inbound.files {
            let new = file.row(client_id, Some(row.ticket_id), Some(message_id), None);
            store::insert_file(tx, &new, now).await?;
        }
        changed = true;
    }
    // The provider may tell the whole message again without a word.
    let text = Some(inbound.text.as_str()).filter(|text| !text.is_empty() || changed);
    if text.is_some_and(|text| text != row.body) || changed {
        store::edit_body(tx, client_id, message_id, text, false, now).await?;
        announce::edited(tx, client_id, message_id, now).await?;
    }
    Ok(Some(message_id))
}
