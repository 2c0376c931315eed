//! Where a user's days begin.

use super::store;
use crate::db::{Conn, DbResult};

/// The time zone that counts for a user: their own, or the client's. Empty where neither has one.
///
/// # Errors
/// What the database said.
pub async fn timezone(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<String> {
    Ok(store::timezone(conn, client_id, user_id).await?.unwrap_or_default())
}
