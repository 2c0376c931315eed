//! The SQL of what helpers were asked.

use super::{model::Feedback, question::Question, results::AssistResult};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// What is taken down of a question and its answer.
#[derive(Clone, Debug)]
pub(super) struct NewResult {
    pub account_id: i64,
    pub helper: String,
    pub plugin: String,
    pub outside: bool,
    pub characters: i64,
    pub redactions: i64,
    pub took_ms: i64,
    pub outcome: String,
}

/// Takes it down; gives its id.
pub(super) async fn add_result(
    conn: &mut Conn,
    question: &Question<'_>,
    new: &NewResult,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into assist_results (client_id, task, ticket_id, message_id, asked_by, account_id,
                helper, plugin, outside, characters, redactions, took_ms, outcome, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         returning id",
        question.client_id,
        question.task,
        question.ticket_id,
        question.message_id,
        question.by,
        new.account_id,
        &*new.helper,
        &*new.plugin,
        new.outside,
        new.characters,
        new.redactions,
        new.took_ms,
        &*new.outcome,
        now,
    )?;
    Ok(id)
}

/// The newest before an id.
pub(super) async fn results(
    conn: &mut Conn,
    client_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<AssistResult>> {
    fetch_all!(
        conn,
        AssistResult,
        "select r.id, r.task, r.ticket_id, t.number as ticket_number, r.message_id, r.asked_by,
                r.helper, r.plugin, r.outside, r.characters, r.redactions, r.took_ms, r.outcome,
                r.feedback, r.feedback_by, r.created_at as ts
           from assist_results r
           left join tickets t on t.client_id = r.client_id and t.id = r.ticket_id
          where r.client_id = $1 and r.id < $2
          order by r.id desc
          limit $3",
        client_id,
        before,
        limit,
    )
}

/// Who asked for a proposal, and about which message; none for what is no proposal.
pub(super) async fn proposal(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(String, Option<i64>)>> {
    fetch_optional!(
        conn,
        (String, Option<i64>),
        "select asked_by, message_id
           from assist_results
          where client_id = $1 and id = $2 and task = 'recommendation' and outcome = 'done'",
        client_id,
        id,
    )
}

/// Takes down what became of a proposal.
pub(super) async fn set_feedback(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    feedback: Feedback,
    by: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update assist_results set feedback = $4, feedback_by = $3, feedback_at = $5
          where client_id = $1 and id = $2",
        client_id,
        id,
        by,
        feedback.name(),
        now,
    )
}

/// Forgets what is older, at most so many of all clients.
pub(super) async fn forget_across_clients(
    conn: &mut Conn,
    before: i64,
    most: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from assist_results
          where id in (select id from assist_results where created_at < $1
                        order by created_at limit $2)",
        before,
        most,
    )
}
