//! What really differs between the engines, in pairs.

use super::{Conn, DbResult, Raw};

/// Tells the other processes on this database. SQLite has none.
///
/// # Errors
/// What the database said.
pub async fn notify(conn: &mut Conn, note: &str) -> DbResult<()> {
    if let Raw::Postgres(c) = conn.raw() {
        sqlx::query("select pg_notify('patchbay', $1)").bind(note).execute(c).await?;
    }
    Ok(())
}
