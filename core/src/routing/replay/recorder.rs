//! Writes the journal, a line in the transaction of each decision.

use super::{
    journal::{Entry, StepRecord},
    store,
};
use crate::{
    db::{DbResult, Tx},
    routing::desk::Desk,
};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// How long lines are kept: a day more than can be asked for.
const KEPT_MS: i64 = 8 * 86_400_000;
/// The desk is told whole again after so many lines, so that what is old can go.
const LINES_MAX: u32 = 1_000;
/// And after so long.
const WHOLE_MS: i64 = 6 * 3_600_000;
/// Clients whose desks are in memory. With more, they are told whole more often.
const DESKS_MAX: usize = 200;

/// What the last line of a client left.
struct LastLine {
    /// Its id: another node may have written one since.
    id: i64,
    desk: Desk,
    whole_at: i64,
    lines: u32,
}

/// The journals of all clients. Cheap to clone.
#[derive(Clone, Default)]
pub struct Journals(Arc<Mutex<HashMap<i64, LastLine>>>);

/// A line that is being written: what it is told against is gone until it is.
pub(in crate::routing) struct Line {
    client_id: i64,
    entry: Entry,
    /// When the desk was told whole, and how many lines since; none where this line does.
    since_whole: Option<(i64, u32)>,
    last_id: Option<i64>,
}

/// A line that is written once its transaction is committed.
pub(in crate::routing) struct Written {
    client_id: i64,
    last: LastLine,
}

impl Journals {
    /// Begins the line of a desk that was just read. The caller holds the client's decisions.
    pub(in crate::routing) async fn begin(
        &self,
        tx: &mut Tx,
        client_id: i64,
        desk: &Desk,
        now: i64,
    ) -> DbResult<Line> {
        let newest = store::last_id(tx, client_id).await?;
        let last = self.0.lock().remove(&client_id).filter(|last| {
            newest == Some(last.id) && last.lines < LINES_MAX && now - last.whole_at < WHOLE_MS
        });
        let (entry, since_whole) = match &last {
            Some(last) => (Entry::between(&last.desk, desk), Some((last.whole_at, last.lines))),
            None => (Entry::between(&Desk::empty(), desk), None),
        };
        Ok(Line { client_id, entry, since_whole, last_id: last.map(|last| last.id) })
    }

    /// Keeps what a written line left. The transaction is committed.
    pub(in crate::routing) fn keep(&self, written: Written) {
        let mut all = self.0.lock();
        if all.len() >= DESKS_MAX {
            all.clear();
        }
        all.insert(written.client_id, written.last);
    }
}

impl Line {
    /// Writes the line, if it tells anything. `desk` is the planned one.
    pub async fn write(
        mut self,
        tx: &mut Tx,
        desk: Desk,
        steps: Vec<StepRecord>,
        now: i64,
    ) -> DbResult<Written> {
        self.entry.steps = steps;
        let whole = self.since_whole.is_none();
        let id = match self.last_id {
            Some(id) if self.entry.is_empty() => id,
            _ => {
                // A desk says its own words, which are no secret of anybody.
                let entry = serde_json::to_string(&self.entry).unwrap_or_default();
                if whole {
                    store::forget(tx, self.client_id, now - KEPT_MS).await?;
                }
                store::insert(tx, self.client_id, (now, whole), &entry).await?
            }
        };
        let (whole_at, lines) = self.since_whole.unwrap_or((now, 0));
        let last = LastLine { id, desk, whole_at, lines: lines + 1 };
        Ok(Written { client_id: self.client_id, last })
    }
}
