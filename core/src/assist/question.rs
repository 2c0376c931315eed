//! Asks the helpers of a task one after another, within a time that an agent can wait, without what is to
//! be hidden from those outside; and takes down what was asked of whom.

use super::{
    Assist,
    redact::Redaction,
    store::{self, NewResult},
};
use crate::{
    channels::Helper,
    http::{Code, Problem},
    plugins::{BlobRef, CallError, Conversation, Failure, Interface},
};
use std::{future::Future, sync::Arc, time::Duration};
use tokio::time::Instant;

/// How long all helpers of a question have together. Then the agent has to do without.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same for recordings, which nobody types beside.
const PATIENCE_FOR_SOUND: Duration = Duration::from_secs(180);
/// A helper that has less time than this is not asked.
const TIME_MIN: Duration = Duration::from_millis(200);

/// A question to the helpers of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub client_id: i64,
    pub interface: Interface,
    /// `recommendation`, the kind of an insight, or what else was asked for.
    pub task: &'a str,
    pub ticket_id: Option<i64>,
    pub message_id: Option<i64>,
    /// The username; empty where nobody in particular asks.
    pub by: &'a str,
}

/// What came of a question.
pub(super) struct Answered<T> {
    pub answer: T,
    /// What was hidden, to be put back.
    pub redaction: Redaction,
    pub helper: String,
    result: NewResult,
}

impl Assist {
    /// The first answer that a helper gives.
    ///
    /// # Errors
    /// `conflict` where there is no helper for it; `unavailable` with what the last one said.
    pub(super) async fn ask<G, T, Asked>(
        &self,
        question: Question<'_>,
        what: &G,
        call: impl Fn(Arc<Helper>, G) -> Asked + Send + Sync,
    ) -> Result<Answered<T>, Problem>
    where
        G: Redactable,
        T: Send,
        Asked: Future<Output = Result<T, CallError>> + Send,
    {
        let helpers = self.channels.helpers(question.client_id, question.interface);
        if helpers.is_empty() {
            return Err(none_connected(question.interface));
        }
        let setting = self.setting(question.client_id).await?;
        let deadline = Instant::now() + patience(question.interface);
        let mut left = helpers.len();
        let mut problem = none_connected(question.interface);
        for helper in helpers {
            // One that hangs leaves half of the time to those behind it.
            let time = deadline.saturating_duration_since(Instant::now());
            left -= 1;
            if time < TIME_MIN {
                break;
            }
            let helper = Arc::new(helper.within(if left > 0 { time / 2 } else { time }));
            let hides = setting.redact && helper.asks_outside();
            let mut redaction = Redaction::default();
            let given = if hides { what.hidden(&mut redaction) } else { what.clone() };
            let begun = Instant::now();
            let characters = i64::try_from(given.characters()).unwrap_or(i64::MAX);
            let asked = call(helper.clone(), given).await;
            let result = NewResult {
                account_id: helper.account_id(),
                helper: helper.name().to_owned(),
                plugin: helper.plugin(),
                outside: helper.asks_outside(),
                characters,
                redactions: i64::try_from(redaction.places()).unwrap_or(i64::MAX),
                took_ms: i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX),
                outcome: "done".to_owned(),
            };
            let (outcome, told) = match asked {
                Ok(answer) => {
                    let helper = helper.name().to_owned();
                    return Ok(Answered { answer, redaction, helper, result });
                }
                Err(error) => (outcome(&error), refused(&helper, &error)),
            };
            problem = told;
            let failed = NewResult { outcome: outcome.to_owned(), ..result };
            let mut tx = self.db.begin().await?;
            store::add_result(&mut tx, &question, &failed, self.clock.now_ms()).await?;
            tx.commit().await?;
        }
        Err(problem)
    }
}

impl<T> Answered<T> {
    /// What is taken down of it.
    pub fn told(&self) -> &NewResult {
        &self.result
    }
}

fn none_connected(interface: Interface) -> Problem {
    let name = interface.name();
    let text = format!("No AI helper for `{name}` is connected. An admin can connect one.");
    Problem::new(Code::Conflict, text)
}

/// What a helper's failure is for the agent: never a reason to lose what they were doing.
fn refused(helper: &Helper, error: &CallError) -> Problem {
    let name = helper.name();
    match error {
        CallError::Failure(Failure::RateLimited(_, retry) | Failure::Retryable(_, retry)) => {
            let seconds = retry.after_ms.unwrap_or(5_000).div_ceil(1_000).min(3_600);
            Problem::new(Code::Unavailable, format!("{name}: {error}")).retry_after(seconds)
        }
        CallError::WallTime | CallError::Deadline => {
            let text = format!("{name} did not answer in time. Try again, or answer yourself.");
            Problem::new(Code::Unavailable, text)
        }
        CallError::Busy => {
            let text = format!("{name} is resting after failures. Try again in a minute.");
            Problem::new(Code::Unavailable, text).retry_after(60)
        }
        _ => Problem::new(Code::Unavailable, format!("{name} could not answer: {error}.")),
    }
}

/// How long all helpers of a task have together.
fn patience(interface: Interface) -> Duration {
    match interface {
        Interface::Transcribe | Interface::AnalyseVoice => PATIENCE_FOR_SOUND,
        _ => PATIENCE,
    }
}

/// A failure's code, as it is taken down.
fn outcome(error: &CallError) -> &'static str {
    match error {
        CallError::Busy => "resting",
        CallError::Failure(_) => "failed",
        CallError::WallTime | CallError::Deadline => "timeout",
        _ => "broken",
    }
}

/// What a helper is given, of which what identifies a person can be hidden.
pub(super) trait Redactable: Clone + Send + Sync {
    /// The same without what is to be hidden.
    fn hidden(&self, redaction: &mut Redaction) -> Self;
    fn characters(&self) -> usize;
}

impl Redactable for Conversation {
    fn hidden(&self, redaction: &mut Redaction) -> Self {
        let mut given = self.clone();
        for turn in &mut given.turns {
            turn.text = redaction.hide(&turn.text);
            turn.name = redaction.hide(&turn.name);
        }
        given.subject = given.subject.map(|subject| redaction.hide(&subject));
        given
    }

    fn characters(&self) -> usize {
        let count = |text: &str| text.chars().count();
        let turns: usize =
            self.turns.iter().map(|turn| count(&turn.text) + count(&turn.name)).sum();
        turns + self.subject.as_deref().map_or(0, count)
    }
}

impl Redactable for Vec<String> {
    fn hidden(&self, redaction: &mut Redaction) -> Self {
        self.iter().map(|text| redaction.hide(text)).collect()
    }

    fn characters(&self) -> usize {
        self.iter().map(|text| text.chars().count()).sum()
    }
}

/// A recording, in which nothing can be hidden.
impl Redactable for BlobRef {
    fn hidden(&self, _: &mut Redaction) -> Self {
        self.clone()
    }

    fn characters(&self) -> usize {
        0
    }
}
