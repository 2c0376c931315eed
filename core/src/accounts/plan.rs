//! The plan of a client, which whoever runs the installation chooses.

use super::{Accounts, model, store};
use crate::{
    audit::{self, Act, Action, Author},
    db::DbError,
};
use serde_json::json;

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
    let before = store::plan(&mut tx, client_id).await?;
    store::set_plan(&mut tx, client_id, plan).await?;
    if before != plan {
        let changes = json!({ "plan": { "from": before, "to": plan } });
        let (author, id) = (Author::command_line(client_id), client_id.to_string());
        let act = Act { action: Action::PlanChosen, kind: "client", id, name: client, changes };
        audit::note(&mut tx, &author, &act, accounts.0.clock.now_ms()).await?;
    }
    tx.commit().await?;
    Ok(client_id)
}
