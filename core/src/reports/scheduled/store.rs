//! The SQL of scheduled reports.

use super::model::{ScheduledReportDraft, ScheduledReportRun};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};
use jiff::civil::Date;

/// A scheduled report as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ScheduleRow {
    pub id: i64,
    pub name: String,
    pub draft: String,
    pub created_by: String,
    pub next_at: Option<i64>,
    pub last_at: Option<i64>,
    pub last_from: String,
    pub last_to: String,
    pub last_empty: i64,
}

impl ScheduleRow {
    /// What an admin set.
    pub fn draft(&self) -> ScheduledReportDraft {
        serde_json::from_str(&self.draft).unwrap_or_default()
    }

    /// The last run, before its recipients are counted.
    pub fn last(&self) -> Option<ScheduledReportRun> {
        Some(ScheduledReportRun {
            at: self.last_at?,
            from: self.last_from.clone(),
            to: self.last_to.clone(),
            empty: self.last_empty != 0,
            ..ScheduledReportRun::default()
        })
    }
}

/// What became of a report to one recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Waiting,
    Sent,
    Refused,
    NoAddress,
    Failed,
}

impl Outcome {
    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Refused => "refused",
            Self::NoAddress => "no_address",
            Self::Failed => "failed",
        }
    }
}

/// A report of a run to one recipient.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct SentRow {
    pub id: i64,
    pub client_id: i64,
    pub user_id: i64,
    pub draft: String,
    pub first_day: String,
    pub last_day: String,
    pub outcome: String,
    pub expires_at: i64,
}

impl SentRow {
    /// What the schedule was when it went out.
    pub fn draft(&self) -> ScheduledReportDraft {
        serde_json::from_str(&self.draft).unwrap_or_default()
    }

    /// The first and the last day that it is about.
    pub fn days(&self) -> Option<(Date, Date)> {
        Some((self.first_day.parse().ok()?, self.last_day.parse().ok()?))
    }
}

/// The client's scheduled reports, by name.
pub(super) async fn schedules(conn: &mut Conn, client_id: i64) -> DbResult<Vec<ScheduleRow>> {
    fetch_all!(
        conn,
        ScheduleRow,
        "select id, name, draft, created_by, next_at, last_at, last_from, last_to, last_empty
           from scheduled_reports
          where client_id = $1
          order by name, id
          limit 100",
        client_id,
    )
}

/// One of them.
pub(super) async fn schedule(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<ScheduleRow>> {
    fetch_optional!(
        conn,
        ScheduleRow,
        "select id, name, draft, created_by, next_at, last_at, last_from, last_to, last_empty
           from scheduled_reports
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// How many of each last run's reports came to what: the schedule's id, the outcome, and the count.
pub(super) async fn outcomes(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String, i64)>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select r.scheduled_report_id, r.outcome, count(*)
           from scheduled_reports s
           join sent_reports r on r.client_id = s.client_id and r.scheduled_report_id = s.id
                              and r.run_at = s.last_at
          where s.client_id = $1
          group by r.scheduled_report_id, r.outcome
          limit 500",
        client_id,
    )
}

/// Makes one; gives its id.
pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    draft: &ScheduledReportDraft,
    (created_by, next_at): (&str, Option<i64>),
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into scheduled_reports (client_id, name, draft, created_by, next_at)
         values ($1, $2, $3, $4, $5)
         returning id",
        client_id,
        draft.name.as_str(),
        serde_json::to_string(draft).unwrap_or_default(),
        created_by,
        next_at,
    )?;
    Ok(id)
}

/// Changes what an admin set.
pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &ScheduledReportDraft,
    next_at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update scheduled_reports set name = $3, draft = $4, next_at = $5
          where client_id = $1 and id = $2",
        client_id,
        id,
        draft.name.as_str(),
        serde_json::to_string(draft).unwrap_or_default(),
        next_at,
    )
}

/// Removes one, with the links in its mails.
pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from scheduled_reports where client_id = $1 and id = $2", client_id, id)
}

/// Takes down when it goes out next.
pub(super) async fn set_next(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    next_at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update scheduled_reports set next_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        next_at,
    )
}

/// Takes down a run, and forgets the reports of earlier ones whose links are over.
pub(super) async fn note_run(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    run: &ScheduledReportRun,
) -> DbResult<()> {
    execute!(
        conn,
        "update scheduled_reports
            set last_at = $3, last_from = $4, last_to = $5, last_empty = $6
          where client_id = $1 and id = $2",
        client_id,
        id,
        run.at,
        run.from.as_str(),
        run.to.as_str(),
        i64::from(run.empty),
    )?;
    execute!(
        conn,
        "delete from sent_reports
          where client_id = $1 and scheduled_report_id = $2 and run_at <> $3 and expires_at < $3",
        client_id,
        id,
        run.at,
    )
    .map(drop)
}

/// A report of a run to one recipient, who waits for it; gives its id.
pub(super) async fn insert_sent(
    conn: &mut Conn,
    (client_id, id, user_id): (i64, i64, i64),
    draft: &str,
    run: &ScheduledReportRun,
    expires_at: i64,
) -> DbResult<i64> {
    let (sent,) = fetch_one!(
        conn,
        (i64,),
        "insert into sent_reports
                (client_id, scheduled_report_id, user_id, run_at, draft, first_day, last_day,
                 outcome, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8)
         returning id",
        client_id,
        id,
        user_id,
        run.at,
        draft,
        run.from.as_str(),
        run.to.as_str(),
        expires_at,
    )?;
    Ok(sent)
}

/// A report to one recipient.
pub(super) async fn sent(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<SentRow>> {
    fetch_optional!(
        conn,
        SentRow,
        "select id, client_id, user_id, draft, first_day, last_day, outcome, expires_at
           from sent_reports
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// Takes down what became of a report that was waited for. False where that is known already.
pub(super) async fn settle(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    outcome: Outcome,
) -> DbResult<bool> {
    let changed = execute!(
        conn,
        "update sent_reports set outcome = $3
          where client_id = $1 and id = $2 and outcome = 'waiting'",
        client_id,
        id,
        outcome.word(),
    )?;
    Ok(changed == 1)
}
