//! The register of all statements, and the check that both engines accept every one of them.

use super::{Conn, Db, Raw};
use sqlx::{Executor, SqlSafeStr};

/// A statement of the program and where it stands.
pub struct Statement {
    pub sql: &'static str,
    pub file: &'static str,
    pub line: u32,
    /// The only engine it is for; none when it is for both.
    pub only: Option<super::Kind>,
}

inventory::collect!(Statement);

/// Prepares every statement of the program on this database. Gives how many there are and what is
/// wrong with which.
///
/// # Errors
/// When no connection can be had.
pub async fn prepare_all(db: &Db) -> super::DbResult<(usize, Vec<String>)> {
    let mut conn: Conn = db.read().await?;
    let mut wrong = vec![];
    let mut count = 0;
    for statement in inventory::iter::<Statement> {
        if statement.only.is_some_and(|kind| kind != db.kind()) {
            continue;
        }
        count += 1;
        let result = match conn.raw() {
            Raw::Sqlite(c) => c.prepare(statement.sql.into_sql_str()).await.map(drop),
            Raw::Postgres(c) => c.prepare(statement.sql.into_sql_str()).await.map(drop),
        };
        if let Err(error) = result {
            wrong
                .push(format!("{}:{}: {error}\n{}", statement.file, statement.line, statement.sql));
        }
    }
    Ok((count, wrong))
}
