//! A transaction, with what it will announce when it commits.

use super::{Conn, Db, DbResult};
use crate::{
    events::{NewEvent, log},
    execute,
    telemetry::SPANS,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    ops::{Deref, DerefMut},
};
use tracing::Instrument as _;

/// A transaction. State, events and jobs written through it commit together (law L1); dropping it
/// undoes all of them.
pub struct Tx {
    db: Db,
    conn: Conn,
    events: Vec<NewEvent>,
    work: BTreeSet<&'static str>,
    cause: Option<Value>,
}

/// Where a part of a transaction began that can be undone alone.
#[must_use]
pub struct Part {
    events: usize,
}

impl Deref for Tx {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}

impl Tx {
    pub(super) fn new(db: Db, conn: Conn) -> Self {
        Self { db, conn, events: vec![], work: BTreeSet::new(), cause: None }
    }

    /// Announces an event. It is written as the last thing before the commit, because its sequence
    /// number comes from a counter row that must be locked as briefly as possible.
    pub fn announce(&mut self, mut event: NewEvent) {
        if let (Some(cause), Value::Object(data)) = (&self.cause, &mut event.data) {
            data.insert("cause".into(), cause.clone());
        }
        self.events.push(event);
    }

    /// From here on, what is announced says in its `cause` why it happened; none for people's acts.
    pub fn because(&mut self, cause: Option<Value>) {
        self.cause = cause;
    }

    /// Begins a part that can be undone alone. Parts do not lie within each other.
    ///
    /// # Errors
    /// What the database said.
    pub async fn part(&mut self) -> DbResult<Part> {
        execute!(self, "savepoint part")?;
        Ok(Part { events: self.events.len() })
    }

    /// Keeps what was done since a part began.
    ///
    /// # Errors
    /// What the database said.
    pub async fn keep(&mut self, _part: Part) -> DbResult<()> {
        execute!(self, "release savepoint part")?;
        Ok(())
    }

    /// Undoes what was done and announced since a part began, also after a statement failed.
    ///
    /// # Errors
    /// What the database said.
    pub async fn undo(&mut self, part: Part) -> DbResult<()> {
        execute!(self, "rollback to savepoint part")?;
        execute!(self, "release savepoint part")?;
        self.events.truncate(part.events);
        Ok(())
    }

    /// Says that work of this kind was queued, so that its workers wake after the commit.
    pub fn queued(&mut self, work: &'static str) {
        self.work.insert(work);
    }

    /// Commits. When this returns `Ok`, the transaction is on disk.
    ///
    /// # Errors
    /// [`super::DbError::Unavailable`] when nothing was stored.
    pub async fn commit(self) -> DbResult<()> {
        let span =
            tracing::trace_span!(target: SPANS, "commit", events = self.events.len().cast_signed());
        self.settle().instrument(span).await
    }

    async fn settle(mut self) -> DbResult<()> {
        let clients = log::write(&mut self.conn, std::mem::take(&mut self.events)).await?;
        let notes: Vec<String> = clients
            .iter()
            .map(|client| format!("events:{client}"))
            .chain(self.work.iter().map(|work| format!("work:{work}")))
            .collect();
        if let Some(writer) = self.db.writer().cloned() {
            let guard = self.conn.into_writer().expect("a SQLite transaction holds the writer");
            writer.commit(guard).await?;
        } else {
            for note in &notes {
                super::dialect::notify(&mut self.conn, note).await?;
            }
            let tx =
                self.conn.into_postgres_tx().expect("a PostgreSQL transaction holds its driver");
            tx.commit().await?;
        }
        for client in clients {
            self.db.wake().events(client);
        }
        for work in self.work {
            self.db.wake().work(work);
        }
        Ok(())
    }
}
