//! Whose telephone an extension is.

use super::{Calls, store};
use crate::{
    accounts::{Caller, Permission},
    db::{DbResult, Tx},
    http::Problem,
};
use serde::Serialize;
use utoipa::ToSchema;

/// An extension of the exchange, and who used it last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = CallExtension)]
pub struct Extension {
    pub extension: String,
    /// The agent's full name.
    pub name: String,
}

/// Remembers that an agent gave a command with an extension: what happens at it from now on is theirs.
///
/// # Errors
/// What the database said.
pub async fn use_extension(
    tx: &mut Tx,
    (client_id, channel_id): (i64, i64),
    (extension, user_id): (&str, i64),
    now: i64,
) -> DbResult<()> {
    store::keep_extension(tx, (client_id, channel_id), (extension, user_id), now).await
}

impl Calls {
    /// The extensions at which agents answer, by name.
    pub(super) async fn extensions(&self, caller: &Caller) -> Result<Vec<Extension>, Problem> {
        caller.require(Permission::HideCall)?;
        let mut conn = self.db.read().await?;
        Ok(store::extensions(&mut conn, caller.client_id).await?)
    }
}
