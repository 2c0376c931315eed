//! Admins keep scheduled reports: make, change and delete them, and send one at once.

use super::{
    ReportSchedulesChanged,
    model::{
        SCHEDULES_MAX, ScheduledReport, ScheduledReportDraft, ScheduledReportRun, ScheduledReports,
    },
    run, store,
    store::{Outcome, ScheduleRow},
    timing,
};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action},
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
    reports::Reports,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Reports {
    /// The client's scheduled reports.
    ///
    /// # Errors
    /// `forbidden` to others than admins.
    pub(in crate::reports) async fn schedules(
        &self,
        caller: &Caller,
    ) -> Result<ScheduledReports, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let schedules = shown(&mut conn, caller.client_id).await?;
        Ok(ScheduledReports { schedules, sends_mail: self.accounts.sends_mail() })
    }

    /// Schedules a report.
    ///
    /// # Errors
    /// `forbidden`; `invalid` with the fields that are wrong; `conflict` where there are 50.
    pub(in crate::reports) async fn make_schedule(
        &self,
        caller: &Caller,
        draft: &ScheduledReportDraft,
    ) -> Result<ScheduledReport, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let draft = draft.checked(&people(&mut tx, client_id).await?)?;
        accounts::hold_client(&mut tx, client_id).await?;
        let there = store::schedules(&mut tx, client_id).await?.len();
        if i64::try_from(there).unwrap_or(i64::MAX) >= SCHEDULES_MAX {
            let text = format!("There are {SCHEDULES_MAX} scheduled reports. Delete one first.");
            return Err(Problem::new(Code::Conflict, text));
        }
        let next = draft.enabled.then(|| timing::next(&draft, now)).flatten();
        let made = (caller.username.as_str(), next);
        let id = store::insert(&mut tx, client_id, &draft, made).await?;
        run::plan(&mut tx, (client_id, id), next).await?;
        let act = act(Action::ReportScheduleCreated, (id, &draft.name), json!({"report": draft}));
        audit::note(&mut tx, &author, &act, now).await?;
        self.finish(tx, (client_id, id), now).await
    }

    /// Changes a scheduled report. What is on its way already still goes out.
    ///
    /// # Errors
    /// `forbidden`; `not_found`; `invalid` with the fields that are wrong.
    pub(in crate::reports) async fn change_schedule(
        &self,
        caller: &Caller,
        id: i64,
        draft: &ScheduledReportDraft,
    ) -> Result<ScheduledReport, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let before = row(&mut tx, client_id, id).await?.draft();
        // Whoever left the team since may stay among the recipients: they get nothing.
        let mut known = people(&mut tx, client_id).await?;
        known.extend(&before.recipients);
        let draft = draft.checked(&known)?;
        if before != draft {
            let next = draft.enabled.then(|| timing::next(&draft, now)).flatten();
            store::change(&mut tx, (client_id, id), &draft, next).await?;
            run::plan(&mut tx, (client_id, id), next).await?;
            let changes = audit::changes(&before, &draft);
            let act = act(Action::ReportScheduleChanged, (id, &draft.name), changes);
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, (client_id, id), now).await
    }

    /// Deletes a scheduled report. The links in its mails stop working at once.
    ///
    /// # Errors
    /// `forbidden`; `not_found`.
    pub(in crate::reports) async fn drop_schedule(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = row(&mut tx, client_id, id).await?;
        if store::delete(&mut tx, client_id, id).await? == 0 {
            return Err(Problem::not_found());
        }
        let act = act(Action::ReportScheduleDeleted, (id, &before.name), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }

    /// Sends a scheduled report at once, beside its times, also when nothing happened.
    ///
    /// # Errors
    /// `forbidden`; `not_found`; `conflict` where the operator named no mail server, or while the last one
    /// is on its way.
    pub(in crate::reports) async fn send_schedule(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<ScheduledReport, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let there = row(&mut tx, client_id, id).await?;
        if !self.accounts.sends_mail() {
            let text =
                "This installation sends no mail: its operator sets mail.smtp_host and mail.from.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let outcomes = store::outcomes(&mut tx, client_id).await?;
        if outcomes.iter().any(|(of, outcome, _)| *of == id && outcome == Outcome::Waiting.word()) {
            let text = "The last one is still on its way. Try again when it has arrived.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let run = run::run_of(&there.draft(), now, false);
        run::begin_run(&mut tx, client_id, (&there, &run), now).await?;
        let act = act(Action::ReportScheduleSent, (id, &there.name), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        self.finish(tx, (client_id, id), now).await
    }

    /// Commits, and gives the scheduled report as it is shown.
    async fn finish(
        &self,
        mut tx: Tx,
        (client_id, id): (i64, i64),
        now: i64,
    ) -> Result<ScheduledReport, Problem> {
        tell(&mut tx, client_id, now);
        let all = shown(&mut tx, client_id).await?;
        tx.commit().await?;
        all.into_iter().find(|one| one.id == id).ok_or_else(Problem::not_found)
    }
}

async fn row(conn: &mut Conn, client_id: i64, id: i64) -> Result<ScheduleRow, Problem> {
    store::schedule(conn, client_id, id).await?.ok_or_else(Problem::not_found)
}

/// The ids of those who can sign in.
async fn people(conn: &mut Conn, client_id: i64) -> DbResult<BTreeSet<i64>> {
    Ok(accounts::people(conn, client_id).await?.into_iter().map(|person| person.id).collect())
}

async fn shown(conn: &mut Conn, client_id: i64) -> DbResult<Vec<ScheduledReport>> {
    let rows = store::schedules(conn, client_id).await?;
    let outcomes = store::outcomes(conn, client_id).await?;
    let view = |row: ScheduleRow| {
        let of = outcomes.iter().filter(|(id, _, _)| *id == row.id);
        let count = |outcome: Outcome| {
            of.clone().filter(|(_, o, _)| o == outcome.word()).map(|(_, _, n)| n).sum()
        };
        let last = row.last().map(|run| ScheduledReportRun {
            sent: count(Outcome::Sent),
            waiting: count(Outcome::Waiting),
            refused: count(Outcome::Refused),
            no_address: count(Outcome::NoAddress),
            failed: count(Outcome::Failed),
            ..run
        });
        ScheduledReport {
            id: row.id,
            draft: row.draft(),
            next_at: row.next_at,
            created_by: row.created_by.clone(),
            last,
        }
    };
    Ok(rows.into_iter().map(view).collect())
}

fn act<'a>(action: Action, (id, name): (i64, &'a str), changes: Value) -> Act<'a> {
    Act { action, kind: "report_schedule", id: id.to_string(), name, changes }
}

/// Tells admins to read the scheduled reports anew.
pub(super) fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    tx.announce(NewEvent::new(client_id, Audience::admins(), &ReportSchedulesChanged {}, now));
}
