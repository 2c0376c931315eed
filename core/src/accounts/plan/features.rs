//! What of the product a client has, which whoever runs the installation chooses.

use super::{super::store::client_by_name, store};
use crate::{
    accounts::{Accounts, model},
    audit::{self, Act, Action, Author},
    db::DbError,
};
use serde_json::json;

/// Why no features were chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChooseFeaturesError {
    #[error("There is no client of that name.")]
    UnknownClient,
    #[error("There is no feature {name}. There are: {known}.")]
    UnknownFeature { name: String, known: String },
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Gives a client these features and no others, or all there are and will be. It is what the workspace
/// shows: rights are the permissions of users. Who is signed in sees it with the next session check.
/// Gives the client's id.
///
/// # Errors
/// [`ChooseFeaturesError`].
pub async fn choose_features(
    accounts: &Accounts,
    client: &str,
    features: Option<&[String]>,
) -> Result<i64, ChooseFeaturesError> {
    let known = accounts.0.features;
    for name in features.unwrap_or_default() {
        if !known.contains(name) {
            let (name, known) = (name.clone(), known.join(", "));
            return Err(ChooseFeaturesError::UnknownFeature { name, known });
        }
    }
    // In the order in which they are known, each once.
    let chosen = features.map(|list| {
        let held = known.iter().filter(|name| list.contains(name));
        held.map(String::as_str).collect::<Vec<_>>().join(",")
    });
    let mut tx = accounts.0.db.begin().await?;
    let found = client_by_name(&mut tx, &model::key(client)).await?;
    let client_id = found.ok_or(ChooseFeaturesError::UnknownClient)?;
    let before = store::features(&mut tx, client_id).await?;
    if before != chosen {
        store::set_features(&mut tx, client_id, chosen.as_deref()).await?;
        let changes = json!({ "features": { "from": before, "to": chosen } });
        let (author, id) = (Author::command_line(client_id), client_id.to_string());
        let act = Act { action: Action::FeaturesChosen, kind: "client", id, name: client, changes };
        audit::note(&mut tx, &author, &act, accounts.0.clock.now_ms()).await?;
    }
    tx.commit().await?;
    Ok(client_id)
}

/// The features that a row names; null means all that there are.
pub(in crate::accounts) fn held(row: Option<&str>, all: &[String]) -> Vec<String> {
    match row {
        None => all.to_vec(),
        Some(list) => list.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
    }
}
