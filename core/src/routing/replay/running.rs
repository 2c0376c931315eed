//! An admin asks for replays, follows them, and looks at what came of them.

use super::{
    check::{self, Named},
    model::{ReplayDraft, ReplayState, RoutingReplay, RoutingReplayDetail},
    reading::Replay,
    store,
};
use crate::{
    accounts::Caller,
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, FieldErrors, Problem},
    jobs::{Class, Job, JobError, NewJob, queue},
    routing::{Routing, events::RoutingReplayChanged},
};

pub(in crate::routing) const RUN: &str = "routing.replay";
/// Replays that a client keeps.
const KEPT: i64 = 20;
/// How often windows are told how far one is.
const TOLD_MS: i64 = 1_000;
const NOTHING: &str = "Nothing is recorded yet. What decisions are made from is kept since queues were first \
                       switched on in this version; come back when some tickets were given.";
const BROKE_OFF: &str = "The simulation broke off. Nothing was changed; tell whoever runs this server, whose log says why.";

impl Routing {
    /// The client's replays, the newest first.
    pub(in crate::routing) async fn replays(
        &self,
        caller: &Caller,
    ) -> Result<Vec<RoutingReplay>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let rows = store::replays(&mut conn, caller.client_id, KEPT).await?;
        Ok(rows.iter().map(store::ReplayRow::shown).collect())
    }

    /// One of them, with what came of it.
    pub(in crate::routing) async fn replay(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<RoutingReplayDetail, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let row = store::replay(&mut conn, caller.client_id, id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        Ok(RoutingReplayDetail { replay: row.shown(), result: row.result() })
    }

    /// Begins a replay. One at a time: it keeps a processor busy.
    pub(in crate::routing) async fn start_replay(
        &self,
        caller: &Caller,
        draft: &ReplayDraft,
    ) -> Result<RoutingReplay, Problem> {
        caller.require_admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        crate::routing::store::queues::lock(&mut tx, client_id).await?;
        let named = Named::read(&mut tx, client_id).await?;
        let mut wrong = FieldErrors::default();
        wrong.extend(check::faults(draft, &named));
        wrong.refuse("The replay cannot be made like this.")?;
        if store::any_running(&mut tx, client_id).await? {
            let text = "Another replay is being made. Wait until it is done, or stop it.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let text = serde_json::to_string(draft).map_err(Problem::internal)?;
        let by = (client_id, caller.user_id);
        let id = store::insert_replay(&mut tx, by, &text, KEPT - 1, now).await?;
        queue::enqueue(&mut tx, NewJob::walk(client_id, (Class::Bulk, RUN), (id, 0), now)).await?;
        let replay = told(&mut tx, client_id, id, now).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(replay)
    }

    /// Deletes a replay, and stops it if it is still being made. One that is gone stays so.
    pub(in crate::routing) async fn drop_replay(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<(), Problem> {
        caller.require_admin()?;
        let mut tx = self.db.begin().await?;
        if store::delete_replay(&mut tx, caller.client_id, id).await? == 0 {
            return Err(Problem::not_found());
        }
        tx.commit().await?;
        Ok(())
    }

    async fn make_replay(&self, job: &Job) -> DbResult<()> {
        let (client_id, (id, _)) = (job.client_id, job.walk());
        let row = {
            let mut conn = self.db.read().await?;
            store::replay(&mut conn, client_id, id).await?
        };
        let Some(row) = row.filter(|row| row.state() == ReplayState::Running) else {
            return Ok(());
        };
        let began = self.clock.now_ms();
        let Some(mut replay) = Replay::begin(&self.db, client_id, &row.draft(), began).await?
        else {
            return self.end_replay((client_id, id), (ReplayState::Failed, NOTHING), None).await;
        };
        let mut told_at = began;
        while let Some(progress) = replay.step(&self.db).await? {
            let now = self.clock.now_ms();
            if now - told_at < TOLD_MS {
                continue;
            }
            told_at = now;
            let mut tx = self.db.begin().await?;
            if store::set_progress(&mut tx, (client_id, id), progress).await? == 0 {
                // Somebody stopped it.
                return Ok(());
            }
            told(&mut tx, client_id, id, now).await?;
            tx.commit().await?;
        }
        let Some(result) = replay.finish(&self.db).await? else {
            return self.end_replay((client_id, id), (ReplayState::Failed, BROKE_OFF), None).await;
        };
        let text = serde_json::to_string(&result).unwrap_or_default();
        self.end_replay((client_id, id), (ReplayState::Done, ""), Some(&text)).await
    }

    async fn end_replay(
        &self,
        (client_id, id): (i64, i64),
        (state, failure): (ReplayState, &str),
        result: Option<&str>,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::end_replay(&mut tx, (client_id, id), (state, failure), result, now).await?;
        told(&mut tx, client_id, id, now).await?;
        tx.commit().await
    }
}

/// The replay as it is now, which admins are told.
async fn told(tx: &mut Tx, client_id: i64, id: i64, now: i64) -> DbResult<Option<RoutingReplay>> {
    let Some(row) = store::replay(tx, client_id, id).await? else { return Ok(None) };
    let data = RoutingReplayChanged { replay: row.shown() };
    tx.announce(NewEvent::new(client_id, Audience::admins(), &data, now));
    Ok(Some(data.replay))
}

/// Does what a job asks.
pub(in crate::routing) async fn job(routing: Routing, job: Job) -> Result<(), JobError> {
    routing.make_replay(&job).await.map_err(JobError::from)
}
