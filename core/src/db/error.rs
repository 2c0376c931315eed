//! What can go wrong in the database, sorted by what the caller can do.

/// A failure of the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// A unique constraint refused the row. Holds what the engine says of the constraint.
    #[error("already exists: {0}")]
    Unique(String),
    /// The database cannot be reached, is full or read-only. Trying again later may help.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// A statement that must touch a row touched none.
    #[error("row not found")]
    NotFound,
    /// Anything else: a defect of ours.
    #[error(transparent)]
    Other(sqlx::Error),
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(db) if db.is_unique_violation() => {
                Self::Unique(db.constraint().map_or_else(|| db.message().into(), Into::into))
            }
            sqlx::Error::Database(db) if is_outage(db.code().as_deref().unwrap_or_default()) => {
                Self::Unavailable(db.message().into())
            }
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Tls(_)
            | sqlx::Error::WorkerCrashed => Self::Unavailable(error.to_string()),
            _ => Self::Other(error),
        }
    }
}

/// SQLite's BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN with their extended codes, and
/// PostgreSQL's classes 08 (connection), 53 (resources), 57 (operator) and 25006 (read-only).
fn is_outage(code: &str) -> bool {
    if let Ok(number) = code.parse::<u32>()
        && code.len() < 5
    {
        return matches!(number & 0xff, 5 | 6 | 8 | 10 | 13 | 14);
    }
    code.starts_with("08")
        || code.starts_with("53")
        || code.starts_with("57")
        || code == "25006"
        || code == "40001"
        || code == "40P01"
}

impl DbError {
    /// Whether the same call may succeed later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}
