//! The SQL of the second factor: the secret, the one that waits to be confirmed, recovery codes.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_one, fetch_optional,
};

/// What is known of a user's password and second factor.
#[derive(sqlx::FromRow)]
pub(in crate::accounts) struct Credential {
    pub password_hash: String,
    pub password_version: i64,
    pub tfa_secret: Option<Vec<u8>>,
    pub tfa_pending: Option<Vec<u8>>,
}

pub(in crate::accounts) async fn credential(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<Credential>> {
    fetch_optional!(
        conn,
        Credential,
        "select password_hash, password_version, tfa_secret, tfa_pending
         from users
         where client_id = $1 and id = $2 and disabled_at is null",
        client_id,
        user_id,
    )
}

/// Keeps a secret until a code confirms it. False when a second factor is in use already.
pub(in crate::accounts) async fn set_pending(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    sealed: &[u8],
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update users set tfa_pending = $3
         where client_id = $1 and id = $2 and tfa_secret is null",
        client_id,
        user_id,
        sealed,
    )?;
    Ok(rows == 1)
}

/// Puts the confirmed secret into use, with the step of the code that confirmed it. False when it
/// was confirmed or replaced meanwhile.
pub(in crate::accounts) async fn confirm_pending(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    pending: &[u8],
    step: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update users set tfa_secret = tfa_pending, tfa_pending = null, tfa_last_step = $4
         where client_id = $1 and id = $2 and tfa_pending = $3 and tfa_secret is null",
        client_id,
        user_id,
        pending,
        step,
    )?;
    Ok(rows == 1)
}

/// False when there was no second factor.
pub(in crate::accounts) async fn drop_factor(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update users set tfa_secret = null, tfa_pending = null
         where client_id = $1 and id = $2 and tfa_secret is not null",
        client_id,
        user_id,
    )?;
    Ok(rows == 1)
}

pub(in crate::accounts) async fn insert_recovery_code(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    hash: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into recovery_codes (client_id, user_id, hash) values ($1, $2, $3)",
        client_id,
        user_id,
        hash,
    )?;
    Ok(())
}

pub(in crate::accounts) async fn drop_recovery_codes(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "delete from recovery_codes where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )?;
    Ok(())
}

/// Uses a code up. False when it is unknown or was used.
pub(in crate::accounts) async fn use_recovery_code(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    hash: &str,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update recovery_codes set used_at = $4
         where client_id = $1 and user_id = $2 and hash = $3 and used_at is null",
        client_id,
        user_id,
        hash,
        now,
    )?;
    Ok(rows == 1)
}

pub(in crate::accounts) async fn recovery_codes_left(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<i64> {
    let (left,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from recovery_codes
         where client_id = $1 and user_id = $2 and used_at is null",
        client_id,
        user_id,
    )?;
    Ok(left)
}
