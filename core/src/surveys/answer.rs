//! Whoever has the link answers.

use super::{
    Surveys, check,
    model::{Content, Question, Words},
    send, store,
};
use crate::{
    crypto::sha256_hex,
    db::DbError,
    http::{AnyJson, Problem, Success, SuccessWord},
    tickets::{self, HistoryStep, hold_ticket},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, net::IpAddr};
use utoipa::ToSchema;

/// Answers from one place to one link, and to one link at all, in the window of failed sign-ins.
const TRIES: (i64, i64) = (20, 60);

fn over() -> Problem {
    Problem::forbidden("This survey is over.")
}

/// What the page of a survey shows in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SurveyPageWords)]
pub(super) struct PageWords {
    title: String,
    intro: String,
    thanks: String,
}

/// A survey as it was sent, and what was answered already.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct OpenSurvey {
    result: SuccessWord,
    /// The language it was sent in.
    language: String,
    /// By language.
    words: BTreeMap<String, PageWords>,
    questions: Vec<Question>,
    /// By the ids of questions: a number, the id of a choice, or words; null for none yet.
    #[schema(value_type = AnyJson)]
    answers: Option<AnyJson>,
    answered: bool,
    /// Milliseconds.
    expires_at: i64,
    /// Characters of an answer in words.
    text_max: usize,
}

impl Surveys {
    /// The invitation behind a token, while it may be answered.
    ///
    /// # Errors
    /// `not_found`, or `forbidden` for one that has expired.
    async fn open(&self, token: &str) -> Result<store::Open, Problem> {
        let hash = sha256_hex(token.as_bytes());
        let mut conn = self.db.read().await?;
        let open = store::by_token_across_clients(&mut conn, &hash).await?;
        let open = open.ok_or_else(Problem::not_found)?;
        if open.expires_at > self.clock.now_ms() { Ok(open) } else { Err(over()) }
    }

    /// What the page shows: the survey as it was sent, and what was answered already.
    pub(super) async fn shown(&self, token: &str) -> Result<OpenSurvey, Problem> {
        let open = self.open(token).await?;
        let Content { words, questions } = &open.asked.content;
        let words = words.iter().map(|(language, words)| {
            let Words { title, intro, thanks, .. } = words.clone();
            (language.clone(), PageWords { title, intro, thanks })
        });
        Ok(OpenSurvey {
            result: SuccessWord::Success,
            language: open.language,
            words: words.collect(),
            questions: questions.clone(),
            answered: open.answers.is_some(),
            answers: open.answers.map(|answers| AnyJson(Value::Object(answers))),
            expires_at: open.expires_at,
            text_max: check::WORDS_MAX,
        })
    }

    /// The invitation for somebody who is about to answer; counted before anything is read.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, or `rate_limited`.
    pub(super) async fn admit(&self, token: &str, from: IpAddr) -> Result<store::Open, Problem> {
        let open = self.open(token).await?;
        let what = format!("survey:{}", open.id);
        self.accounts.count_stranger(&what, from, TRIES).await?;
        Ok(open)
    }

    /// Keeps an answer, in place of an earlier one. The same answer again changes nothing.
    ///
    /// # Errors
    /// `invalid` with the questions that are wrong; `forbidden` when it expired meanwhile.
    pub(super) async fn answer(
        &self,
        open: &store::Open,
        given: &Map<String, Value>,
    ) -> Result<Success, Problem> {
        let fit = check::answers(&open.asked.content, given)?;
        let (client_id, now) = (open.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        hold_ticket(&mut tx, client_id, open.ticket_id).await?;
        let before = store::open(&mut tx, client_id, open.id).await?;
        let before = before.filter(|open| open.expires_at > now).ok_or_else(over)?;
        if before.answers.as_ref() != Some(&fit.answers) {
            store::answer(&mut tx, (client_id, open.id), &fit, now).await?;
            let row = tickets::ticket_row(&mut tx, client_id, open.ticket_id, 0).await?;
            let row = row.ok_or(DbError::NotFound)?;
            let stars = |rating: Option<i64>| rating.map(|n| n.to_string()).unwrap_or_default();
            let (was, is) = (stars(before.rating), stars(fit.rating));
            let step = HistoryStep {
                kind: "survey_answer",
                before: &was,
                after: &is,
                why: "",
                by: "server",
            };
            tickets::note_history(&mut tx, &row, &step, now).await?;
            send::announce(&mut tx, &row, open.id, now).await?;
        }
        tx.commit().await?;
        Ok(Success::default())
    }
}
