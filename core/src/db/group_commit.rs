//! SQLite's single writer, with group commit.
//!
//! A commit costs a sync of the disk. Under load several transactions wait for the writer; each
//! runs inside a savepoint of one physical transaction, and the last of the group commits for all.
//! A transaction is answered only after that commit, so nothing is acknowledged before it is on
//! disk. A transaction that fails or is dropped rolls back to its own savepoint and leaves the
//! others of its group alone.

use super::DbResult;
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

/// More would make the first of a group wait too long.
const GROUP_MAX: usize = 64;
/// How long a member waits for a successor to commit for it before it does so itself. Reached only
/// when the successor was cancelled before its turn came.
const SUCCESSOR_WAIT: Duration = Duration::from_millis(3);

type Answer = oneshot::Sender<Result<(), String>>;

pub(super) struct GroupWriter {
    writer: Arc<Mutex<Writer>>,
    queued: AtomicUsize,
}

/// The connection and the state of the physical transaction on it.
pub struct Writer {
    conn: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    open: bool,
    savepoint: Savepoint,
    members: Vec<Answer>,
}

/// The savepoint of the newest member. Statements travel to SQLite's thread and back one by one, so
/// what ends one member's part and begins the next one's goes together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Savepoint {
    None,
    /// A member works; or, at another's turn, was dropped.
    Open,
    /// The member is through, and the savepoint goes with the next statement.
    Done,
}

struct Queued<'a>(&'a AtomicUsize);

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl GroupWriter {
    pub(super) async fn open(options: SqliteConnectOptions) -> DbResult<Self> {
        let conn = options.connect().await?;
        let writer = Writer {
            conn: Some(conn),
            options,
            open: false,
            savepoint: Savepoint::None,
            members: vec![],
        };
        Ok(Self { writer: Arc::new(Mutex::new(writer)), queued: AtomicUsize::new(0) })
    }

    pub(super) async fn begin(&self) -> DbResult<OwnedMutexGuard<Writer>> {
        self.queued.fetch_add(1, Ordering::SeqCst);
        let queued = Queued(&self.queued);
        let mut writer = self.writer.clone().lock_owned().await;
        drop(queued);
        match writer.enter().await {
            Ok(()) => Ok(writer),
            Err(first) => {
                // A full disk or an I/O error ends the physical transaction behind our back.
                writer.fail(&first.to_string()).await;
                if let Err(error) = writer.enter().await {
                    writer.fail(&error.to_string()).await;
                    return Err(error);
                }
                Ok(writer)
            }
        }
    }

    /// Ends a member's part and waits until its group is on disk.
    pub(super) async fn commit(&self, mut writer: OwnedMutexGuard<Writer>) -> DbResult<()> {
        writer.savepoint = Savepoint::Done;
        let (answer, mut done) = oneshot::channel();
        writer.members.push(answer);
        if self.queued.load(Ordering::SeqCst) == 0 || writer.members.len() >= GROUP_MAX {
            writer.flush().await;
            drop(writer);
        } else {
            drop(writer);
            if let Ok(result) = tokio::time::timeout(SUCCESSOR_WAIT, &mut done).await {
                return settle(result);
            }
            // Whoever holds the writer now commits for us, or has; if nobody does, we do.
            let mut writer = self.writer.clone().lock_owned().await;
            if writer.open {
                writer.flush().await;
            }
        }
        settle(done.await)
    }

    pub(super) async fn close(&self) {
        let mut writer = self.writer.lock().await;
        if writer.open {
            writer.flush().await;
        }
        if let Some(conn) = writer.conn.take()
            && let Err(error) = conn.close().await
        {
            tracing::warn!(error = %error, "closing the SQLite writer failed");
        }
    }
}

fn settle(result: Result<Result<(), String>, oneshot::error::RecvError>) -> DbResult<()> {
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(reason)) => Err(super::DbError::Unavailable(reason)),
        Err(_) => Err(super::DbError::Unavailable("the writer stopped".into())),
    }
}

impl Writer {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        self.conn.as_mut().expect("the writer is used only between begin and close")
    }

    async fn run(&mut self, sql: &'static str) -> DbResult<()> {
        let Some(conn) = self.conn.as_mut() else {
            return Err(super::DbError::Unavailable("the database is closed".into()));
        };
        sqlx::query(sql).execute(conn).await?;
        Ok(())
    }

    async fn enter(&mut self) -> DbResult<()> {
        let begin = match self.savepoint {
            Savepoint::None if !self.open => "begin immediate; savepoint member",
            Savepoint::None => "savepoint member",
            Savepoint::Done => "release savepoint member; savepoint member",
            // The work of a member that was dropped is undone; its savepoint stays for this one.
            Savepoint::Open => "rollback to savepoint member",
        };
        self.run(begin).await?;
        self.open = true;
        self.savepoint = Savepoint::Open;
        Ok(())
    }

    async fn flush(&mut self) {
        // A commit releases what savepoints there are.
        let commit = match self.savepoint {
            Savepoint::Open => "rollback to savepoint member; commit",
            Savepoint::None | Savepoint::Done => "commit",
        };
        match self.run(commit).await {
            Ok(()) => {
                self.open = false;
                self.savepoint = Savepoint::None;
                for member in self.members.drain(..) {
                    // A member that was cancelled no longer listens; its work is committed.
                    let _gone = member.send(Ok(()));
                }
            }
            Err(error) => self.fail(&error.to_string()).await,
        }
    }

    /// Tells every member of the group that nothing was stored, and starts afresh with a new
    /// connection if this one does not even roll back.
    async fn fail(&mut self, reason: &str) {
        for member in self.members.drain(..) {
            let _gone = member.send(Err(reason.to_owned()));
        }
        self.savepoint = Savepoint::None;
        self.open = false;
        let rolled_back = self.run("rollback").await;
        let healthy = rolled_back.is_ok() || self.run("select 1").await.is_ok();
        if !healthy {
            match self.options.connect().await {
                Ok(conn) => self.conn = Some(conn),
                Err(error) => {
                    tracing::error!(error = %error, "the SQLite writer cannot reconnect");
                }
            }
        }
    }
}
