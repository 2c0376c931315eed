//! Rows of receipts: one for each input a channel got. Deduplication: an input with the key of one
//! that is stored is a repeat, and counts once.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// An input to store. [`NewInput::of`] gives one that is done and brings nothing to run it again with.
#[derive(Clone, Copy)]
pub(in crate::channels) struct NewInput<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    /// The door it came in by: `webhook`, `mail`, `visitor`, `poll`, `timer`, `socket` or `call`.
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

impl<'a> NewInput<'a> {
    /// An input of an account that its plugin has taken.
    #[must_use]
    pub fn of(
        (client_id, channel_id): (i64, i64),
        kind: &'a str,
        provider_key: &'a str,
        received_at: i64,
        now: i64,
    ) -> Self {
        Self {
            client_id,
            channel_id,
            kind,
            provider_key,
            input: "{}",
            body: None,
            body_blob: None,
            state: "done",
            next_at: None,
            error: None,
            received_at,
            now,
        }
    }
}

/// An input that was stored just now.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(in crate::channels) struct Inserted {
    pub id: i64,
    /// An older input of the account has to be tried first; see [`Waiting::holds_back`].
    pub is_behind: bool,
}

/// None when this input was received before. Whatever failed and came after `young_since` is waited
/// for.
pub(in crate::channels) async fn insert_input(
    conn: &mut Conn,
    new: &NewInput<'_>,
    young_since: i64,
) -> DbResult<Option<Inserted>> {
    fetch_optional!(
        conn,
        Inserted,
        "insert into receipts (client_id, channel_id, kind, provider_key, input, body, body_blob,
                               state, next_at, error_code, error_message, received_at, finished_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (channel_id, provider_key) do nothing
         returning id,
            exists (select 1 from receipts u
                     where u.channel_id = $2 and u.state = 'retry' and u.attempts = 0)
            or exists (select 1 from receipts w
                        where w.channel_id = $2 and w.state = 'retry' and w.received_at > $14)
            as is_behind",
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
        young_since,
    )
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

/// Accounts with inputs whose next attempt is due: client and account.
pub(in crate::channels) async fn due_again_across_clients(
    conn: &mut Conn,
    now: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select distinct client_id, channel_id from receipts
          where state = 'retry' and next_at <= $1
          limit 1000",
        now,
    )
}

/// An input that waits for its next attempt.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct Waiting {
    pub id: i64,
    pub attempts: i64,
    pub next_at: i64,
    pub received_at: i64,
}

impl Waiting {
    /// Whether younger inputs of the account wait for this one, so that a conversation keeps its
    /// order: until its first attempt, and for a short time after it came. A trouble that lasts
    /// longer must not keep everybody's messages back.
    #[must_use]
    pub fn holds_back(&self, young_since: i64) -> bool {
        self.attempts == 0 || self.received_at > young_since
    }
}

/// What waits of one account, the oldest first.
pub(in crate::channels) async fn waiting_inputs(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<Waiting>> {
    fetch_all!(
        conn,
        Waiting,
        "select id, attempts, coalesce(next_at, 0) as next_at, received_at
           from receipts
          where client_id = $1 and channel_id = $2 and state = 'retry' and id > $3
          order by id
          limit $4",
        client_id,
        channel_id,
        after,
        limit,
    )
}

/// Lets an input wait on without counting an attempt: the host had no time for it.
pub(in crate::channels) async fn postpone_input(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    next_at: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update receipts set next_at = $3
          where client_id = $1 and id = $2 and state = 'retry'",
        client_id,
        id,
        next_at,
    )?;
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_holds_others_back_at_first_only() {
        let waiting = |attempts, received_at| Waiting { id: 1, attempts, next_at: 0, received_at };
        assert!(waiting(1, 101).holds_back(100));
        assert!(!waiting(1, 100).holds_back(100));
        assert!(waiting(0, 1).holds_back(100), "whose turn has not come yet");
    }
}
