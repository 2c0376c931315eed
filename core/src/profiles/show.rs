//! One contact as an agent looks at it, and the conversations with it.

use super::{
    Profiles,
    api::{ContactDetail, ContactMerge, ContactReference, ContactShown, ContactTickets},
    store,
};
use crate::{
    accounts::{Caller, Permission},
    contacts::{self, Details},
    crypto::Keys,
    http::{Problem, SuccessWith, SuccessWord},
    tickets::Viewer,
};

/// Merges that one answer lists.
const MERGES: i64 = 50;
/// Conversations of one page.
const PAGE: usize = 10;

impl Profiles {
    /// What is known of a contact, how channels know it, and who was merged into it.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`.
    pub async fn show(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<SuccessWith<ContactDetail>, Problem> {
        caller.require(Permission::HideContacts)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let details = contacts::details(&mut conn, client_id, id).await?;
        let details = details.ok_or_else(Problem::not_found)?;
        let merges = store::into(&mut conn, client_id, id, MERGES).await?;
        let merged = |merge: store::Merge| ContactMerge {
            contact_id: merge.loser_id,
            name: merge.loser,
            by: merge.merged_by,
            at_ms: merge.merged_at,
        };
        let merges = merges.into_iter().map(merged).collect();
        let into = store::of_loser(&mut conn, client_id, id).await?;
        let into =
            into.map(|merge| ContactReference { id: merge.survivor_id, name: merge.survivor });
        let identities = self.tickets.identities(&mut conn, client_id, id).await?;
        let consents = contacts::consents(&mut conn, client_id, id).await?;
        let contact = shown(&self.keys, client_id, &details, now);
        Ok(SuccessWith::of(ContactDetail {
            contact,
            language: details.language,
            identity_type: details.identity_type,
            identity_number: details.identity_number,
            identity_refused: details.identity_refused,
            birth_date: details.birth_date,
            notes: details.notes,
            created_ms: details.created_at,
            identities,
            consents,
            merges,
            merged_into: into,
        }))
    }

    /// The conversations with a contact that the caller may see, the newest first; `before` continues
    /// an earlier answer.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`.
    pub(super) async fn conversations(
        &self,
        caller: &Caller,
        id: i64,
        before: Option<i64>,
    ) -> Result<ContactTickets, Problem> {
        caller.require(Permission::HideContacts)?;
        let mut conn = self.db.read().await?;
        let found = contacts::details(&mut conn, caller.client_id, id).await?;
        found.ok_or_else(Problem::not_found)?;
        drop(conn);
        let page = self.tickets.of_contact(&Viewer::from(caller), id, before, PAGE).await?;
        Ok(ContactTickets { result: SuccessWord::Success, data: page.tickets, before: page.before })
    }
}

/// A contact as events show it to everybody, without what is nobody's business in passing.
pub(super) fn shown(keys: &Keys, client_id: i64, details: &Details, now: i64) -> ContactShown {
    let card = contacts::view(keys, client_id, &details.card(), now);
    ContactShown { card, salutation: details.salutation.clone() }
}
