//! The plan of a client, which whoever runs the installation chooses.

use super::{Accounts, model, store};
use crate::db::DbError;

/// Why no plan was chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChoosePlanError {
    #[error("There is no client of that name.")]
    UnknownClient,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Gives a client another plan, by its number. Who is signed in sees it with the next session check.
///
/// # Errors
/// [`ChoosePlanError`].
pub async fn choose_plan(
    accounts: &Accounts,
    client: &str,
    plan: i64,
) -> Result<i64, ChoosePlanError> {
    let mut tx = accounts.0.db.begin().await?;
    let found = store::client_by_name(&mut tx, &model::key(client)).await?;
    let client_id = found.ok_or(ChoosePlanError::UnknownClient)?;
    store::set_plan(&mut tx, client_id, plan).await?;
    tx.commit().await?;
    Ok(client_id)
}
