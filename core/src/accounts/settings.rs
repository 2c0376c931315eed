//! The settings of a client, which the session check tells as `settings`.

use super::contact_fields::store;
use crate::db::{Conn, DbResult, Tx};
use serde_json::Value;

/// All settings of a client, an object.
///
/// # Errors
/// What the database said.
pub async fn settings(conn: &mut Conn, client_id: i64) -> DbResult<Value> {
    store::settings(conn, client_id).await
}

/// A setting of a client; null where nobody chose it.
///
/// # Errors
/// What the database said.
pub async fn setting(conn: &mut Conn, client_id: i64, name: &str) -> DbResult<Value> {
    Ok(store::settings(conn, client_id).await?[name].clone())
}

/// Chooses a setting of a client in the caller's transaction; gives what it was.
///
/// # Errors
/// What the database said.
pub async fn set_setting(
    tx: &mut Tx,
    client_id: i64,
    name: &str,
    value: &Value,
) -> DbResult<Value> {
    super::store::hold_client(tx, client_id).await?;
    let mut settings = store::settings(tx, client_id).await?;
    let before = std::mem::replace(&mut settings[name], value.clone());
    if before != *value {
        store::set(tx, client_id, &settings).await?;
    }
    Ok(before)
}
