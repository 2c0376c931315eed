//! What a merge of two contacts would do, before anybody does it.

use super::{
    Profiles,
    api::MergePreview,
    merge::{both, check_tickets},
    store,
};
use crate::{
    accounts::{Caller, Permission},
    contacts,
    http::{Problem, SuccessWith},
};

impl Profiles {
    /// What would move from one contact to another, what would be filled in, and in what the two
    /// differ.
    ///
    /// # Errors
    /// What merging them would say.
    pub(super) async fn preview(
        &self,
        caller: &Caller,
        loser: i64,
        into: i64,
    ) -> Result<SuccessWith<MergePreview>, Problem> {
        caller.require(Permission::HideContacts)?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        let (mut survivor, loser) = both(&mut conn, client_id, loser, into).await?;
        let counts = store::counts(&mut conn, client_id, loser.id).await?;
        let (identities, tickets, blocks, invitations) = counts;
        check_tickets(&loser, usize::try_from(tickets).unwrap_or(usize::MAX))?;
        let gain = contacts::gain(&mut survivor, &loser);
        Ok(SuccessWith::of(MergePreview {
            identities,
            tickets,
            blocks,
            invitations,
            filled: gain.filled.keys().cloned().collect(),
            kept: gain.kept,
        }))
    }
}
