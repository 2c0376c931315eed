//! The SQL of password resets.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A link that was asked for, and whom it is for.
#[derive(sqlx::FromRow)]
pub(in crate::accounts) struct Reset {
    pub id: i64,
    pub client_id: i64,
    pub user_id: i64,
    pub password_version: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
    pub username: String,
    pub name: String,
    pub email: String,
    pub language: String,
    pub disabled_at: Option<i64>,
    /// The version of the password that holds now.
    pub version_now: i64,
}

/// Users with this address, in whatever client: before the sign-in nobody knows which. Client, user
/// and the version of the password.
pub(in crate::accounts) async fn users_by_email_across_clients(
    conn: &mut Conn,
    email_key: &str,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select client_id, id, password_version
         from users
         where email_key = $1 and email_key <> '' and disabled_at is null
         order by id
         limit 5",
        email_key,
    )
}

pub(in crate::accounts) async fn insert_reset(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    version: i64,
    (now, expires_at): (i64, i64),
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into password_resets
           (client_id, user_id, password_version, created_at, expires_at)
         values ($1, $2, $3, $4, $5)
         returning id",
        client_id,
        user_id,
        version,
        now,
        expires_at,
    )?;
    Ok(id)
}

pub(in crate::accounts) async fn reset(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Reset>> {
    fetch_optional!(
        conn,
        Reset,
        "select r.id, r.client_id, r.user_id, r.password_version, r.expires_at, r.used_at,
           u.username, u.name, u.email, u.language, u.disabled_at,
           u.password_version as version_now
         from password_resets r
         join users u on u.id = r.user_id
         where r.client_id = $1 and r.id = $2",
        client_id,
        id,
    )
}

/// Uses a link up. False when it was used or has expired.
pub(in crate::accounts) async fn use_reset(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update password_resets set used_at = $3
         where client_id = $1 and id = $2 and used_at is null and expires_at > $3",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

pub(in crate::accounts) async fn prune_resets_across_clients(
    conn: &mut Conn,
    before: i64,
) -> DbResult<()> {
    execute!(conn, "delete from password_resets where expires_at < $1", before)?;
    Ok(())
}
