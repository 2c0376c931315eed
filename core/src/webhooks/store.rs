//! The SQL of webhooks and their deliveries.

use super::model::{Webhook, WebhookDelivery};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};
use serde_json::json;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    url: String,
    events: String,
    enabled: bool,
    failing_since: Option<i64>,
    gave_up_at: Option<i64>,
    created_at: i64,
}

impl From<Row> for Webhook {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            url: row.url,
            events: serde_json::from_str(&row.events).unwrap_or_default(),
            enabled: row.enabled,
            failing_since: row.failing_since,
            gave_up_at: row.gave_up_at,
            created_at: row.created_at,
        }
    }
}

pub(super) async fn list(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Webhook>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, url, events, enabled, failing_since, gave_up_at, created_at
           from webhooks
          where client_id = $1
          order by id
          limit 200",
        client_id,
    )?;
    Ok(rows.into_iter().map(Webhook::from).collect())
}

/// Those that are switched on.
pub(super) async fn enabled(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Webhook>> {
    let all = list(conn, client_id).await?;
    Ok(all.into_iter().filter(|webhook| webhook.enabled).collect())
}

pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Webhook>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, url, events, enabled, failing_since, gave_up_at, created_at
           from webhooks
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(Webhook::from))
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) =
        fetch_one!(conn, (i64,), "select count(*) from webhooks where client_id = $1", client_id)?;
    Ok(count)
}

pub(super) async fn count_enabled(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from webhooks where client_id = $1 and enabled",
        client_id,
    )?;
    Ok(count)
}

/// A webhook about to be made.
pub(super) struct NewWebhook<'a> {
    pub client_id: i64,
    pub url: &'a str,
    pub events: &'a str,
    pub secret: &'a [u8],
    pub enabled: bool,
    pub now: i64,
}

pub(super) async fn insert(conn: &mut Conn, new: &NewWebhook<'_>) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into webhooks (client_id, url, events, secret, enabled, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)
         returning id",
        new.client_id,
        new.url,
        new.events,
        new.secret,
        new.enabled,
        new.now,
    )?;
    Ok(id)
}

pub(super) async fn change(
    conn: &mut Conn,
    client_id: i64,
    webhook: &Webhook,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update webhooks
            set url = $3, events = $4, enabled = $5, failing_since = $6, gave_up_at = $7,
                updated_at = $8
          where client_id = $1 and id = $2",
        client_id,
        webhook.id,
        webhook.url.as_str(),
        json!(webhook.events).to_string(),
        webhook.enabled,
        webhook.failing_since,
        webhook.gave_up_at,
        now,
    )
}

/// Deletes a webhook with its deliveries.
pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "delete from webhook_deliveries where client_id = $1 and webhook_id = $2",
        client_id,
        id,
    )?;
    execute!(conn, "delete from webhooks where client_id = $1 and id = $2", client_id, id)
}

/// The address took something.
pub(super) async fn works(conn: &mut Conn, (client_id, id): (i64, i64)) -> DbResult<u64> {
    execute!(
        conn,
        "update webhooks set failing_since = null
          where client_id = $1 and id = $2 and failing_since is not null",
        client_id,
        id,
    )
}

/// The address did not take something; since when, the first time said.
pub(super) async fn fails(conn: &mut Conn, (client_id, id): (i64, i64), now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update webhooks set failing_since = $3
          where client_id = $1 and id = $2 and failing_since is null",
        client_id,
        id,
        now,
    )
}

/// Switches a webhook off. False when that had happened already.
pub(super) async fn give_up(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update webhooks set enabled = false, gave_up_at = $3, updated_at = $3
          where client_id = $1 and id = $2 and enabled",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

/// Writes a delivery that waits.
pub(super) async fn deliver(
    conn: &mut Conn,
    (client_id, webhook_id): (i64, i64),
    (event, body): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into webhook_deliveries (client_id, webhook_id, event, body, state, created_at)
         values ($1, $2, $3, $4, 'waiting', $5)
         returning id",
        client_id,
        webhook_id,
        event,
        body,
        now,
    )?;
    Ok(id)
}

/// How many deliveries to an address wait, counted up to `most`.
pub(super) async fn waiting_count(
    conn: &mut Conn,
    (client_id, webhook_id): (i64, i64),
    most: i64,
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from (
            select 1 as one from webhook_deliveries
             where client_id = $1 and webhook_id = $2 and state = 'waiting' limit $3) as waiting",
        client_id,
        webhook_id,
        most,
    )?;
    Ok(count)
}

/// What a delivery's job needs.
#[derive(sqlx::FromRow)]
pub(super) struct Waiting {
    pub webhook_id: i64,
    pub body: String,
    pub url: String,
    pub secret: Vec<u8>,
    pub enabled: bool,
    pub failing_since: Option<i64>,
}

pub(super) async fn waiting(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Waiting>> {
    fetch_optional!(
        conn,
        Waiting,
        "select d.webhook_id, d.body, w.url, w.secret, w.enabled, w.failing_since
           from webhook_deliveries d
           join webhooks w on w.client_id = d.client_id and w.id = d.webhook_id
          where d.client_id = $1 and d.id = $2 and d.state = 'waiting'",
        client_id,
        id,
    )
}

/// Keeps what came of an attempt; of one that was none only why.
pub(super) async fn attempted(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    state: &str,
    (status, error, counts): (Option<i64>, &str, bool),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update webhook_deliveries
            set state = $3, status = $4, error = $5, attempts = attempts + $6, attempted_at = $7
          where client_id = $1 and id = $2 and state = 'waiting'",
        client_id,
        id,
        state,
        status,
        error,
        i64::from(counts),
        now,
    )
}

/// A delivery that ended waits once more. False when it waits already.
pub(super) async fn again(
    conn: &mut Conn,
    (client_id, webhook_id): (i64, i64),
    id: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update webhook_deliveries set state = 'waiting'
          where client_id = $1 and webhook_id = $2 and id = $3 and state <> 'waiting'",
        client_id,
        webhook_id,
        id,
    )?;
    Ok(rows == 1)
}

pub(super) async fn delivery(
    conn: &mut Conn,
    (client_id, webhook_id): (i64, i64),
    id: i64,
) -> DbResult<Option<WebhookDelivery>> {
    fetch_optional!(
        conn,
        WebhookDelivery,
        "select id, event, state, attempts, status, error, body, created_at, attempted_at
           from webhook_deliveries
          where client_id = $1 and webhook_id = $2 and id = $3",
        client_id,
        webhook_id,
        id,
    )
}

pub(super) async fn page(
    conn: &mut Conn,
    (client_id, webhook_id): (i64, i64),
    before: i64,
    limit: i64,
) -> DbResult<Vec<WebhookDelivery>> {
    fetch_all!(
        conn,
        WebhookDelivery,
        "select id, event, state, attempts, status, error, body, created_at, attempted_at
           from webhook_deliveries
          where client_id = $1 and webhook_id = $2 and id < $3
          order by id desc
          limit $4",
        client_id,
        webhook_id,
        before,
        limit,
    )
}

pub(super) async fn prune_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from webhook_deliveries
          where id in (
            select id from webhook_deliveries where created_at < $1 order by created_at limit $2)",
        before,
        limit,
    )
}
