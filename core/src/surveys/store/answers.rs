//! Rows of invitations that were sent, and of what was answered.

use super::invitations::Row;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
    surveys::{
        check::Fit,
        model::{SentSurvey, SurveyInvitation},
        report::Filter,
    },
};
use serde_json::{Map, Value};

/// An invitation whose link was sent.
#[derive(Clone, Debug)]
pub(in crate::surveys) struct Open {
    pub id: i64,
    pub client_id: i64,
    pub ticket_id: i64,
    pub language: String,
    pub asked: SentSurvey,
    pub expires_at: i64,
    pub answers: Option<Map<String, Value>>,
    pub rating: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct OpenRow {
    id: i64,
    client_id: i64,
    ticket_id: i64,
    language: String,
    asked: String,
    expires_at: i64,
    answers: Option<String>,
    rating: Option<i64>,
}

impl From<OpenRow> for Open {
    fn from(row: OpenRow) -> Self {
        Self {
            id: row.id,
            client_id: row.client_id,
            ticket_id: row.ticket_id,
            language: row.language,
            asked: serde_json::from_str(&row.asked).unwrap_or_default(),
            expires_at: row.expires_at,
            answers: row.answers.and_then(|text| serde_json::from_str(&text).ok()),
            rating: row.rating,
        }
    }
}

/// By the hash of an unguessable token, which names the client by itself.
pub(in crate::surveys) async fn by_token_across_clients(
    conn: &mut Conn,
    token_hash: &str,
) -> DbResult<Option<Open>> {
    let row = fetch_optional!(
        conn,
        OpenRow,
        "select id, client_id, ticket_id, language, asked, coalesce(expires_at, 0) as expires_at,
                answers, rating
           from survey_invitations
          where token_hash = $1",
        token_hash,
    )?;
    Ok(row.map(Open::from))
}

pub(in crate::surveys) async fn open(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Open>> {
    let row = fetch_optional!(
        conn,
        OpenRow,
        "select id, client_id, ticket_id, language, asked, coalesce(expires_at, 0) as expires_at,
                answers, rating
           from survey_invitations
          where client_id = $1 and id = $2 and state = 'sent'",
        client_id,
        id,
    )?;
    Ok(row.map(Open::from))
}

pub(in crate::surveys) async fn answer(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    fit: &Fit,
    now: i64,
) -> DbResult<u64> {
    let answers = serde_json::to_string(&fit.answers).unwrap_or_default();
    execute!(
        conn,
        "update survey_invitations
            set answers = $3, rating = $4, comment = $5, changed_at = $6,
                answered_at = coalesce(answered_at, $6)
          where client_id = $1 and id = $2",
        client_id,
        id,
        answers.as_str(),
        fit.rating,
        fit.comment.as_str(),
        now,
    )
}

/// How often each rating was given between two moments, in surveys and after chats.
///
/// # Errors
/// What the database said.
pub async fn ratings(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select rating, count(*)
           from (select rating from survey_invitations
                  where client_id = $1 and answered_at >= $2 and answered_at < $3
                    and rating is not null
                 union all
                 select rating from livechat_sessions
                  where client_id = $1 and rated_at >= $2 and rated_at < $3
                    and rating is not null) given
          group by rating
          order by rating
          limit 10",
        client_id,
        from,
        until,
    )
}

/// Answers before one, the newest first.
pub(in crate::surveys) async fn answered(
    conn: &mut Conn,
    client_id: i64,
    filter: Filter,
    before: i64,
    limit: i64,
) -> DbResult<Vec<SurveyInvitation>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select i.id, i.survey_id, i.ticket_id, t.number as ticket_number,
                coalesce(c.name, '') as customer, t.channel, i.state, i.reason, i.detail,
                i.language, i.asked, i.created_at, i.sent_at, i.expires_at, i.answers, i.rating,
                i.comment, i.answered_at, i.changed_at
           from survey_invitations i
           join tickets t on t.client_id = i.client_id and t.id = i.ticket_id
           left join contacts c on c.client_id = i.client_id and c.id = i.contact_id
          where i.client_id = $1 and i.answered_at is not null and i.id < $2
            and (cast($3 as bigint) = 0 or i.survey_id = $3)
            and (cast($4 as bigint) = 0 or i.rating = $4)
            and i.answered_at >= $5 and i.answered_at < $6
          order by i.id desc
          limit $7",
        client_id,
        before,
        filter.survey,
        filter.rating,
        filter.between.0,
        filter.between.1,
        limit,
    )?;
    Ok(rows.into_iter().map(SurveyInvitation::from).collect())
}
