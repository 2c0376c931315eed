//! Rows of sign-ins at providers: those that have begun, and those that hold.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};

/// A sign-in that has begun.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct Begun {
    pub client_id: i64,
    pub user_id: i64,
    pub channel_id: i64,
    pub name: String,
    /// Sealed.
    pub verifier: Vec<u8>,
    pub expires_at: i64,
}

pub(in crate::channels) async fn begin_sign_in(
    conn: &mut Conn,
    hash: &str,
    begun: &Begun,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into oauth_states (hash, client_id, user_id, channel_id, name, verifier, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        hash,
        begun.client_id,
        begun.user_id,
        begun.channel_id,
        begun.name.as_str(),
        begun.verifier.as_slice(),
        begun.expires_at,
    )
}

/// Uses a sign-in up: whoever comes with the same state again finds nothing. Of all clients, because
/// the state alone says whose it is.
pub(in crate::channels) async fn use_sign_in_across_clients(
    conn: &mut Conn,
    hash: &str,
) -> DbResult<Option<Begun>> {
    fetch_optional!(
        conn,
        Begun,
        "delete from oauth_states where hash = $1
         returning client_id, user_id, channel_id, name, verifier, expires_at",
        hash,
    )
}

pub(in crate::channels) async fn prune_sign_ins_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from oauth_states where hash in (
            select hash from oauth_states where expires_at < $1 order by expires_at limit $2)",
        before,
        limit,
    )
}

pub(in crate::channels) async fn set_grant(
    conn: &mut Conn,
    (client_id, channel_id, name): (i64, i64, &str),
    scopes: &str,
    expires_at: Option<i64>,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into oauth_grants (client_id, channel_id, name, scopes, expires_at, renewed_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (channel_id, name) do update
            set scopes = excluded.scopes, expires_at = excluded.expires_at,
                renewed_at = excluded.renewed_at",
        client_id,
        channel_id,
        name,
        scopes,
        expires_at,
        now,
    )
}

/// A sign-in that holds: scopes, when its token expires, and when it was last renewed.
pub(in crate::channels) async fn grant(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    name: &str,
) -> DbResult<Option<(String, Option<i64>, i64)>> {
    fetch_optional!(
        conn,
        (String, Option<i64>, i64),
        "select scopes, expires_at, renewed_at
           from oauth_grants
          where client_id = $1 and channel_id = $2 and name = $3",
        client_id,
        channel_id,
        name,
    )
}

/// An account's settings and sealed secrets as they are now, kept from others until the end of the
/// transaction.
pub(in crate::channels) async fn lock_settings(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
) -> DbResult<Option<(String, Vec<u8>)>> {
    fetch_optional!(
        conn,
        (String, Vec<u8>),
        "update channels set name = name
          where client_id = $1 and id = $2 and deleted_at is null
         returning settings, secrets",
        client_id,
        channel_id,
    )
}

pub(in crate::channels) async fn write_settings(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    settings: &str,
    secrets: &[u8],
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set settings = $3, secrets = $4
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        channel_id,
        settings,
        secrets,
    )
}
