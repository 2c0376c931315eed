//! Sending an invitation: when its time has come, or when an agent wants to.

use super::{
    Surveys,
    consumer::CONSUMER,
    events::SurveyChanged,
    model::{Reason, SentSurvey, Survey, SurveyInvitation, against, message},
    store,
};
use crate::{
    accounts::Caller,
    crypto::sha256_hex,
    db::{DbError, DbResult, Tx},
    events::{NewEvent, offsets},
    http::{Code, Problem},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    replies,
    tickets::{self, Automation, HistoryStep, Reply, TicketRow, Viewer, held_ticket, hold_ticket},
};
use serde_json::json;

const SEND: &str = "surveys.send";
/// Characters of a link's token, six bits each.
const TOKEN: usize = 32;
const DAY_MS: i64 = 86_400_000;
const KEY_MAX: usize = 64;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, surveys: &Surveys) {
    let surveys = surveys.clone();
    handlers.on(SEND, move |job| {
        let surveys = surveys.clone();
        async move { surveys.due(&job).await.map_err(JobError::from) }
    });
}

/// Plans the sending of an invitation.
pub(super) async fn enqueue(tx: &mut Tx, client_id: i64, id: i64, at: i64) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: SEND,
        key: id.to_string(),
        payload: json!({ "id": id }),
        run_at_ms: at,
    };
    queue::enqueue(tx, job).await
}

/// What came of trying to send.
enum Tried {
    Sent,
    NotSent(Reason, String),
}

impl Surveys {
    /// The time of an invitation has come: it is sent, or it is written down why not.
    async fn due(&self, job: &Job) -> DbResult<()> {
        let (client_id, now) = (job.client_id, self.clock.now_ms());
        let Some(id) = job.payload["id"].as_i64() else { return Ok(()) };
        let mut tx = self.db.begin().await?;
        // One after the other for a client: two tickets of a contact may be due at once.
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let Some((survey_id, ticket_id)) = store::planned(&mut tx, client_id, id).await? else {
            return Ok(());
        };
        hold_ticket(&mut tx, client_id, ticket_id).await?;
        let survey = store::one(&mut tx, client_id, survey_id).await?;
        let survey = survey.filter(|survey| survey.active && survey.automatic);
        let row = tickets::ticket_row(&mut tx, client_id, ticket_id, 0).await?;
        let Some(row) = row else { return Ok(()) };
        let tried = match &survey {
            None => Tried::NotSent(Reason::Off, String::new()),
            Some(survey) => {
                let since = now - survey.again_days * DAY_MS;
                let standing = store::standing(&mut tx, client_id, ticket_id, since).await?;
                match against(standing, false) {
                    Some(reason) => Tried::NotSent(reason, String::new()),
                    None => self.try_send(&mut tx, survey, &row, id, now).await?,
                }
            }
        };
        self.settle(&mut tx, &row, id, tried, now).await?;
        tx.commit().await
    }

    /// Sends; what the channel refuses is undone and told.
    async fn try_send(
        &self,
        tx: &mut Tx,
        survey: &Survey,
        row: &TicketRow,
        id: i64,
        now: i64,
    ) -> DbResult<Tried> {
        let part = tx.part().await?;
        let automation = Automation::Survey(survey.id);
        match self.send(tx, survey, row, (id, automation), now).await {
            Ok(()) => {
                tx.keep(part).await?;
                Ok(Tried::Sent)
            }
            Err(problem) if matches!(problem.code(), Code::Unavailable | Code::Internal) => {
                Err(DbError::Unavailable(problem.message().to_owned()))
            }
            Err(problem) => {
                tx.undo(part).await?;
                let closed = problem.code() == Code::WindowClosed;
                let reason = if closed { Reason::Window } else { Reason::Refused };
                Ok(Tried::NotSent(reason, problem.message().to_owned()))
            }
        }
    }

    /// The link goes out as an answer of the desk, in the caller's transaction.
    async fn send(
        &self,
        tx: &mut Tx,
        survey: &Survey,
        row: &TicketRow,
        (id, automation): (i64, Automation),
        now: i64,
    ) -> Result<(), Problem> {
        let client_id = row.client_id;
        let content = survey.content();
        let language = content.language(&row.language).to_owned();
        let token = self.ids.token(TOKEN);
        let base = self.accounts.public_url().trim_end_matches('/');
        let link = format!("{base}/survey/{token}");
        let channel = row.channel_id.map(|id| self.tickets.carrier.account_name(client_id, id));
        let channel = channel.unwrap_or_default();
        let admitted = self.tickets.admit(tx, row, automation).await?;
        let words = (&*channel, admitted.may_repeat());
        let invite = content.words.get(&language).map(|words| words.invite.as_str());
        let invite = replies::filled(invite.unwrap_or_default(), row, (&channel, &channel), words);
        let reply = Reply {
            ticket: row.id,
            text: message(&invite, &link),
            queue_id: Some(format!("survey-{id}")),
            automation: Some(admitted),
            ..Reply::default()
        };
        let message_id =
            self.tickets.reply_held(tx, &sender(survey, client_id, &channel), &reply).await?;
        let asked = SentSurvey { name: survey.name.clone(), content };
        store::expire_others(tx, client_id, row.id, now).await?;
        let sent = store::Sent {
            token_hash: &sha256_hex(token.as_bytes()),
            message_id,
            language: &language,
            asked: &asked,
            now,
            expires_at: now + survey.expires_days * DAY_MS,
        };
        store::sent(tx, client_id, id, &sent).await?;
        Ok(())
    }

