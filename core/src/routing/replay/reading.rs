//! Reads the journal back and makes a replay of it, a page at a time.

use super::{
    check::{self, Named},
    figures::{self, Frame},
    history::{History, HistoryReader, Hold, TakenVisit},
    journal::Entry,
    model::{ReplayDraft, ReplayResult, RoutingChanges},
    repeat::Repetition,
    store,
    what_if::{Simulated, simulate},
};
use crate::{
    accounts, days,
    db::{Conn, Db, DbResult},
    routing::model::DAY_MS,
};
use std::collections::HashMap;

/// Lines and holds that are read in one go.
const PAGE: i64 = 1_000;

/// A replay that is being made.
pub struct Replay {
    client_id: i64,
    draft: ReplayDraft,
    from: i64,
    until: i64,
    /// The last line that was read.
    line: i64,
    began_at: i64,
    repetition: Repetition,
    reader: HistoryReader,
    queue_names: HashMap<i64, String>,
}

impl Replay {
    /// The fields of a draft that are wrong, with the sentence for each.
    ///
    /// # Errors
    /// What the database said.
    pub async fn faults(
        db: &Db,
        client_id: i64,
        draft: &ReplayDraft,
    ) -> DbResult<Vec<(String, &'static str)>> {
        let mut conn = db.read().await?;
        let named = Named::read(&mut conn, client_id).await?;
        Ok(check::faults(draft, &named))
    }

    /// Begins with the first line that a replay needs. None where nothing is recorded.
    ///
    /// # Errors
    /// What the database said.
    pub async fn begin(
        db: &Db,
        client_id: i64,
        draft: &ReplayDraft,
        now: i64,
    ) -> DbResult<Option<Self>> {
        let from = now - draft.days * DAY_MS;
        let mut conn = db.read().await?;
        let Some(line) = store::first_line(&mut conn, client_id, from).await? else {
            return Ok(None);
        };
        let holds = holds(&mut conn, client_id, from).await?;
        let visits = visits(&mut conn, client_id, from).await?;
        Ok(Some(Self {
            client_id,
            draft: draft.clone(),
            from,
            until: now,
            line: line - 1,
            began_at: 0,
            repetition: Repetition::new(),
            reader: HistoryReader::new(holds, visits),
            queue_names: HashMap::new(),
        }))
    }

    /// Reads a page of lines. Gives how far it is, in percent; none when there are no more.
    ///
    /// # Errors
    /// What the database said.
    pub async fn step(&mut self, db: &Db) -> DbResult<Option<i64>> {
        let mut conn = db.read().await?;
        let page = store::lines_after(&mut conn, self.client_id, self.line, PAGE).await?;
        drop(conn);
        let Some((last, reached, ..)) = page.last() else { return Ok(None) };
        let (last, reached) = (*last, *reached);
        for (_, at, whole, text) in page {
            // It was written by us; what another version wrote otherwise tells nothing.
            let entry: Entry = serde_json::from_str(&text).unwrap_or_default();
            for queue in &entry.queues {
                self.queue_names.insert(queue.id, queue.name.clone());
            }
            if self.began_at == 0 {
                self.began_at = at;
            }
            self.repetition.line(at, whole, &entry);
            self.reader.line(at, whole, &entry, &self.repetition.desk);
        }
        self.line = last;
        let whole = (self.until - self.began_at).max(1);
        // The simulations are the last third.
        Ok(Some(((reached - self.began_at) * 66 / whole).clamp(0, 66)))
    }

    /// What came of it. None where the simulation broke off, which is a defect of ours and in the log.
    ///
    /// # Errors
    /// What the database said.
    pub async fn finish(self, db: &Db) -> DbResult<Option<ReplayResult>> {
        let people = {
            let mut conn = db.read().await?;
            accounts::everybody(&mut conn, self.client_id, &[]).await?
        };
        let agent_names: HashMap<i64, String> =
            people.into_iter().map(|person| (person.id, person.name)).collect();
        let Self { draft, from, until, began_at, repetition, reader, queue_names, .. } = self;
        let history = reader.finish(until);
        let zone = days::zone(&draft.timezone);
        let (as_it_was, changes) = (RoutingChanges::default(), draft.changes.clone());
        let changed = changes != as_it_was;
        let work = move || {
            let same = simulate(&history, &as_it_was, &zone);
            let other = changed.then(|| simulate(&history, &changes, &zone));
            (history, same, other)
        };
        let simulated: Result<(History, Simulated, Option<Simulated>), _> =
            tokio::task::spawn_blocking(work).await;
        let Ok((history, same, other)) = simulated else { return Ok(None) };
        let from = from.max(began_at);
        let frame = Frame {
            history: &history,
            from,
            target_ms: draft.target_seconds * 1_000,
            queue_names: &queue_names,
            agent_names: &agent_names,
        };
        Ok(Some(ReplayResult {
            from,
            until,
            decisions: repetition.decisions,
            differences: repetition.differences,
            first_differences: repetition.first,
            happened: figures::happened(&frame),
            modelled: figures::simulated(&frame, &same),
            changed: other.as_ref().map(|other| figures::simulated(&frame, other)),
        }))
    }
}

/// Who held which tickets since a moment.
async fn holds(conn: &mut Conn, client_id: i64, since: i64) -> DbResult<Vec<Hold>> {
    let mut all = vec![];
    let mut behind = (since, 0);
    loop {
        let page = store::holds(conn, client_id, behind, PAGE).await?;
        let Some((id, .., until)) = page.last() else { break };
        behind = (*until, *id);
        let hold = |(_, ticket_id, user_id, since, until)| Hold {
            ticket_id,
            user_id,
            since,
            until: Some(until),
        };
        all.extend(page.into_iter().map(hold));
    }
    let mut behind = (0, 0);
    loop {
        let page = store::slots(conn, client_id, behind, PAGE).await?;
        let Some((ticket_id, user_id, _)) = page.last() else { break };
        behind = (*ticket_id, *user_id);
        let hold = |(ticket_id, user_id, since)| Hold { ticket_id, user_id, since, until: None };
        all.extend(page.into_iter().map(hold));
    }
    Ok(all)
}

/// Visits that agents took, and that lasted until a moment or longer.
async fn visits(conn: &mut Conn, client_id: i64, since: i64) -> DbResult<HashMap<i64, TakenVisit>> {
    let mut all = HashMap::new();
    let mut behind = 0;
    loop {
        let page = store::visits(conn, client_id, since, behind, PAGE).await?;
        let Some((id, ..)) = page.last() else { return Ok(all) };
        behind = *id;
        all.extend(page.into_iter().map(|(id, user_id, accepted_at, ended_at, ticket_id)| {
            (id, TakenVisit { user_id, accepted_at, ended_at, ticket_id })
        }));
    }
}
