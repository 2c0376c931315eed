//! A live chat that becomes a ticket: it moves to the other list, and nothing leaves by the chat's page
//! any more.

use super::status;
use crate::db::{DbError, DbResult, Tx};
use crate::tickets::{
    api::LiveChatConverted,
    model::{ListKind, Viewer},
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store,
};

/// Makes a ticket of a chat that is held, says so in the conversation, and announces it.
///
/// # Errors
/// What the database said.
pub async fn become_ticket(tx: &mut Tx, viewer: &Viewer, ticket_id: i64, now: i64) -> DbResult<()> {
    let client_id = viewer.client_id;
    store::set_kind(tx, client_id, ticket_id, ListKind::Ticket.as_str(), now).await?;
    let text = format!("{} converted this chat to a ticket.", viewer.name);
    status::say(tx, client_id, ticket_id, &text, now).await?;
    let ticket = store::ticket_row(tx, client_id, ticket_id, 0).await?.ok_or(DbError::NotFound)?;
    let step = Step {
        kind: "converted",
        before: ListKind::Livechat.as_str(),
        after: ListKind::Ticket.as_str(),
        why: "",
        by: &viewer.username,
    };
    history::note(tx, &ticket, &step, now).await?;
    let data = LiveChatConverted {
        ticket_id,
        ticket_number: ticket.number,
        by: viewer.username.clone(),
        ticket: ticket_view(&ticket, ""),
    };
    announce::announce(tx, &ticket, &data, now);
    Ok(())
}
