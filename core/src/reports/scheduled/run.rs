//! Sends what is due: a run of a scheduled report, and its mail to each recipient.
//!
//! A run is one transaction: it takes down who is to get the report and plans a job for each. The job counts
//! the figures, looks whether the recipient may still see them, and mails. A time that passed while
//! the server was down is made up for once.

use super::{
    admin::tell,
    link, mail_texts,
    model::{ScheduledGrouping, ScheduledKind, ScheduledReportDraft, ScheduledReportRun},
    store::{self, Outcome, ScheduleRow, SentRow},
    timing,
};
use crate::{
    accounts::{self, Correspondent, Letter, LetterFile, MailError},
    days,
    db::{Conn, DbResult, Tx},
    http::{
        Problem,
        tables::{self, Row, TableHead},
    },
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    reports::{Reports, days::ReportDays, store as names},
};
use jiff::civil::Date;
use serde::Serialize;
use serde_json::json;

const RUN: &str = "reports.run_schedule";
const MAIL: &str = "reports.mail";
const DAY_MS: i64 = 86_400_000;
/// For how long the link in a mail works.
pub(super) const LINK_DAYS: i64 = 7;
/// After so many refusals by a server that may change its mind, a mail has failed: about half an hour.
const ATTEMPTS_MAX: i64 = 11;

/// The headline figures of a report, and its table.
pub(super) struct Counted {
    pub figures: mail_texts::Figures,
    pub head: TableHead,
    pub rows: Vec<Row>,
}

/// Registers the room's jobs.
pub(in crate::reports) fn job_handlers(handlers: &mut Handlers, reports: &Reports) {
    let (running, mailing) = (reports.clone(), reports.clone());
    handlers.on(RUN, move |job: Job| {
        let reports = running.clone();
        async move { reports.run_schedule(&job).await }
    });
    handlers.on(MAIL, move |job: Job| {
        let reports = mailing.clone();
        async move { reports.mail_report(&job).await }
    });
}

/// Plans the next run. One that was planned for another time finds that out by itself.
pub(super) async fn plan(
    tx: &mut Tx,
    (client_id, id): (i64, i64),
    next: Option<i64>,
) -> DbResult<()> {
    let Some(at) = next else { return Ok(()) };
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: RUN,
        key: format!("{id} {at}"),
        payload: json!({ "id": id, "at": at }),
        run_at_ms: at,
    };
    queue::enqueue(tx, job).await
}

impl Reports {
    async fn run_schedule(&self, job: &Job) -> Result<(), JobError> {
        let number = |name: &str| job.payload[name].as_i64().unwrap_or_default();
        let (client_id, id, at) = (job.client_id, number("id"), number("at"));
        let mut conn = self.db.read().await?;
        let row = store::schedule(&mut conn, client_id, id).await?;
        let Some(row) = row.filter(|row| row.next_at == Some(at)) else { return Ok(()) };
        // Without a mail server nothing goes out, and nothing is said to have failed.
        let run = match self.accounts.sends_mail() {
            true => {
                let draft = row.draft();
                let skipped = self.is_skipped(&mut conn, client_id, &draft, at).await;
                Some(run_of(&draft, at, skipped.map_err(retry)?))
            }
            false => None,
        };
        drop(conn);
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        if store::schedule(&mut tx, client_id, id).await?.as_ref() != Some(&row) {
            return Err(JobError::Retry("the schedule was changed meanwhile".to_owned()));
        }
        if let Some(run) = &run {
            begin_run(&mut tx, client_id, (&row, run), now).await?;
        }
        let next = timing::next(&row.draft(), now.max(at));
        store::set_next(&mut tx, (client_id, id), next).await?;
        plan(&mut tx, (client_id, id), next).await?;
        tell(&mut tx, client_id, now);
        Ok(tx.commit().await?)
    }

    /// Whether a run has nothing to tell, and shall not. Counted before the run is taken down, since nobody
    /// else can write meanwhile on SQLite.
    async fn is_skipped(
        &self,
        conn: &mut Conn,
        client_id: i64,
        draft: &ScheduledReportDraft,
        at: i64,
    ) -> Result<bool, Problem> {
        let days = days_of(draft, at);
        Ok(draft.skip_empty && self.counted(conn, client_id, draft, days).await?.figures.are_none())
    }

