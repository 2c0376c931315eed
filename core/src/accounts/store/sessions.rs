//! The SQL of a user's sessions, looked at and ended by the user, and of new passwords.

use crate::{
    accounts::{sessions::SessionRow, tokens::TokenSubject},
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// The living sessions of a user, the one used last first.
pub(in crate::accounts) async fn sessions_of(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    now: i64,
) -> DbResult<Vec<SessionRow>> {
    fetch_all!(
        conn,
        SessionRow,
        "select id, created_at, last_seen_at, user_agent, address
         from sessions
         where client_id = $1 and user_id = $2 and revoked_at is null and expires_at > $3
         order by last_seen_at desc, id desc
         limit 200",
        client_id,
        user_id,
        now,
    )
}

/// Ends one session of the user. False when it is unknown, another's, or over.
pub(in crate::accounts) async fn revoke_own(
    conn: &mut Conn,
    whose: TokenSubject,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update sessions set revoked_at = $4
         where client_id = $1 and user_id = $2 and id = $3
           and revoked_at is null and expires_at > $4",
        whose.client_id,
        whose.user_id,
        whose.session_id,
        now,
    )?;
    Ok(rows == 1)
}

/// Ends all sessions of a user but one (0 for all) and gives the ids of those that ended.
pub(in crate::accounts) async fn revoke_others(
    conn: &mut Conn,
    whose: TokenSubject,
    now: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "update sessions set revoked_at = $4
         where client_id = $1 and user_id = $2 and id <> $3 and revoked_at is null
         returning id",
        whose.client_id,
        whose.user_id,
        whose.session_id,
        now,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Sets a password over the one of that version. False when another one was set meanwhile.
pub(in crate::accounts) async fn set_password(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    hash: &str,
    version: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update users set password_hash = $3, password_version = password_version + 1
         where client_id = $1 and id = $2 and password_version = $4 and disabled_at is null",
        client_id,
        user_id,
        hash,
        version,
    )?;
    Ok(rows == 1)
}

/// Puts another hash of the same password in the place of a user's: nothing that it opened is closed.
pub(in crate::accounts) async fn renew_hash(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    hash: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update users set password_hash = $3 where client_id = $1 and id = $2",
        client_id,
        user_id,
        hash,
    )?;
    Ok(())
}
