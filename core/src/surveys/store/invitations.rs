//! Rows of invitations, until they are sent or not.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
    surveys::model::{SentSurvey, Standing, SurveyInvitation, in_words},
    tickets::Status,
};

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: i64,
    survey_id: i64,
    ticket_id: i64,
    ticket_number: i64,
    customer: String,
    channel: String,
    state: String,
    reason: String,
    detail: String,
    language: String,
    asked: String,
    created_at: i64,
    sent_at: Option<i64>,
    expires_at: Option<i64>,
    answers: Option<String>,
    rating: Option<i64>,
    comment: String,
    answered_at: Option<i64>,
    changed_at: Option<i64>,
}

impl From<Row> for SurveyInvitation {
    fn from(row: Row) -> Self {
        let asked: SentSurvey = serde_json::from_str(&row.asked).unwrap_or_default();
        let answers = row.answers.and_then(|text| serde_json::from_str(&text).ok());
        let answers = answers.unwrap_or_default();
        Self {
            id: row.id,
            survey_id: row.survey_id,
            survey: asked.name,
            ticket_id: row.ticket_id,
            ticket_number: row.ticket_number,
            customer: row.customer,
            channel: row.channel,
            state: row.state,
            reason: row.reason,
            detail: row.detail,
            created_at: row.created_at,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            rating: row.rating,
            comment: row.comment,
            answered_at: row.answered_at,
            changed_at: row.changed_at,
            answers: in_words(&asked.content, &answers, &row.language),
        }
    }
}

/// What of a ticket says which survey is meant for it.
#[derive(sqlx::FromRow)]
pub(in crate::surveys) struct TicketFacts {
    pub channel: String,
    pub department_id: Option<i64>,
    pub contact_id: Option<i64>,
}

pub(in crate::surveys) async fn ticket(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<TicketFacts>> {
    fetch_optional!(
        conn,
        TicketFacts,
        "select channel, department_id, contact_id from tickets where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// A planned invitation's id; none when there is one with this key.
pub(in crate::surveys) async fn plan(
    conn: &mut Conn,
    client_id: i64,
    (survey_id, ticket_id, contact_id): (i64, i64, Option<i64>),
    (key, asked): (&str, &SentSurvey),
    now: i64,
) -> DbResult<Option<i64>> {
    let asked = serde_json::to_string(asked).unwrap_or_default();
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into survey_invitations (client_id, survey_id, ticket_id, contact_id, key, state,
                                         asked, created_at)
         values ($1, $2, $3, $4, $5, 'planned', $6, $7)
         on conflict (client_id, key) do nothing
         returning id",
        client_id,
        survey_id,
        ticket_id,
        contact_id,
        key,
        asked.as_str(),
        now,
    )?;
    Ok(row.map(|row| row.0))
}

/// The survey and the ticket of an invitation that still waits.
pub(in crate::surveys) async fn planned(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(i64, i64)>> {
    fetch_optional!(
        conn,
        (i64, i64),
        "select survey_id, ticket_id from survey_invitations
          where client_id = $1 and id = $2 and state = 'planned'",
        client_id,
        id,
    )
}

/// A ticket at the moment of sending; `since` is from when on a survey of the contact's is recent.
pub(in crate::surveys) async fn standing(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    since: i64,
) -> DbResult<Standing> {
    let row = fetch_optional!(
        conn,
        (i64, bool, bool, String, bool, bool, bool),
        "select t.status, t.merged_into is not null, t.channel_id is not null, t.kind,
                coalesce(m.automatic, false),
                exists (select 1 from blocked_senders b
                         where b.client_id = t.client_id and b.contact_id = t.contact_id
                           and b.unblocked_at is null),
                exists (select 1 from survey_invitations i
                         where i.client_id = t.client_id and i.contact_id = t.contact_id
                           and i.sent_at > $3)
           from tickets t
           left join messages m on m.client_id = t.client_id and m.id = t.last_in_id
          where t.client_id = $1 and t.id = $2",
        client_id,
        ticket_id,
        since,
    )?;
    let Some((status, merged, has_channel, kind, machine, blocked, recently)) = row else {
        return Ok(Standing::default());
    };
    Ok(Standing {
        closed: status == Status::Closed.code(),
        spam: status == Status::Spam.code(),
        merged,
        blocked,
        has_channel,
        livechat: kind == "livechat",
        machine,
        recently,
    })
}

/// What sending an invitation leaves behind.
pub(in crate::surveys) struct Sent<'a> {
    pub token_hash: &'a str,
    pub message_id: i64,
    pub language: &'a str,
    pub asked: &'a SentSurvey,
    pub now: i64,
    pub expires_at: i64,
}

pub(in crate::surveys) async fn sent(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    sent: &Sent<'_>,
) -> DbResult<u64> {
    let asked = serde_json::to_string(sent.asked).unwrap_or_default();
    execute!(
        conn,
        "update survey_invitations
            set state = 'sent', token_hash = $3, message_id = $4, language = $5, asked = $6,
                sent_at = $7, expires_at = $8
          where client_id = $1 and id = $2",
        client_id,
        id,
        sent.token_hash,
        sent.message_id,
        sent.language,
        asked.as_str(),
        sent.now,
        sent.expires_at,
    )
}

pub(in crate::surveys) async fn not_sent(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (reason, detail): (&str, &str),
) -> DbResult<u64> {
    execute!(
        conn,
        "update survey_invitations set state = 'not_sent', reason = $3, detail = $4
          where client_id = $1 and id = $2",
        client_id,
        id,
        reason,
        detail,
    )
}

/// A newer link takes the place of a ticket's earlier ones.
pub(in crate::surveys) async fn expire_others(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update survey_invitations set expires_at = $3
          where client_id = $1 and ticket_id = $2 and expires_at > $3",
        client_id,
        ticket_id,
        now,
    )
}

/// An invitation as it is shown.
pub(in crate::surveys) async fn invitation(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<SurveyInvitation>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select i.id, i.survey_id, i.ticket_id, t.number as ticket_number,
                coalesce(c.name, '') as customer, t.channel, i.state, i.reason, i.detail,
                i.language, i.asked, i.created_at, i.sent_at, i.expires_at, i.answers, i.rating,
                i.comment, i.answered_at, i.changed_at
           from survey_invitations i
           join tickets t on t.client_id = i.client_id and t.id = i.ticket_id
           left join contacts c on c.client_id = i.client_id and c.id = i.contact_id
          where i.client_id = $1 and i.id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(SurveyInvitation::from))
}

/// The same, by its key.
pub(in crate::surveys) async fn by_key(
    conn: &mut Conn,
    client_id: i64,
    key: &str,
) -> DbResult<Option<SurveyInvitation>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from survey_invitations where client_id = $1 and key = $2",
        client_id,
        key,
    )?;
    match row {
        Some((id,)) => invitation(conn, client_id, id).await,
        None => Ok(None),
    }
}

/// Those of a ticket and of what was merged into it, the newest first.
pub(in crate::surveys) async fn of_ticket(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
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
          where i.client_id = $1 and i.ticket_id = $2
          order by i.id desc
          limit 20",
        client_id,
        ticket_id,
    )?;
    Ok(rows.into_iter().map(SurveyInvitation::from).collect())
}
