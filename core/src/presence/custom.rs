//! Admins keep the statuses of their client.

use super::{
    Presence,
    events::CustomStatusesChanged,
    model::{self, CUSTOM_MAX, CustomStatus},
    store::custom as store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::{DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
};
use serde_json::{Value, json};

/// Why a change of the statuses was not kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum CustomError {
    #[error("only admins keep statuses")]
    NotAdmin,
    #[error("there is no such status")]
    Unknown,
    #[error("the name is empty or too long")]
    Name,
    #[error("another status has this name")]
    Taken,
    #[error("there would be more than {CUSTOM_MAX} statuses")]
    TooMany,
    #[error("the ids are not those of the list")]
    NotTheList,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<CustomError> for Problem {
    fn from(error: CustomError) -> Self {
        let name = |text| Self::field("alternate", text);
        match error {
            CustomError::NotAdmin => Self::forbidden("Only admins may do this."),
            CustomError::Unknown => Self::not_found(),
            CustomError::Name => name("A name has 1 to 40 characters."),
            CustomError::Taken => name("Another status has this name."),
            CustomError::TooMany => name("There are at most 50 statuses."),
            CustomError::NotTheList => Self::new(
                Code::Conflict,
                "The statuses have changed meanwhile. Look at them and order them again.",
            ),
            // Somebody else took the same code at the same moment.
            CustomError::Db(DbError::Unique(_)) => name("Another status has this name."),
            CustomError::Db(error) => error.into(),
        }
    }
}

type Statuses = Result<Vec<CustomStatus>, CustomError>;

impl Presence {
    /// The client's own statuses in their order; with `removed`, also those that are gone.
    pub(super) async fn custom(
        &self,
        client_id: i64,
        removed: bool,
    ) -> DbResult<Vec<CustomStatus>> {
        let mut conn = self.0.db.read().await?;
        store::list(&mut conn, client_id, removed).await
    }

    /// Adds a status.
    pub(super) async fn add_custom(&self, caller: &Caller, name: &str) -> Statuses {
        let client_id = admin(caller)?;
        let alternate = model::alternate(name).ok_or(CustomError::Name)?;
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        let all = store::list(&mut tx, client_id, true).await?;
        if all.iter().filter(|status| !status.removed).count() >= CUSTOM_MAX {
            return Err(CustomError::TooMany);
        }
        if named(&all, &alternate, 0) {
            return Err(CustomError::Taken);
        }
        let taken: Vec<String> = all.into_iter().map(|status| status.status_code).collect();
        let code = model::code_for(&alternate, &taken);
        store::insert(&mut tx, client_id, (&code, &alternate), now).await?;
        told(tx, caller, (&alternate, json!({ "added": alternate })), now).await
    }

    /// Gives a status another name.
    pub(super) async fn rename_custom(&self, caller: &Caller, id: i64, name: &str) -> Statuses {
        let client_id = admin(caller)?;
        let alternate = model::alternate(name).ok_or(CustomError::Name)?;
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        let list = store::list(&mut tx, client_id, false).await?;
        let before = list.iter().find(|status| status.id == id).ok_or(CustomError::Unknown)?;
        if before.alternate == alternate {
            return Ok(list);
        }
        if named(&list, &alternate, id) {
            return Err(CustomError::Taken);
        }
        store::rename(&mut tx, (client_id, id), &alternate, now).await?;
        let changes = json!({ "name": { "from": before.alternate, "to": alternate } });
        told(tx, caller, (&alternate, changes), now).await
    }

    /// Puts the statuses in this order.
    pub(super) async fn order_custom(&self, caller: &Caller, ids: &[i64]) -> Statuses {
        let client_id = admin(caller)?;
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        let list = store::list(&mut tx, client_id, false).await?;
        if !model::same_ids(&list, ids) {
            return Err(CustomError::NotTheList);
        }
        for (position, id) in (1..).zip(ids) {
            store::place(&mut tx, (client_id, *id), position, now).await?;
        }
        told(tx, caller, ("", json!({ "order": ids })), now).await
    }

    /// Takes a status out of the picker. Who has it keeps it, and what was recorded stays readable.
    pub(super) async fn remove_custom(&self, caller: &Caller, id: i64) -> Statuses {
        let client_id = admin(caller)?;
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        let all = store::list(&mut tx, client_id, true).await?;
        let before = all.iter().find(|status| status.id == id).ok_or(CustomError::Unknown)?;
        if before.removed {
            return Ok(all.into_iter().filter(|status| !status.removed).collect());
        }
        store::remove(&mut tx, (client_id, id), now).await?;
        let name = before.alternate.clone();
        told(tx, caller, (&name, json!({ "removed": name })), now).await
    }
}

/// Whether another status that is in use has this name.
fn named(list: &[CustomStatus], alternate: &str, except: i64) -> bool {
    let wanted = alternate.to_lowercase();
    list.iter().any(|status| {
        !status.removed && status.id != except && status.alternate.to_lowercase() == wanted
    })
}

/// The client whose statuses an admin may keep.
fn admin(caller: &Caller) -> Result<i64, CustomError> {
    if caller.is_admin() { Ok(caller.client_id) } else { Err(CustomError::NotAdmin) }
}

/// Writes it down, tells everybody of the client, and gives the list as it is then.
async fn told(mut tx: Tx, caller: &Caller, (name, changes): (&str, Value), now: i64) -> Statuses {
    let client_id = caller.client_id;
    let (action, id) = (Action::StatusesChanged, String::new());
    let act = Act { action, kind: "statuses", id, name, changes };
    audit::note(&mut tx, &caller.author(), &act, now).await?;
    let statuses = store::list(&mut tx, client_id, false).await?;
    let data = CustomStatusesChanged { statuses: statuses.clone() };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    tx.commit().await?;
    Ok(statuses)
}
