//! An admin deletes a role that nobody has.

use super::{
    model::{RoleError, may_turn_role},
    save::{begin, note},
    store,
};
use crate::{
    accounts::{Accounts, Caller},
    audit::Action,
};
use serde_json::json;

pub(super) async fn remove(accounts: &Accounts, caller: &Caller, id: i64) -> Result<(), RoleError> {
    let (mut tx, now, me) = begin(accounts, caller).await?;
    let client_id = caller.client_id;
    let role = store::one(&mut tx, client_id, id).await?.ok_or(RoleError::Unknown)?;
    let users = store::users_of(&mut tx, (client_id, id), me.id).await?;
    let same = (role.kind, role.rank);
    may_turn_role(me, same, same, users)?;
    if role.users > 0 {
        return Err(RoleError::InUse(role.users));
    }
    store::delete(&mut tx, client_id, id).await?;
    note(&mut tx, caller, (Action::RoleRemoved, &role), json!({}), now).await?;
    tx.commit().await?;
    Ok(())
}
