//! An admin saves labels: changed, new and deleted ones at once.

use super::{
    Labels,
    events::LabelsChanged,
    model::{Change, LABELS_MAX, Label},
    store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::DbError,
    events::{Audience, NewEvent},
};
use serde_json::json;

/// Why labels were not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum UpdateError {
    #[error("Only admins may do this.")]
    NotAdmin,
    #[error("one of the labels does not exist")]
    Unknown,
    #[error("there would be more than {LABELS_MAX} labels")]
    TooMany,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Labels {
    /// Saves all of a change or nothing of it, tells everybody of the client, and gives the list as
    /// it is then.
    pub(super) async fn update(
        &self,
        caller: &Caller,
        change: &Change,
    ) -> Result<Vec<Label>, UpdateError> {
        if !caller.is_admin() {
            return Err(UpdateError::NotAdmin);
        }
        let client_id = caller.client_id;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        for id in &change.delete {
            if !store::delete(&mut tx, (client_id, *id), now).await? {
                return Err(UpdateError::Unknown);
            }
        }
        for draft in &change.labels {
            let kept = match draft.id {
                Some(id) => store::change(&mut tx, (client_id, id), draft, now).await?,
                None => store::insert(&mut tx, client_id, draft, now).await? == 1,
            };
            if !kept {
                return Err(UpdateError::Unknown);
            }
        }
        let most = i64::try_from(LABELS_MAX).unwrap_or(i64::MAX);
        if store::count(&mut tx, client_id).await? > most {
            return Err(UpdateError::TooMany);
        }
        let labels = store::list(&mut tx, client_id, false).await?;
        if *change != Change::default() {
            audit::note(&mut tx, &caller.author(), &act(change), now).await?;
        }
        let data = LabelsChanged { labels: labels.clone() };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        tx.commit().await?;
        Ok(labels)
    }
}

/// What the audit log says of a change.
fn act(change: &Change) -> Act<'static> {
    let saved: Vec<_> = change
        .labels
        .iter()
        .map(|label| json!({ "id": label.id, "name": label.name, "level": label.level }))
        .collect();
    Act {
        action: Action::LabelsSaved,
        kind: "labels",
        id: String::new(),
        name: "",
        changes: json!({ "saved": saved, "deleted": change.delete }),
    }
}