    /// Mails a report to one recipient, unless that was done or they may not see it.
    async fn mail_report(&self, job: &Job) -> Result<(), JobError> {
        let id = job.payload["sent"].as_i64().unwrap_or_default();
        let mut conn = self.db.read().await?;
        let sent = store::sent(&mut conn, job.client_id, id).await?;
        let Some(sent) = sent.filter(|sent| sent.outcome == Outcome::Waiting.word()) else {
            return Ok(());
        };
        let person = accounts::correspondent(&mut conn, sent.client_id, sent.user_id).await?;
        let Some(person) = person.filter(|person| person.sees_reports) else {
            drop(conn);
            return Ok(self.settle(&sent, Outcome::Refused).await?);
        };
        if person.address.is_empty() {
            drop(conn);
            return Ok(self.settle(&sent, Outcome::NoAddress).await?);
        }
        let letter = self.letter(&mut conn, &sent, &person).await.map_err(retry)?;
        drop(conn);
        // The same id each time: a mail that came twice is shown once.
        match self.accounts.post(&letter, &format!("report.{}.{}", sent.client_id, sent.id)).await {
            Ok(()) => Ok(self.settle(&sent, Outcome::Sent).await?),
            Err(MailError::Later(said)) if job.attempt < ATTEMPTS_MAX => Err(JobError::Retry(said)),
            Err(MailError::Later(said) | MailError::Refused(said)) => {
                self.settle(&sent, Outcome::Failed).await?;
                Err(JobError::GiveUp(said))
            }
        }
    }

    async fn settle(&self, sent: &SentRow, outcome: Outcome) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        if store::settle(&mut tx, (sent.client_id, sent.id), outcome).await? {
            tell(&mut tx, sent.client_id, self.clock.now_ms());
        }
        tx.commit().await
    }

    async fn letter(
        &self,
        conn: &mut Conn,
        sent: &SentRow,
        person: &Correspondent,
    ) -> Result<Letter, Problem> {
        let draft = sent.draft();
        let (first, last) = sent.days().ok_or_else(Problem::not_found)?;
        let counted = self.counted(conn, sent.client_id, &draft, (first, last)).await?;
        let narrowed_to = narrowed_to(conn, sent.client_id, &draft).await?;
        let base = self.accounts.public_url().trim_end_matches('/');
        let about = mail_texts::About {
            name: &draft.name,
            first,
            last,
            file: &format!("{base}/api/report/sent/{}", link::word(&self.keys, sent)),
            screen: &format!("{base}{}", screen(&draft, (first, last), &narrowed_to)),
            until: days::date(sent.expires_at, &days::zone(&draft.timezone)),
        };
        let (subject, text) =
            mail_texts::report((&person.language, &person.name), &about, &counted.figures);
        let file = tables::file(counted.head, &counted.rows, draft.format).await?;
        let (name, mime, bytes) = (file.name, file.mime, file.bytes);
        let attachment = Some(LetterFile { name, mime, bytes });
        let (name, address) = (person.name.clone(), person.address.clone());
        Ok(Letter { name, address, subject, text, attachment })
    }

    /// Counts what a scheduled report is about.
    pub(super) async fn counted(
        &self,
        conn: &mut Conn,
        client_id: i64,
        draft: &ScheduledReportDraft,
        (first, last): (Date, Date),
    ) -> Result<Counted, Problem> {
        let days = ReportDays::of(first, last);
        let whose = (client_id, draft.timezone.as_str());
        match draft.report {
            ScheduledKind::Performance => {
                let group = draft.performance_group().unwrap_or_default();
                let asked = draft.narrowed();
                let report =
                    self.performance_at(conn, whose, (&asked, &days), (group, false)).await?;
                let figures = mail_texts::Figures::of_performance(&report.total);
                let (head, rows) = report.table();
                Ok(Counted { figures, head, rows })
            }
            ScheduledKind::Calls => {
                let group = draft.call_group().unwrap_or_default();
                let report = self.calls_at(conn, whose, &days, (group, false)).await?;
                let figures = mail_texts::Figures::of_calls(&report.total);
                let (head, rows) = report.table();
                Ok(Counted { figures, head, rows })
            }
        }
    }
}