    /// Writes down what came of it, in the ticket's history as well, and announces it.
    async fn settle(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        id: i64,
        tried: Tried,
        now: i64,
    ) -> DbResult<()> {
        let client_id = row.client_id;
        let (after, why) = match &tried {
            Tried::Sent => ("sent", ""),
            Tried::NotSent(reason, detail) => {
                store::not_sent(tx, (client_id, id), (reason.as_str(), detail)).await?;
                ("not_sent", reason.as_str())
            }
        };
        let step = HistoryStep { kind: "survey", before: "", after, why, by: "server" };
        tickets::note_history(tx, row, &step, now).await?;
        announce(tx, row, id, now).await
    }

    /// What was sent to a ticket's customer, and what is planned, the newest first.
    pub(super) async fn of_ticket(
        &self,
        caller: &Caller,
        ticket: i64,
    ) -> Result<Vec<SurveyInvitation>, Problem> {
        let viewer = Viewer::from(caller);
        let mut conn = self.db.read().await?;
        let row = tickets::ticket_for(&mut conn, &viewer, ticket).await?;
        Ok(store::of_ticket(&mut conn, viewer.client_id, row.id).await?)
    }

    /// An agent sends a survey now: the one that is named, or the first that is meant for the ticket.
    /// The same `queue_id` again is the same invitation.
    ///
    /// # Errors
    /// `not_found`, `conflict` with what speaks against it, and what the channel refuses.
    pub(super) async fn send_by_hand(
        &self,
        caller: &Caller,
        ticket: i64,
        (survey, queue_id): (Option<i64>, &str),
    ) -> Result<SurveyInvitation, Problem> {
        let (viewer, now) = (Viewer::from(caller), self.clock.now_ms());
        let client_id = viewer.client_id;
        if queue_id.len() > KEY_MAX || queue_id.chars().any(char::is_control) {
            return Err(Problem::field("queue_id", "A queue_id has at most 64 characters."));
        }
        let made_up = self.ids.token(20);
        let key = if queue_id.is_empty() { made_up.as_str() } else { queue_id };
        let key = format!("user-{}-{key}", viewer.user_id);
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let row = held_ticket(&mut tx, &viewer, ticket).await?;
        if let Some(known) = store::by_key(&mut tx, client_id, &key).await? {
            // The first one may not be on disk yet: whoever asks again waits for it as well.
            tx.commit().await?;
            return Ok(known);
        }
        let surveys = store::list(&mut tx, client_id).await?;
        let found = match survey {
            Some(id) => {
                let known = surveys.into_iter().find(|one| one.id == id);
                Some(known.ok_or_else(Problem::not_found)?).filter(|one| one.active)
            }
            None => surveys
                .into_iter()
                .rev()
                .find(|one| one.active && one.fits(&row.channel, row.department_id)),
        };
        let refused = |reason: Reason| Problem::new(Code::Conflict, reason.text());
        let survey = found.ok_or_else(|| refused(Reason::Off))?;
        let standing = store::standing(&mut tx, client_id, row.id, i64::MAX).await?;
        if let Some(reason) = against(standing, true) {
            return Err(refused(reason));
        }
        let asked = SentSurvey { name: survey.name.clone(), content: survey.content() };
        let new = (survey.id, row.id, row.contact_id);
        let id = store::plan(&mut tx, client_id, new, (&key, &asked), now).await?;
        let id = id.ok_or_else(|| Problem::internal("a survey was sent twice at once"))?;
        let automation = Automation::SurveyByHand(survey.id);
        self.send(&mut tx, &survey, &row, (id, automation), now).await?;
        let step = HistoryStep {
            kind: "survey",
            before: "",
            after: "sent",
            why: "",
            by: &viewer.username,
        };
        tickets::note_history(&mut tx, &row, &step, now).await?;
        announce(&mut tx, &row, id, now).await?;
        let made = store::invitation(&mut tx, client_id, id).await?;
        tx.commit().await?;
        made.ok_or_else(Problem::not_found)
    }
}

/// As whom a survey writes: the customer sees the channel's name. No username has a blank, so
/// nobody's looks like this.
fn sender(survey: &Survey, client_id: i64, channel: &str) -> Viewer {
    Viewer {
        client_id,
        user_id: 0,
        username: format!("survey {}: {}", survey.id, survey.name),
        name: channel.to_owned(),
        admin: true,
        view_all: true,
    }
}

/// Tells everybody who sees the ticket how an invitation stands now.
pub(super) async fn announce(tx: &mut Tx, row: &TicketRow, id: i64, now: i64) -> DbResult<()> {
    let invitation = store::invitation(tx, row.client_id, id).await?;
    let data = SurveyChanged { ticket_id: row.id, survey: invitation };
    let audience = tickets::audience(&row.assignee_ids);
    tx.announce(NewEvent::new(row.client_id, audience, &data, now).about(row.id));
    Ok(())
}
