//! Brings the schema up to date. Both engines have migrations of the same names.

use super::Kind;
use sqlx::{ConnectOptions, Connection, PgPool, migrate::Migrator, sqlite::SqliteConnectOptions};

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

pub(super) async fn sqlite(options: &SqliteConnectOptions) -> anyhow::Result<()> {
    let mut conn = options.connect().await?;
    SQLITE.run(&mut conn).await?;
    conn.close().await?;
    Ok(())
}

pub(super) async fn postgres(pool: &PgPool) -> anyhow::Result<()> {
    POSTGRES.run(pool).await?;
    Ok(())
}

/// The versions and names of an engine's migrations, oldest first.
#[must_use]
pub fn migrate(kind: Kind) -> Vec<(i64, String)> {
    let migrator = match kind {
        Kind::Sqlite => &SQLITE,
        Kind::Postgres => &POSTGRES,
    };
    migrator.iter().map(|m| (m.version, m.description.to_string())).collect()
}
