//! One contact as an agent looks at it, and the conversations with it.

use super::{Profiles, store};
use crate::{
    accounts::{Caller, Permission},
    contacts::{self, ContactCard, Details},
    crypto::Keys,
    http::Problem,
    tickets::Viewer,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Merges that one answer lists.
const MERGES: i64 = 50;
/// Conversations of one page.
const PAGE: usize = 10;

impl Profiles {
    /// What is known of a contact, how channels know it, and who was merged into it.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`.
    pub async fn show(&self, caller: &Caller, id: i64) -> Result<Value, Problem> {
        caller.require(Permission::HideContacts)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let details = contacts::details(&mut conn, client_id, id).await?;
        let details = details.ok_or_else(Problem::not_found)?;
        let merges = store::into(&mut conn, client_id, id, MERGES).await?;
        let merges: Vec<Value> = merges
            .iter()
            .map(|merge| {
                json!({
                    "contact_id": merge.loser_id, "name": merge.loser,
                    "by": merge.merged_by, "at_ms": merge.merged_at,
                })
            })
            .collect();
        let into = store::of_loser(&mut conn, client_id, id).await?;
        let into = into.map(|merge| json!({ "id": merge.survivor_id, "name": merge.survivor }));
        let identities = self.tickets.identities(&mut conn, client_id, id).await?;
        let consents = contacts::consents(&mut conn, client_id, id).await?;
        let mut view = shown(&self.keys, client_id, &details, now);
        for (key, value) in [
            ("language", json!(details.language)),
            ("identity_type", json!(details.identity_type)),
            ("identity_number", json!(details.identity_number)),
            ("identity_refused", json!(details.identity_refused)),
            ("birth_date", json!(details.birth_date)),
            ("notes", json!(details.notes)),
            ("created_ms", json!(details.created_at)),
            ("identities", json!(identities)),
            ("consents", json!(consents)),
            ("merges", json!(merges)),
            ("merged_into", json!(into)),
        ] {
            view[key] = value;
        }
        Ok(json!({ "result": "success", "data": view }))
    }

    /// The conversations with a contact that the caller may see, the newest first; `before` continues
    /// an earlier answer.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`.
    pub async fn conversations(
        &self,
        caller: &Caller,
        id: i64,
        before: Option<i64>,
    ) -> Result<Value, Problem> {
        caller.require(Permission::HideContacts)?;
        let mut conn = self.db.read().await?;
        let found = contacts::details(&mut conn, caller.client_id, id).await?;
        found.ok_or_else(Problem::not_found)?;
        drop(conn);
        let page = self.tickets.of_contact(&Viewer::from(caller), id, before, PAGE).await?;
        Ok(json!({ "result": "success", "data": page.tickets, "before": page.before }))
    }
}

/// A contact as events show it to everybody, without what is nobody's business in passing.
pub(super) fn shown(keys: &Keys, client_id: i64, details: &Details, now: i64) -> Value {
    let card = contacts::view(keys, client_id, &details.card(), now);
    json!(ContactShown { card, salutation: details.salutation.clone() })
}

/// A contact's card with how the contact is addressed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct ContactShown {
    #[serde(flatten)]
    pub card: ContactCard,
    pub salutation: String,
}
