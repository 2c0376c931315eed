//! An admin looks at the roles.

use super::{
    model::{Role, RoleError},
    store,
};
use crate::accounts::{Accounts, Caller, roster::model::Refusal};

/// The client's roles, the highest first.
pub(super) async fn list(accounts: &Accounts, caller: &Caller) -> Result<Vec<Role>, RoleError> {
    if !caller.is_admin() {
        return Err(Refusal::NotAdmin.into());
    }
    let mut conn = accounts.0.db.read().await?;
    Ok(store::all(&mut conn, caller.client_id).await?)
}
