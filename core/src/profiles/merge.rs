//! Two contacts that are one person become one: everything of the one is the other's from now on.

use super::{Profiles, api::ContactMergeEnd, events::ContactMerged, show::shown, store};
use crate::{
    accounts::{Caller, Permission},
    audit::{self, Act, Action, Author},
    contacts::{self, Details},
    db::{Conn, DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem, SuccessWord},
    tickets::{Viewer, hold_contacts, hold_tickets},
};
use serde_json::{Value, json};

/// Tickets that one merge moves at most, each with its history.
pub(super) const TICKETS_MAX: usize = 1_000;

pub(super) fn conflict(text: impl Into<String>) -> Problem {
    Problem::new(Code::Conflict, text)
}

impl Profiles {
    /// Merges a contact into another one, which survives: its identities, tickets, blocks and
    /// invitations move, what the survivor has nothing of is filled in, and it is in no list any more.
    /// Gives the survivor.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`; `invalid` for a contact and itself;
    /// `conflict` when one of them was merged already, or it has too many tickets.
    pub(super) async fn merge(
        &self,
        caller: &Caller,
        loser: i64,
        into: i64,
    ) -> Result<ContactMergeEnd, Problem> {
        caller.require(Permission::HideContacts)?;
        let viewer = Viewer::from(caller);
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        hold_contacts(&mut tx, client_id, [loser, into]).await?;
        let (mut survivor, loser) = both(&mut tx, client_id, loser, into).await?;
        let most = i64::try_from(TICKETS_MAX + 1).unwrap_or(i64::MAX);
        let tickets = store::tickets(&mut tx, client_id, loser.id, most).await?;
        check_tickets(&loser, tickets.len())?;

        let mut held = store::unpinned(&mut tx, client_id, survivor.id).await?;
        held.extend(&tickets);
        hold_tickets(&mut tx, client_id, &held).await?;
        for one in [survivor.id, loser.id] {
            store::pin_identities(&mut tx, client_id, one).await?;
        }
        let gain = contacts::gain(&mut survivor, &loser);
        let filled = Value::from(gain.filled.clone()).to_string();
        let pair = (survivor.id, loser.id);
        let by = (filled.as_str(), viewer.username.as_str());
        let merge = store::insert(&mut tx, client_id, pair, by, now).await?;
        store::note_rows(&mut tx, client_id, merge, loser.id).await?;
        store::move_rows(&mut tx, client_id, (loser.id, survivor.id)).await?;
        contacts::keep_details(&mut tx, client_id, &survivor, now).await?;
        contacts::set_merged(&mut tx, client_id, loser.id, Some(survivor.id), now).await?;
        let why = format!("{} was merged into {}", loser.name, survivor.name);
        let to = (survivor.id, why.as_str());
        self.tickets.give_to_contact(&mut tx, &viewer, &tickets, to, now).await?;

        let changes = json!({
            "into": survivor.name, "tickets": tickets.len(),
            "filled": gain.filled.keys().collect::<Vec<_>>(),
        });
        let act = (Action::ContactMerged, &loser);
        note(&mut tx, &caller.author(), act, changes, now).await?;
        self.announce(&mut tx, &viewer, (&survivor, &loser), true, now);
        let view = shown(&self.keys, client_id, &survivor, now);
        tx.commit().await?;
        Ok(ContactMergeEnd { result: SuccessWord::Success, data: view, tickets: tickets.len() })
    }

    /// Tells everybody of the client what became of two contacts.
    pub(super) fn announce(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        (survivor, loser): (&Details, &Details),
        merged: bool,
        now: i64,
    ) {
        let client_id = viewer.client_id;
        let data = ContactMerged {
            survivor: shown(&self.keys, client_id, survivor, now),
            loser: shown(&self.keys, client_id, loser, now),
            merged,
            by: viewer.username.clone(),
        };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    }
}

/// The survivor and the loser, where the one may become the other now.
pub(super) async fn both(
    conn: &mut Conn,
    client_id: i64,
    loser: i64,
    into: i64,
) -> Result<(Details, Details), Problem> {
    let lost = contacts::details(conn, client_id, loser).await?.ok_or_else(Problem::not_found)?;
    let kept = contacts::details(conn, client_id, into).await?.ok_or_else(Problem::not_found)?;
    if lost.id == kept.id {
        return Err(Problem::field("into", "Name another contact."));
    }
    for one in [&lost, &kept] {
        let Some(merge) = store::of_loser(conn, client_id, one.id).await? else { continue };
        let text = format!("{} was merged into {} already.", merge.loser, merge.survivor);
        return Err(conflict(text));
    }
    Ok((kept, lost))
}

/// Refuses what would move more than one transaction should.
pub(super) fn check_tickets(loser: &Details, count: usize) -> Result<(), Problem> {
    if count <= TICKETS_MAX {
        return Ok(());
    }
    let text = format!(
        "{} has more than {TICKETS_MAX} tickets. Merge the other contact into this one instead.",
        loser.name
    );
    Err(conflict(text))
}

/// Writes an act on a contact down.
pub(super) async fn note(
    tx: &mut Tx,
    author: &Author,
    (action, contact): (Action, &Details),
    changes: Value,
    now: i64,
) -> DbResult<()> {
    let (id, name) = (contact.id.to_string(), contact.name.as_str());
    audit::note(tx, author, &Act { action, kind: "contact", id, name, changes }, now).await
}

/// A contact that was there a moment ago.
pub(super) async fn reread(tx: &mut Tx, client_id: i64, id: i64) -> DbResult<Details> {
    contacts::details(tx, client_id, id).await?.ok_or(DbError::NotFound)
}
