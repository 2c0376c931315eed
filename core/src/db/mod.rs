//! The database: SQLite or PostgreSQL behind one set of SQL.
//!
//! Every statement of the program is written once, with `$1` placeholders, and runs through the
//! macros of [`macros`], which pick the typed driver of the engine that is there. The macros also
//! register the statement, so that one test prepares every statement on both engines.
//!
//! * [`Db::read`] gives a [`Conn`] for reading, [`Db::begin`] a [`Tx`] that dereferences to one.
//! * Store functions take `&mut Conn` and so work in and outside a transaction.
//! * On SQLite, transactions that wait for the writer share its commits: see [`group`].

mod conn;
pub mod dialect;
mod error;
mod group_commit;
mod listen;
mod macros;
mod migrate;
mod notify;
mod probe;
mod statements;
mod tx;

pub use self::notify::Wake;
pub use conn::{Conn, Raw};
pub use error::DbError;
pub use listen::listen;
pub use migrate::migrate;
pub use probe::{Probe, probe};
pub use statements::{Statement, prepare_all};
pub use tx::Tx;

#[doc(hidden)]
pub use inventory;
#[doc(hidden)]
pub use sqlx;

use self::group_commit::GroupWriter;
use sqlx::{
    ConnectOptions, Executor as _, PgPool, SqlitePool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

/// A result of the database layer.
pub type DbResult<T> = Result<T, DbError>;

/// The two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

/// What every connection to PostgreSQL begins with. Agents wait for short statements, of which many
/// run at once: compiling one takes longer than running it, and workers of its own would take the
/// processors from the others.
const PLAINLY: &str = "set jit = off; set max_parallel_workers_per_gather = 0";

/// A handle to the database. Cheap to clone.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    engine: Engine,
    wake: Wake,
}

enum Engine {
    Sqlite { writer: Arc<GroupWriter>, readers: SqlitePool },
    Postgres(PgPool),
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Db({:?})", self.kind())
    }
}

impl Db {
    /// Opens the database that `url` names (`sqlite:PATH` or `postgres://…`) and brings its schema
    /// up to date.
    ///
    /// # Errors
    /// When the database cannot be reached or a migration fails.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            Self::open_sqlite(Path::new(path.trim_start_matches("//"))).await
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::open_postgres(url).await
        } else {
            anyhow::bail!("database.url must start with sqlite: or postgres://, not {url:?}")
        }
    }

    async fn open_sqlite(path: &Path) -> anyhow::Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL, not NORMAL: an answer means the transaction survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("cache_size", "-32000")
            .pragma("temp_store", "memory")
            .pragma("wal_autocheckpoint", "4000")
            .optimize_on_close(true, Some(400))
            .statement_cache_capacity(400)
            .disable_statement_logging();
        migrate::sqlite(&options).await?;
        let writer = GroupWriter::open(options.clone()).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(6)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options.pragma("query_only", "true"))
            .await?;
        Ok(Self::from(Engine::Sqlite { writer: Arc::new(writer), readers }))
    }

    async fn open_postgres(url: &str) -> anyhow::Result<Self> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("patchbay")
            .statement_cache_capacity(400)
            .disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(24)
            // A provider or a browser is told soon that it must come again.
            .acquire_timeout(Duration::from_secs(3))
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(PLAINLY).await.map(drop) })
            })
            .connect_with(options)
            .await?;
        migrate::postgres(&pool).await?;
        Ok(Self::from(Engine::Postgres(pool)))
    }

    fn from(engine: Engine) -> Self {
        Self(Arc::new(Inner { engine, wake: Wake::default() }))
    }

    /// Which engine this is. Only `dialect` and tests need to know.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.0.engine {
            Engine::Sqlite { .. } => Kind::Sqlite,
            Engine::Postgres(_) => Kind::Postgres,
        }
    }

    /// Who is told when a commit brought events or work.
    #[must_use]
    pub fn wake(&self) -> &Wake {
        &self.0.wake
    }

    /// A connection for reading. On SQLite it refuses to write.
    ///
    /// # Errors
    /// [`DbError::Unavailable`] when no connection is free in time.
    pub async fn read(&self) -> DbResult<Conn> {
        Ok(match &self.0.engine {
            Engine::Sqlite { readers, .. } => Conn::sqlite_pool(readers.acquire().await?),
            Engine::Postgres(pool) => Conn::postgres_pool(pool.acquire().await?),
        })
    }

    /// Begins a transaction. Dropping it without [`Tx::commit`] undoes it.
    ///
    /// # Errors
    /// [`DbError::Unavailable`] when the database cannot be written.
    pub async fn begin(&self) -> DbResult<Tx> {
        let conn = match &self.0.engine {
            Engine::Sqlite { writer, .. } => Conn::sqlite_writer(writer.begin().await?),
            Engine::Postgres(pool) => Conn::postgres_tx(pool.begin().await?),
        };
        Ok(Tx::new(self.clone(), conn))
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// What the database said.
    pub async fn ping(&self) -> DbResult<()> {
        let mut conn = self.read().await?;
        crate::fetch_one!(&mut conn, (i64,), "select cast(1 as bigint)")?;
        Ok(())
    }

    /// Closes all connections; on SQLite this folds the write-ahead log into the file.
    pub async fn close(&self) {
        match &self.0.engine {
            Engine::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Engine::Postgres(pool) => pool.close().await,
        }
    }

    fn writer(&self) -> Option<&Arc<GroupWriter>> {
        match &self.0.engine {
            Engine::Sqlite { writer, .. } => Some(writer),
            Engine::Postgres(_) => None,
        }
    }

    /// The PostgreSQL pool, for `LISTEN`; none on SQLite.
    #[must_use]
    pub fn postgres(&self) -> Option<&PgPool> {
        match &self.0.engine {
            Engine::Sqlite { .. } => None,
            Engine::Postgres(pool) => Some(pool),
        }
    }
}
