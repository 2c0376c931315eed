//! The SQL of the journal, of what agents held, and of replays.

use super::model::{ReplayDraft, ReplayResult, ReplayState, RoutingReplay};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Lines and holds that are forgotten in one go.
const FORGOTTEN: i64 = 5_000;

pub(super) async fn last_id(conn: &mut Conn, client_id: i64) -> DbResult<Option<i64>> {
    let (id,) = fetch_one!(
        conn,
        (Option<i64>,),
        "select max(id) from routing_journal where client_id = $1",
        client_id,
    )?;
    Ok(id)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (at, whole): (i64, bool),
    entry: &str,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into routing_journal (client_id, at, whole, entry)
         values ($1, $2, $3, $4)
      returning id",
        client_id,
        at,
        whole,
        entry,
    )?;
    Ok(id)
}

/// Forgets what is older than a moment: lines up to the last one before it that tells the desk whole, and what
/// was held until then.
pub(super) async fn forget(conn: &mut Conn, client_id: i64, before: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from routing_journal
          where client_id = $1
            and id in (select id from routing_journal
                        where client_id = $1
                          and id < (select max(id) from routing_journal
                                     where client_id = $1 and whole and at <= $2)
                        order by id
                        limit $3)",
        client_id,
        before,
        FORGOTTEN,
    )?;
    execute!(
        conn,
        "delete from routing_holds
          where client_id = $1
            and id in (select id from routing_holds
                        where client_id = $1 and until < $2
                        order by until
                        limit $3)",
        client_id,
        before,
        FORGOTTEN,
    )?;
    Ok(())
}

/// A line: id, moment, whether it tells the desk whole, and what it says, as JSON.
pub(super) type Stored = (i64, i64, bool, String);

/// Lines behind one, in their order.
pub(super) async fn lines_after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<Stored>> {
    fetch_all!(
        conn,
        Stored,
        "select id, at, whole, entry from routing_journal
          where client_id = $1 and id > $2
          order by id
          limit $3",
        client_id,
        after,
        limit,
    )
}

/// The line to begin with for a moment: the last one up to it that tells the desk whole, or the first of all that
/// does.
pub(super) async fn first_line(
    conn: &mut Conn,
    client_id: i64,
    from: i64,
) -> DbResult<Option<i64>> {
    let (id,) = fetch_one!(
        conn,
        (Option<i64>,),
        "select coalesce(
                (select max(id) from routing_journal where client_id = $1 and whole and at <= $2),
                (select min(id) from routing_journal where client_id = $1 and whole))",
        client_id,
        from,
    )?;
    Ok(id)
}

/// That an agent held a ticket and does no longer.
pub(in crate::routing) async fn insert_hold(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    user_id: i64,
    until: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_holds (client_id, ticket_id, user_id, since, until)
         select client_id, ticket_id, user_id, since, $4
           from routing_slots
          where client_id = $1 and ticket_id = $2 and user_id = $3",
        client_id,
        ticket_id,
        user_id,
        until,
    )
}

/// What was held and is not any more: id, ticket, user, since when and until when.
pub(super) type HoldRow = (i64, i64, i64, i64, i64);

/// What ended behind a moment and an id, in that order.
pub(super) async fn holds(
    conn: &mut Conn,
    client_id: i64,
    behind: (i64, i64),
    limit: i64,
) -> DbResult<Vec<HoldRow>> {
    fetch_all!(
        conn,
        HoldRow,
        "select id, ticket_id, user_id, since, until from routing_holds
          where client_id = $1 and (until > $2 or (until = $2 and id > $3))
          order by until, id
          limit $4",
        client_id,
        behind.0,
        behind.1,
        limit,
    )
}

/// What is held now, behind a ticket and a user: ticket, user, and since when.
pub(super) async fn slots(
    conn: &mut Conn,
    client_id: i64,
    behind: (i64, i64),
    limit: i64,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select ticket_id, user_id, since from routing_slots
          where client_id = $1 and (ticket_id > $2 or (ticket_id = $2 and user_id > $3))
          order by ticket_id, user_id
          limit $4",
        client_id,
        behind.0,
        behind.1,
        limit,
    )
}

