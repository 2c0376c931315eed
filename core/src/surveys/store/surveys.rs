//! Rows of surveys.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    surveys::{
        check::Settings,
        model::{Content, Survey},
    },
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    active: bool,
    automatic: bool,
    delay_minutes: i64,
    expires_days: i64,
    again_days: i64,
    channels: String,
    departments: String,
    content: String,
    since_seq: i64,
    created_by: String,
    created_at: i64,
    updated_at: i64,
    sent: i64,
    answered: i64,
}

impl From<Row> for Survey {
    fn from(row: Row) -> Self {
        let Content { words, questions } = serde_json::from_str(&row.content).unwrap_or_default();
        Self {
            id: row.id,
            name: row.name,
            active: row.active,
            automatic: row.automatic,
            delay_minutes: row.delay_minutes,
            expires_days: row.expires_days,
            again_days: row.again_days,
            channels: serde_json::from_str(&row.channels).unwrap_or_default(),
            departments: serde_json::from_str(&row.departments).unwrap_or_default(),
            words,
            questions,
            since_seq: row.since_seq,
            created_by: row.created_by,
            created_at: row.created_at,
            updated_at: row.updated_at,
            sent: row.sent,
            answered: row.answered,
        }
    }
}

/// All of a client, the newest first, with how often each was sent and answered.
pub(in crate::surveys) async fn list(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Survey>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select s.id, s.name, s.active, s.automatic, s.delay_minutes, s.expires_days, s.again_days,
                s.channels, s.departments, s.content, s.since_seq, s.created_by, s.created_at,
                s.updated_at,
                (select count(*) from survey_invitations i
                  where i.client_id = s.client_id and i.survey_id = s.id and i.state = 'sent')
                    as sent,
                (select count(*) from survey_invitations i
                  where i.client_id = s.client_id and i.survey_id = s.id
                    and i.answered_at is not null) as answered
           from surveys s
          where s.client_id = $1
          order by s.id desc
          limit 200",
        client_id,
    )?;
    Ok(rows.into_iter().map(Survey::from).collect())
}

pub(in crate::surveys) async fn one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Survey>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select s.id, s.name, s.active, s.automatic, s.delay_minutes, s.expires_days, s.again_days,
                s.channels, s.departments, s.content, s.since_seq, s.created_by, s.created_at,
                s.updated_at,
                (select count(*) from survey_invitations i
                  where i.client_id = s.client_id and i.survey_id = s.id and i.state = 'sent')
                    as sent,
                (select count(*) from survey_invitations i
                  where i.client_id = s.client_id and i.survey_id = s.id
                    and i.answered_at is not null) as answered
           from surveys s
          where s.client_id = $1 and s.id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(Survey::from))
}

/// Those that wait for closings, the oldest first; uncounted.
pub(in crate::surveys) async fn waiting(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Survey>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, name, active, automatic, delay_minutes, expires_days, again_days, channels,
                departments, content, since_seq, created_by, created_at, updated_at,
                cast(0 as bigint) as sent, cast(0 as bigint) as answered
           from surveys
          where client_id = $1 and active and automatic
          order by id
          limit 200",
        client_id,
    )?;
    Ok(rows.into_iter().map(Survey::from).collect())
}

pub(in crate::surveys) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) =
        fetch_one!(conn, (i64,), "select count(*) from surveys where client_id = $1", client_id)?;
    Ok(count)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub(in crate::surveys) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    settings: &Settings,
    (by, since_seq): (&str, i64),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into surveys (client_id, name, active, automatic, delay_minutes, expires_days,
                              again_days, channels, departments, content, since_seq, created_by,
                              created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
         returning id",
        client_id,
        settings.name.as_str(),
        settings.active,
        settings.automatic,
        settings.delay_minutes,
        settings.expires_days,
        settings.again_days,
        json(&settings.channels),
        json(&settings.departments),
        json(&settings.content),
        since_seq,
        by,
        now,
    )?;
    Ok(id)
}

pub(in crate::surveys) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    settings: &Settings,
    (since_seq, now): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update surveys
            set name = $3, active = $4, automatic = $5, delay_minutes = $6, expires_days = $7,
                again_days = $8, channels = $9, departments = $10, content = $11, since_seq = $12,
                updated_at = $13
          where client_id = $1 and id = $2",
        client_id,
        id,
        settings.name.as_str(),
        settings.active,
        settings.automatic,
        settings.delay_minutes,
        settings.expires_days,
        settings.again_days,
        json(&settings.channels),
        json(&settings.departments),
        json(&settings.content),
        since_seq,
        now,
    )
}

pub(in crate::surveys) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from surveys where client_id = $1 and id = $2", client_id, id)
}

/// Whether a client has a survey that waits for closings.
pub(in crate::surveys) async fn any_waits(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from surveys where client_id = $1 and active and automatic limit 1",
        client_id,
    )?;
    Ok(row.is_some())
}
