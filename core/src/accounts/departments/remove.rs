//! An admin removes a department. Tickets that belong to it keep reading its name.

use super::{
    model::DepartmentError,
    save::{announce, note},
    store,
};
use crate::{
    accounts::{Accounts, Caller},
    audit::Action,
};
use serde_json::json;

pub(super) async fn remove(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
) -> Result<(), DepartmentError> {
    if !caller.is_admin() {
        return Err(DepartmentError::NotAdmin);
    }
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    let mut tx = accounts.0.db.begin().await?;
    let name = store::one(&mut tx, client_id, id).await?.ok_or(DepartmentError::Unknown)?;
    store::remove(&mut tx, (client_id, id), now).await?;
    note(&mut tx, caller, (Action::DepartmentRemoved, id, &name), json!({}), now).await?;
    announce(&mut tx, client_id, now).await?;
    tx.commit().await?;
    Ok(())
}
