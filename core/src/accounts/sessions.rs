//! A user's sessions, as the user sees them: where, since when, and ending those that are not theirs.

use super::{
    Accounts, Caller,
    step_up::{SecurityError, note},
    store,
    tokens::TokenSubject,
};
use crate::audit::Action;
use serde::Serialize;
use std::net::IpAddr;
use utoipa::ToSchema;

/// Where a session is used.
#[derive(Clone, Copy, Debug)]
pub struct SessionOrigin<'a> {
    pub address: IpAddr,
    pub user_agent: &'a str,
}

/// A session's row. Times are milliseconds since the Unix epoch.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct SessionRow {
    pub id: i64,
    pub created_at: i64,
    pub last_seen_at: i64,
    pub user_agent: String,
    pub address: String,
}

/// A session in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct OwnSession {
    id: i64,
    created_at: i64,
    last_seen_at: i64,
    /// What the browser called itself.
    user_agent: String,
    /// From where it was used last.
    address: String,
    /// The one that asks.
    current: bool,
}

pub(super) async fn list(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<Vec<OwnSession>, SecurityError> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let mut conn = parts.db.read().await?;
    let rows = store::sessions_of(&mut conn, caller.client_id, caller.user_id, now).await?;
    Ok(rows
        .into_iter()
        .map(|row| OwnSession {
            current: row.id == caller.session_id,
            id: row.id,
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            user_agent: row.user_agent,
            address: row.address,
        })
        .collect())
}

/// Ends one of the caller's sessions; its sockets close at once.
pub(super) async fn end(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
) -> Result<(), SecurityError> {
    if caller.key.is_some() {
        return Err(SecurityError::ByKey);
    }
    let parts = &accounts.0;
    let whose = TokenSubject { session_id: id, ..whose(caller) };
    let mut tx = parts.db.begin().await?;
    let now = parts.clock.now_ms();
    if !store::revoke_own(&mut tx, whose, now).await? {
        return Err(SecurityError::Unknown);
    }
    note(&mut tx, caller, Action::SessionsEnded, now).await?;
    tx.commit().await?;
    accounts.cut_session(whose).await;
    tracing::info!(client.id = caller.client_id, user.id = caller.user_id, "session ended");
    Ok(())
}

/// Ends all of the caller's sessions but this one, and gives how many there were.
pub(super) async fn end_others(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<usize, SecurityError> {
    if caller.key.is_some() {
        return Err(SecurityError::ByKey);
    }
    let parts = &accounts.0;
    let mut tx = parts.db.begin().await?;
    let now = parts.clock.now_ms();
    let ended = store::revoke_others(&mut tx, whose(caller), now).await?;
    if !ended.is_empty() {
        note(&mut tx, caller, Action::SessionsEnded, now).await?;
    }
    tx.commit().await?;
    cut(accounts, whose(caller), &ended).await;
    Ok(ended.len())
}

/// Closes the sockets of sessions that have ended; call it after the commit.
pub(super) async fn cut(accounts: &Accounts, whose: TokenSubject, ended: &[i64]) {
    for session_id in ended {
        accounts.cut_session(TokenSubject { session_id: *session_id, ..whose }).await;
    }
}

pub(super) fn whose(caller: &Caller) -> TokenSubject {
    TokenSubject {
        client_id: caller.client_id,
        user_id: caller.user_id,
        session_id: caller.session_id,
    }
}
