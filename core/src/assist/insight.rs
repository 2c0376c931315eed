//! What one message tells: asked for by an agent, or by itself for the emotions of customers' messages.

use super::{
    Assist, call_voice,
    model::{self, Insight},
    question::Question,
    setting, store,
};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
    http::Problem,
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    plugins::Interface,
    tickets::{EMOTION, INSIGHT_KINDS, NewInsight, Subject, Viewer},
};
use serde_json::{Value, json};

const READ_EMOTION: &str = "assist.emotion";
const FORGET: &str = "assist.forget";
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
/// How long is known what helpers were asked.
const KEPT_DAYS: i64 = 180;
const FORGOTTEN_AT_ONCE: i64 = 1_000;
const FORGOTTEN_STEPS: usize = 200;

impl Assist {
    /// What a message tells, of one kind. What is known of the message as it is is not asked for again.
    ///
    /// # Errors
    /// `invalid` for an unknown kind; `not_found`; `conflict` without a helper, `unavailable`.
    pub(super) async fn insight(
        &self,
        viewer: &Viewer,
        message_id: i64,
        kind: &str,
    ) -> Result<Insight, Problem> {
        if kind != EMOTION && !INSIGHT_KINDS.iter().any(|(known, _)| *known == kind) {
            let text = "There is no such type. Give alternative, personality, advocacy, \
                        forwardresolution, anchor or emotion.";
            return Err(Problem::field("type", text));
        }
        let subject = self.tickets.subject(viewer, message_id, model::TURNS_MAX).await?;
        let told = self.tickets.told(viewer, message_id, kind).await?;
        if let Some(known) = told.and_then(|told| serde_json::from_value(told).ok()) {
            return Ok(known);
        }
        self.find(&subject, (viewer.client_id, &viewer.username), kind).await
    }

    async fn find(
        &self,
        subject: &Subject,
        (client_id, by): (i64, &str),
        kind: &str,
    ) -> Result<Insight, Problem> {
        let talk = model::conversation(subject.talk.clone());
        let question = Question {
            client_id,
            interface: Interface::MessageInsight,
            task: kind,
            ticket_id: Some(subject.ticket_id),
            message_id: Some(subject.message_id),
            by,
        };
        let answered = self
            .ask(question, &talk, |helper, talk| {
                let kind = kind.to_owned();
                async move {
                    let call = helper.host().find_insight(&helper.account, &talk, &kind);
                    helper.ask("message-insight", call).await
                }
            })
            .await?;
        let now = self.clock.now_ms();
        let insight = Insight {
            value: answered.redaction.restore(&answered.answer.value),
            scores: answered.answer.scores.clone(),
            helper: answered.helper.clone(),
            ts: now,
        };
        let mut tx = self.db.begin().await?;
        store::add_result(&mut tx, &question, answered.told(), now).await?;
        let value = json!(insight);
        let by = if by.is_empty() { "server" } else { by };
        let new = NewInsight { kind, text: &subject.text, value: &value, by };
        self.tickets.keep_insight(&mut tx, (client_id, subject.message_id), &new).await?;
        tx.commit().await?;
        Ok(insight)
    }

    /// Whether messages are read and calls are heard by themselves.
    async fn acts_on(&self, conn: &mut Conn, client_id: i64) -> DbResult<(bool, bool)> {
        let setting = setting::read(conn, client_id).await?;
        let helper = |interface| self.channels.helper(client_id, interface).is_some();
        Ok((
            setting.emotions && helper(Interface::MessageInsight),
            setting.voices && helper(Interface::AnalyseVoice),
        ))
    }

    /// Reads the emotions of a message. Without a helper, or with one that fails, the message has none.
    async fn read_emotion(&self, job: &Job) -> Result<(), JobError> {
        let message_id = job.payload["message_id"].as_i64().unwrap_or_default();
        let client_id = job.client_id;
        let found = self.tickets.subject_of(client_id, message_id, model::TURNS_MAX).await?;
        let Some(subject) = found.filter(|subject| !subject.text.trim().is_empty()) else {
            return Ok(());
        };
        // It waited: an admin may have switched it off, or somebody asked meanwhile.
        let setting = self.setting(client_id).await?;
        if !setting.emotions || subject.told_emotion || is_late(job, self.clock.now_ms()) {
            return Ok(());
        }
        if let Err(problem) = self.find(&subject, (client_id, ""), EMOTION).await {
            tracing::debug!(client_id, message_id, ?problem, "a message's emotions were not read");
        }
        Ok(())
    }
}

/// Whether a job waited so long that nobody looks at its message's emotions any more.
fn is_late(job: &Job, now: i64) -> bool {
    job.payload["at"].as_i64().is_some_and(|at| now - at > HOUR_MS)
}

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, assist: &Assist) {
    call_voice::job_handlers(handlers, assist);
    let reading = assist.clone();
    handlers.on(READ_EMOTION, move |job| {
        let assist = reading.clone();
        async move { assist.read_emotion(&job).await }
    });
    let forgetting = assist.clone();
    handlers.every(FORGET, HOUR_MS, move || {
        let assist = forgetting.clone();
        async move {
            let before = assist.clock.now_ms() - KEPT_DAYS * DAY_MS;
            for _ in 0..FORGOTTEN_STEPS {
                let mut tx = assist.db.begin().await?;
                let gone = store::forget_across_clients(&mut tx, before, FORGOTTEN_AT_ONCE).await?;
                tx.commit().await?;
                if gone == 0 {
                    break;
                }
            }
            Ok(())
        }
    });
}

impl LogConsumer for Assist {
    const NAME: &'static str = "assist";
    const EVENTS: Option<&'static [&'static str]> =
        Some(&["newMessage", "messageEdited", call_voice::CALL_CHANGED]);

    async fn is_idle(&self, conn: &mut Conn, client_id: i64) -> DbResult<bool> {
        let (reads, hears) = self.acts_on(conn, client_id).await?;
        Ok(!reads && !hears)
    }

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        let (reads, hears) = self.acts_on(conn, client_id).await?;
        let mut wanted = Vec::new();
        for event in events {
            let is_wanted = if is_call(&event) {
                hears && call_voice::has_unheard(conn, &event).await?
            } else {
                reads && customer_message(&event).is_some()
            };
            if is_wanted {
                wanted.push(event);
            }
        }
        Ok(wanted)
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let now = self.clock.now_ms();
        for call in events.iter().filter(|event| is_call(event)) {
            call_voice::enqueue(tx, call).await?;
        }
        let messages = events.iter().filter(|event| !is_call(event));
        for id in messages.filter_map(customer_message) {
            let job = NewJob {
                client_id,
                class: Class::Outside,
                kind: READ_EMOTION,
                key: id.to_string(),
                payload: json!({ "message_id": id, "at": now }),
                run_at_ms: now,
            };
            queue::enqueue(tx, job).await?;
        }
        Ok(())
    }
}

fn is_call(event: &Event) -> bool {
    &*event.name == call_voice::CALL_CHANGED
}

/// The message of a customer that an event is about, where it says something.
fn customer_message(event: &Event) -> Option<i64> {
    let data: Value = serde_json::from_str(&event.data).ok()?;
    let message = &data["message"];
    let says = message["message"].as_str().is_some_and(|text| !text.trim().is_empty());
    message["id"].as_i64().filter(|_| says && message["direction"] == "in")
}
