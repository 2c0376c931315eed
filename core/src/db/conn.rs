//! One connection of either engine.

use super::group_commit::Writer;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction, pool::PoolConnection};
use tokio::sync::OwnedMutexGuard;

/// A connection, for reading or inside a transaction. The macros take `&mut Conn`.
pub struct Conn(Handle);

enum Handle {
    SqlitePool(PoolConnection<Sqlite>),
    SqliteWriter(OwnedMutexGuard<Writer>),
    PostgresPool(PoolConnection<Postgres>),
    PostgresTx(Transaction<'static, Postgres>),
}

/// The typed driver behind a [`Conn`].
pub enum Raw<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

impl Conn {
    pub(super) fn sqlite_pool(conn: PoolConnection<Sqlite>) -> Self {
        Self(Handle::SqlitePool(conn))
    }

    pub(super) fn sqlite_writer(writer: OwnedMutexGuard<Writer>) -> Self {
        Self(Handle::SqliteWriter(writer))
    }

    pub(super) fn postgres_pool(conn: PoolConnection<Postgres>) -> Self {
        Self(Handle::PostgresPool(conn))
    }

    pub(super) fn postgres_tx(tx: Transaction<'static, Postgres>) -> Self {
        Self(Handle::PostgresTx(tx))
    }

    /// The typed driver; for the macros.
    pub fn raw(&mut self) -> Raw<'_> {
        match &mut self.0 {
            Handle::SqlitePool(conn) => Raw::Sqlite(conn),
            Handle::SqliteWriter(writer) => Raw::Sqlite(writer.connection()),
            Handle::PostgresPool(conn) => Raw::Postgres(conn),
            Handle::PostgresTx(tx) => Raw::Postgres(tx),
        }
    }

    pub(super) fn into_writer(self) -> Option<OwnedMutexGuard<Writer>> {
        match self.0 {
            Handle::SqliteWriter(writer) => Some(writer),
            _ => None,
        }
    }

    pub(super) fn into_postgres_tx(self) -> Option<Transaction<'static, Postgres>> {
        match self.0 {
            Handle::PostgresTx(tx) => Some(tx),
            _ => None,
        }
    }
}
