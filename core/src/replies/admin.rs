//! Somebody keeps canned replies: makes, changes and deletes them, and inserts one.

use super::{
    Replies,
    events::CannedRepliesChanged,
    model::{CannedReply, Checked, REPLIES_MAX, ReplyDraft, check},
    store, variables,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{Conn, DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
    tickets::{TicketRow, Viewer, ticket_for},
};
use serde_json::{Map, json};

impl Replies {
    /// Keeps a new reply.
    pub(super) async fn make(
        &self,
        caller: &Caller,
        draft: &ReplyDraft,
    ) -> Result<CannedReply, Problem> {
        let checked = check(draft, caller)?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let made = store::insert(&mut tx, caller.client_id, &checked, now).await;
        let made = made.map_err(taken)?;
        fits(&mut tx, caller, &checked).await?;
        note(&mut tx, caller, made.id, (None, Some(&checked)), now).await?;
        tell(&mut tx, caller, &[checked.owner_id], now);
        tx.commit().await?;
        Ok(made)
    }

    /// Changes a reply. An admin may share one of their own, and take a shared one back for
    /// themselves.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &ReplyDraft,
    ) -> Result<CannedReply, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before = changeable(&mut tx, caller, id).await?;
        let checked = check(draft, caller)?;
        let changed = store::change(&mut tx, (caller.client_id, id), &checked, now).await;
        let changed = changed.map_err(taken)?.ok_or_else(Problem::not_found)?;
        fits(&mut tx, caller, &checked).await?;
        note(&mut tx, caller, id, (Some(&before), Some(&checked)), now).await?;
        tell(&mut tx, caller, &[before.owner_id, checked.owner_id], now);
        tx.commit().await?;
        Ok(changed)
    }

    /// Deletes a reply.
    pub(super) async fn drop_reply(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before = changeable(&mut tx, caller, id).await?;
        store::delete(&mut tx, caller.client_id, id).await?;
        note(&mut tx, caller, id, (Some(&before), None), now).await?;
        tell(&mut tx, caller, &[before.owner_id], now);
        tx.commit().await?;
        Ok(())
    }

    /// The text of a reply filled in for a ticket, which counts as one more use.
    pub(super) async fn insert_into(
        &self,
        caller: &Caller,
        id: i64,
        ticket: i64,
    ) -> Result<String, Problem> {
        let mut tx = self.db.begin().await?;
        usable(&mut tx, caller, id).await?;
        let row = ticket_for(&mut tx, &Viewer::from(caller), ticket).await?;
        let text = store::use_it(&mut tx, caller.client_id, id).await?;
        tx.commit().await?;
        let channel = row
            .channel_id
            .map(|id| self.tickets.carrier.account_name(row.client_id, id))
            .unwrap_or_default();
        Ok(filled(&text, &row, (&caller.name, &caller.username), (&channel, true)))
    }
}

/// A text with the words of a ticket in place of its variables; who answers by name and username.
/// Without `repeat` what the customer told of themselves, and their subject, become nothing.
#[must_use]
pub fn filled(
    text: &str,
    row: &TicketRow,
    (name_of_agent, username): (&str, &str),
    (channel, repeat): (&str, bool),
) -> String {
    let number = row.number.to_string();
    variables::fill(text, |name| match name {
        "contact.name" | "contact.email" | "contact.phone" | "ticket.title" if !repeat => None,
        "contact.name" => Some(&row.contact_name),
        "contact.email" => Some(&row.contact_email),
        "contact.phone" => Some(&row.contact_phone),
        "agent.name" => Some(name_of_agent),
        "agent.username" => Some(username),
        "ticket.number" => Some(&number),
        "ticket.title" => Some(&row.title),
        "channel.name" => Some(channel),
        "channel.value" => Some(&row.channel),
        _ => None,
    })
}

