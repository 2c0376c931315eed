//! The settings of a client, in which its contact fields lie.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};
use serde_json::{Value, json};

/// The settings, an object.
pub(in crate::accounts) async fn settings(conn: &mut Conn, client_id: i64) -> DbResult<Value> {
    let row =
        fetch_optional!(conn, (String,), "select settings from clients where id = $1", client_id)?;
    let stored = row.and_then(|(text,)| serde_json::from_str(&text).ok());
    Ok(stored.filter(Value::is_object).unwrap_or_else(|| json!({})))
}

pub(in crate::accounts) async fn set(
    conn: &mut Conn,
    client_id: i64,
    settings: &Value,
) -> DbResult<()> {
    let text = settings.to_string();
    execute!(conn, "update clients set settings = $1 where id = $2", text.as_str(), client_id)
        .map(drop)
}
