//! Rows of receipts: one for each input a channel got.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// An input to store.
pub(in crate::channels) struct NewInput<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    /// `webhook`, `mail` or `visitor`.
    pub kind: &'a str,
    pub provider_key: &'a str,
    /// How to run the plugin again, as JSON.
    pub input: &'a str,
    pub body: Option<&'a [u8]>,
    pub body_blob: Option<&'a str>,
    /// `done`, `retry` or `quarantined`.
    pub state: &'a str,
    pub next_at: Option<i64>,
    pub error: Option<(&'a str, &'a str)>,
    pub received_at: i64,
    pub now: i64,
}

/// None when this input was received before.
pub(in crate::channels) async fn insert_input(
    conn: &mut Conn,
    new: &NewInput<'_>,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into receipts (client_id, channel_id, kind, provider_key, input, body, body_blob,
                               state, next_at, error_code, error_message, received_at, finished_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (channel_id, provider_key) do nothing
         returning id",
        new.client_id,
        new.channel_id,
        new.kind,
        new.provider_key,
        new.input,
        new.body,
        new.body_blob,
        new.state,
        new.next_at,
        new.error.map(|e| e.0),
        new.error.map(|e| e.1),
        new.received_at,
        (new.state == "done").then_some(new.now),
    )?;
    Ok(row.map(|row| row.0))
}

/// A stored input.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct Input {
    pub id: i64,
    pub channel_id: i64,
    pub kind: String,
    pub input: String,
    pub body: Option<Vec<u8>>,
    pub body_blob: Option<String>,
    pub state: String,
    pub attempts: i64,
    pub error_code: Option<String>,
    pub error_message: Option<String>,
    pub received_at: i64,
}

pub(in crate::channels) async fn input(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Input>> {
    fetch_optional!(
        conn,
        Input,
        "select id, channel_id, kind, input, body, body_blob, state, attempts, error_code,
                error_message, received_at
           from receipts
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// Quarantined inputs, newest first.
pub(in crate::channels) async fn quarantined(
    conn: &mut Conn,
    client_id: i64,
    channel_id: Option<i64>,
    before: i64,
    limit: i64,
) -> DbResult<Vec<Input>> {
    fetch_all!(
        conn,
        Input,
        "select id, channel_id, kind, input, body, body_blob, state, attempts, error_code,
                error_message, received_at
           from receipts
          where client_id = $1 and state = 'quarantined' and id < $2
            and (cast($3 as bigint) is null or channel_id = $3)
          order by id desc
          limit $4",
        client_id,
        before,
        channel_id,
        limit,
    )
}

/// Inputs whose next attempt is due: client and id.
pub(in crate::channels) async fn due_again_across_clients(
    conn: &mut Conn,
    now: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, id from receipts
          where state = 'retry' and next_at <= $1
          order by next_at
          limit $2",
        now,
        limit,
    )
}

/// Moves an input from `retry` or `quarantined` to a state. False when somebody else did already.
pub(in crate::channels) async fn set_input_state(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    state: &str,
    next_at: Option<i64>,
    error: Option<(&str, &str)>,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update receipts
            set state = $3, next_at = $4, error_code = $5, error_message = $6,
                attempts = attempts + 1, finished_at = $7
          where client_id = $1 and id = $2 and state in ('retry', 'quarantined')",
        client_id,
        id,
        state,
        next_at,
        error.map(|e| e.0),
        error.map(|e| e.1),
        (state == "done").then_some(now),
    )?;
    Ok(rows == 1)
}

pub(in crate::channels) async fn prune_inputs_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from receipts where id in (
            select id from receipts
             where received_at < $1 and state = 'done'
             order by received_at
             limit $2)",
        before,
        limit,
    )
}