/// The text of a reply that a user may use, which counts as one more use; with none as the user only
/// those that are everybody's.
///
/// # Errors
/// What the database said.
pub async fn text_of(
    conn: &mut Conn,
    client_id: i64,
    user_id: Option<i64>,
    id: i64,
) -> DbResult<Option<String>> {
    let found = store::one(conn, client_id, id).await?;
    let usable = |reply: &Checked| reply.owner_id == 0 || Some(reply.owner_id) == user_id;
    match found.filter(usable) {
        Some(_) => store::use_it(conn, client_id, id).await.map(Some),
        None => Ok(None),
    }
}

/// Whether a reply is everybody's.
///
/// # Errors
/// What the database said.
pub async fn is_shared(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<bool> {
    Ok(store::one(conn, client_id, id).await?.is_some_and(|reply| reply.owner_id == 0))
}

/// A reply that the caller may use: everybody's, or their own. Somebody else's looks like none.
async fn usable(tx: &mut Tx, caller: &Caller, id: i64) -> Result<Checked, Problem> {
    let found = store::one(tx, caller.client_id, id).await?;
    found
        .filter(|reply| reply.owner_id == 0 || reply.owner_id == caller.user_id)
        .ok_or_else(Problem::not_found)
}

/// A reply that the caller may change. A shared one is seen by everybody, so that it is refused by
/// name.
async fn changeable(tx: &mut Tx, caller: &Caller, id: i64) -> Result<Checked, Problem> {
    let found = usable(tx, caller, id).await?;
    if caller.may_change(found.owner_id) {
        Ok(found)
    } else {
        Err(Problem::forbidden("Only admins change replies that are everybody's."))
    }
}

/// Writes down what an admin did about a reply that is or was everybody's. Own ones are nobody
/// else's business.
async fn note(
    tx: &mut Tx,
    caller: &Caller,
    id: i64,
    (before, after): (Option<&Checked>, Option<&Checked>),
    now: i64,
) -> DbResult<()> {
    let Some(named) = after.or(before) else { return Ok(()) };
    if [before, after].into_iter().flatten().all(|reply| reply.owner_id != 0) {
        return Ok(());
    }
    let mut changes = Map::new();
    let action = match (before, after) {
        (Some(from), Some(to)) => {
            step(&mut changes, "title", &from.title, &to.title);
            step(&mut changes, "shortcut", &from.shortcut, &to.shortcut);
            step(&mut changes, "text", &from.text, &to.text);
            step(&mut changes, "shared", from.owner_id == 0, to.owner_id == 0);
            if changes.is_empty() {
                return Ok(());
            }
            Action::ReplyChanged
        }
        (None, _) => Action::ReplyCreated,
        (_, None) => Action::ReplyRemoved,
    };
    if changes.is_empty() {
        changes.insert("shortcut".into(), json!(named.shortcut));
    }
    let (id, name) = (id.to_string(), named.title.as_str());
    let act = Act { action, kind: "reply", id, name, changes: changes.into() };
    audit::note(tx, &caller.author(), &act, now).await
}

async fn fits(tx: &mut Tx, caller: &Caller, checked: &Checked) -> Result<(), Problem> {
    if store::count(tx, caller.client_id, checked.owner_id).await? <= REPLIES_MAX {
        return Ok(());
    }
    Err(Problem::new(Code::Conflict, "There are at most 500 replies. Delete one first."))
}

fn taken(error: DbError) -> Problem {
    match error {
        DbError::Unique(_) => Problem::field("shortcut", "Another reply has this shortcut."),
        other => other.into(),
    }
}

/// Tells whoever may use these owners' replies to read them anew.
fn tell(tx: &mut Tx, caller: &Caller, owners: &[i64], now: i64) {
    let audience = if owners.contains(&0) {
        Audience::everyone()
    } else {
        Audience { users: vec![caller.user_id], ..Audience::default() }
    };
    let data = CannedRepliesChanged {};
    tx.announce(NewEvent::new(caller.client_id, audience, &data, now));
}