/// A visit that was taken: session, user, when, until when it lasted, and its ticket.
pub(super) type VisitRow = (i64, i64, i64, Option<i64>, Option<i64>);

/// Visits behind one that agents took and that lasted until a moment or longer.
pub(super) async fn visits(
    conn: &mut Conn,
    client_id: i64,
    since: i64,
    behind: i64,
    limit: i64,
) -> DbResult<Vec<VisitRow>> {
    fetch_all!(
        conn,
        VisitRow,
        "select id, agent_id, accepted_at, ended_at, ticket_id from livechat_sessions
          where client_id = $1 and id > $2 and agent_id is not null and accepted_at is not null
            and (ended_at is null or ended_at >= $3)
          order by id
          limit $4",
        client_id,
        behind,
        since,
        limit,
    )
}

/// A replay as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ReplayRow {
    pub id: i64,
    draft: String,
    state: String,
    progress: i64,
    failure: String,
    result: Option<String>,
    created_by: String,
    created_at: i64,
    ended_at: Option<i64>,
}

impl ReplayRow {
    pub fn state(&self) -> ReplayState {
        ReplayState::named(&self.state)
    }

    pub fn draft(&self) -> ReplayDraft {
        // It was written by us.
        serde_json::from_str(&self.draft).unwrap_or_default()
    }

    /// As the API shows it.
    pub fn shown(&self) -> RoutingReplay {
        RoutingReplay {
            id: self.id,
            draft: self.draft(),
            state: self.state(),
            progress: self.progress,
            failure: self.failure.clone(),
            created_by: self.created_by.clone(),
            created_at: self.created_at,
            ended_at: self.ended_at,
        }
    }

    pub fn result(&self) -> Option<ReplayResult> {
        self.result.as_deref().and_then(|result| serde_json::from_str(result).ok())
    }
}

/// The columns of a [`ReplayRow`]; of a list no results are read.
macro_rules! select_replays {
    ($result:literal, $rest:literal) => {
        concat!(
            "select r.id, r.draft, r.state, r.progress, r.failure, ",
            $result,
            " as result, coalesce(u.username, '') as created_by, r.created_at, r.ended_at
               from routing_replays r
               left join users u on u.client_id = r.client_id and u.id = r.user_id ",
            $rest
        )
    };
}

pub(super) async fn replay(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<ReplayRow>> {
    fetch_optional!(
        conn,
        ReplayRow,
        select_replays!("r.result", "where r.client_id = $1 and r.id = $2"),
        client_id,
        id,
    )
}

/// The newest first.
pub(super) async fn replays(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<Vec<ReplayRow>> {
    fetch_all!(
        conn,
        ReplayRow,
        select_replays!("cast(null as text)", "where r.client_id = $1 order by r.id desc limit $2"),
        client_id,
        limit,
    )
}

/// Keeps a new replay, and of the others the newest.
pub(super) async fn insert_replay(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    draft: &str,
    keep: i64,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into routing_replays (client_id, user_id, draft, state, progress, failure, created_at)
         values ($1, $2, $3, 'running', 0, '', $4)
      returning id",
        client_id,
        user_id,
        draft,
        now,
    )?;
    execute!(
        conn,
        "delete from routing_replays
          where client_id = $1
            and id <= (select id from routing_replays
                        where client_id = $1
                        order by id desc
                        limit 1 offset $2)",
        client_id,
        keep,
    )?;
    Ok(id)
}

pub(super) async fn set_progress(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    progress: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_replays set progress = $3
          where client_id = $1 and id = $2 and state = 'running'",
        client_id,
        id,
        progress,
    )
}

pub(super) async fn end_replay(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (state, failure): (ReplayState, &str),
    result: Option<&str>,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_replays
            set state = $3, failure = $4, result = $5, progress = 100, ended_at = $6
          where client_id = $1 and id = $2 and state = 'running'",
        client_id,
        id,
        state.word(),
        failure,
        result,
        now,
    )
}

pub(super) async fn delete_replay(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from routing_replays where client_id = $1 and id = $2", client_id, id)
}

pub(super) async fn any_running(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let (any,) = fetch_one!(
        conn,
        (bool,),
        "select exists (select 1 from routing_replays where client_id = $1 and state = 'running')",
        client_id,
    )?;
    Ok(any)
}