fn days_of(draft: &ScheduledReportDraft, at: i64) -> (Date, Date) {
    timing::range(draft.days, at, &days::zone(&draft.timezone))
}

/// The run of a moment.
pub(super) fn run_of(draft: &ScheduledReportDraft, at: i64, empty: bool) -> ScheduledReportRun {
    let (first, last) = days_of(draft, at);
    let (from, to) = (first.to_string(), last.to_string());
    ScheduledReportRun { at, from, to, empty, ..ScheduledReportRun::default() }
}

/// Takes down a run and who gets its report, and plans their mails.
pub(super) async fn begin_run(
    tx: &mut Tx,
    client_id: i64,
    (row, run): (&ScheduleRow, &ScheduledReportRun),
    now: i64,
) -> DbResult<()> {
    store::note_run(tx, (client_id, row.id), run).await?;
    if run.empty {
        return Ok(());
    }
    for user_id in row.draft().recipients {
        let whose = (client_id, row.id, user_id);
        let until = now + LINK_DAYS * DAY_MS;
        let sent = store::insert_sent(tx, whose, &row.draft, run, until).await?;
        let job = NewJob {
            client_id,
            class: Class::Normal,
            kind: MAIL,
            key: sent.to_string(),
            payload: json!({ "sent": sent }),
            run_at_ms: now,
        };
        queue::enqueue(tx, job).await?;
    }
    Ok(())
}

/// The query of the workspace's address of a report.
#[derive(Serialize)]
struct ScreenQuery<'a> {
    tab: Option<&'static str>,
    from: String,
    to: String,
    group: ScheduledGrouping,
    #[serde(rename = "type")]
    kind: Option<&'a str>,
    channel: Option<&'a str>,
    department: Option<i64>,
    label: Option<i64>,
    /// What it is narrowed to, in words.
    name: Option<&'a str>,
}

/// The workspace's address of the same report.
fn screen(draft: &ScheduledReportDraft, (first, last): (Date, Date), narrowed_to: &str) -> String {
    let (path, tab) = match draft.report {
        ScheduledKind::Performance => ("/report/omnichannel", Some("performance")),
        ScheduledKind::Calls => ("/report/call", None),
    };
    let said = |text: &'_ str| !text.is_empty();
    let query = ScreenQuery {
        tab,
        from: first.to_string(),
        to: last.to_string(),
        group: draft.group,
        kind: Some(draft.kind.as_str()).filter(|text| said(text)),
        channel: Some(draft.channel.as_str()).filter(|text| said(text)),
        department: draft.department,
        label: draft.label,
        name: Some(narrowed_to).filter(|text| said(text)),
    };
    format!("{path}?{}", serde_urlencoded::to_string(query).unwrap_or_default())
}

/// What a report is narrowed to, by name; empty for nothing.
async fn narrowed_to(
    conn: &mut Conn,
    client_id: i64,
    draft: &ScheduledReportDraft,
) -> DbResult<String> {
    let named = |names: Vec<(i64, String)>, wanted: i64| {
        let name = names.into_iter().find(|(id, _)| *id == wanted).map(|(_, name)| name);
        // 0 stands for none.
        name.unwrap_or_else(|| if wanted == 0 { "–".to_owned() } else { wanted.to_string() })
    };
    let mut told = vec![];
    told.extend(Some(draft.channel.clone()).filter(|channel| !channel.is_empty()));
    if let Some(id) = draft.department {
        told.push(named(names::department_names(conn, client_id).await?, id));
    }
    if let Some(id) = draft.label {
        told.push(named(names::label_names(conn, client_id).await?, id));
    }
    Ok(told.join(", "))
}

/// Figures that could not be counted now may be counted later.
fn retry(problem: Problem) -> JobError {
    JobError::Retry(problem.message().to_owned())
}
