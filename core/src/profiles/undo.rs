//! A merge of contacts is taken back: each has again what was its own.

use super::{
    Profiles,
    api::ContactMergeEnd,
    merge::{conflict, note, reread},
    show::shown,
    store,
};
use crate::{
    accounts::{Caller, Permission},
    audit::Action,
    contacts,
    http::{Problem, SuccessWord},
    tickets::{Viewer, hold_contacts},
};
use serde_json::{Map, Value, json};

impl Profiles {
    /// Undoes the merge of a contact into another one: what moved goes back, and with it what came
    /// since by its identities; what was filled in is taken back where it still stands so. Gives the
    /// contact.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`; `conflict` for a contact that is
    /// not merged, and where the other one was merged again since.
    pub(super) async fn undo(
        &self,
        caller: &Caller,
        loser: i64,
    ) -> Result<ContactMergeEnd, Problem> {
        caller.require(Permission::HideContacts)?;
        let viewer = Viewer::from(caller);
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let not_merged = || conflict("This contact is not merged with another one.");
        let lost = contacts::details(&mut tx, client_id, loser).await?;
        let lost = lost.ok_or_else(Problem::not_found)?;
        let into = lost.merged_into.ok_or_else(not_merged)?;
        hold_contacts(&mut tx, client_id, [lost.id, into]).await?;
        // Somebody may have undone it, or merged it elsewhere, until both were held.
        let merge = store::of_loser(&mut tx, client_id, lost.id).await?;
        let merge = merge.filter(|merge| merge.survivor_id == into).ok_or_else(not_merged)?;
        if let Some(later) = store::later(&mut tx, client_id, into, merge.id).await? {
            let text = format!(
                "{} was merged into {} later, by {}. Undo that merge first.",
                later.loser, later.survivor, later.merged_by
            );
            return Err(conflict(text));
        }

        let tickets = store::tickets_of_merge(&mut tx, client_id, into, merge.id).await?;
        contacts::set_merged(&mut tx, client_id, lost.id, None, now).await?;
        let why = format!("the merge of {} into {} was undone", merge.loser, merge.survivor);
        let to = (lost.id, why.as_str());
        self.tickets.give_to_contact(&mut tx, &viewer, &tickets, to, now).await?;
        store::return_rows(&mut tx, client_id, merge.id, (into, lost.id)).await?;
        let mut survivor = reread(&mut tx, client_id, into).await?;
        let filled: Map<String, Value> = serde_json::from_str(&merge.filled).unwrap_or_default();
        contacts::give_back(&mut survivor, &filled);
        contacts::keep_details(&mut tx, client_id, &survivor, now).await?;
        store::set_undone(&mut tx, client_id, merge.id, &viewer.username, now).await?;

        let lost = reread(&mut tx, client_id, lost.id).await?;
        let changes = json!({ "from": survivor.name, "tickets": tickets.len() });
        note(&mut tx, &caller.author(), (Action::ContactUnmerged, &lost), changes, now).await?;
        self.announce(&mut tx, &viewer, (&survivor, &lost), false, now);
        let view = shown(&self.keys, client_id, &lost, now);
        tx.commit().await?;
        Ok(ContactMergeEnd { result: SuccessWord::Success, data: view, tickets: tickets.len() })
    }
}
