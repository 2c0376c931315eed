//! The SQL of sign-ins at the provider.

use crate::{
    accounts::store::Candidate,
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A sign-in that was begun.
#[derive(sqlx::FromRow)]
pub(super) struct Begun {
    pub nonce_hash: String,
    pub verifier: Vec<u8>,
    pub expires_at: i64,
}

pub(super) async fn insert(conn: &mut Conn, state_hash: &str, begun: &Begun) -> DbResult<u64> {
    execute!(
        conn,
        "insert into oidc_sign_ins (state_hash, nonce_hash, verifier, expires_at)
         values ($1, $2, $3, $4)",
        state_hash,
        begun.nonce_hash.as_str(),
        begun.verifier.as_slice(),
        begun.expires_at,
    )
}

/// One that may still end. Nobody is known yet, so it is no client's.
pub(super) async fn one_across_clients(
    conn: &mut Conn,
    state_hash: &str,
    now: i64,
) -> DbResult<Option<Begun>> {
    fetch_optional!(
        conn,
        Begun,
        "select nonce_hash, verifier, expires_at
           from oidc_sign_ins
          where state_hash = $1 and expires_at > $2",
        state_hash,
        now,
    )
}

/// False when the code was exchanged before.
pub(super) async fn exchange_across_clients(
    conn: &mut Conn,
    state_hash: &str,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update oidc_sign_ins set exchanged_at = $2
          where state_hash = $1 and exchanged_at is null",
        state_hash,
        now,
    )?;
    Ok(rows == 1)
}

/// False when it has ended already.
pub(super) async fn end_across_clients(conn: &mut Conn, state_hash: &str) -> DbResult<bool> {
    let rows = execute!(conn, "delete from oidc_sign_ins where state_hash = $1", state_hash)?;
    Ok(rows == 1)
}

pub(super) async fn prune_across_clients(conn: &mut Conn, now: i64) -> DbResult<u64> {
    execute!(conn, "delete from oidc_sign_ins where expires_at <= $1", now)
}

/// Whether a user has a subject at this issuer.
pub(super) async fn known(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    issuer: &str,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select user_id from user_identities
          where client_id = $1 and user_id = $2 and issuer = $3
          limit 1",
        client_id,
        user_id,
        issuer,
    )?;
    Ok(row.is_some())
}

/// Whether this subject is somebody's who is disabled.
pub(super) async fn barred(
    conn: &mut Conn,
    client_id: i64,
    (issuer, subject): (&str, &str),
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select i.user_id
           from user_identities i
           join users u on u.client_id = i.client_id and u.id = i.user_id
          where i.client_id = $1 and i.issuer = $2 and i.subject = $3 and u.disabled_at is not null",
        client_id,
        issuer,
        subject,
    )?;
    Ok(row.is_some())
}

/// The user who has this subject.
pub(super) async fn linked(
    conn: &mut Conn,
    client_id: i64,
    (issuer, subject): (&str, &str),
) -> DbResult<Option<Candidate>> {
    fetch_optional!(
        conn,
        Candidate,
        "select u.id, u.client_id, u.kind, u.password_hash, u.tfa_secret, u.tfa_last_step
           from user_identities i
           join users u on u.client_id = i.client_id and u.id = i.user_id
          where i.client_id = $1 and i.issuer = $2 and i.subject = $3 and u.disabled_at is null",
        client_id,
        issuer,
        subject,
    )
}

/// At most two users with this address.
pub(super) async fn by_email(
    conn: &mut Conn,
    client_id: i64,
    email_key: &str,
) -> DbResult<Vec<Candidate>> {
    fetch_all!(
        conn,
        Candidate,
        "select id, client_id, kind, password_hash, tfa_secret, tfa_last_step
           from users
          where client_id = $1 and email_key = $2 and email_key <> '' and disabled_at is null
          order by id
          limit 2",
        client_id,
        email_key,
    )
}

pub(super) async fn link(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    (issuer, subject): (&str, &str),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into user_identities (client_id, issuer, subject, user_id, created_at)
         values ($1, $2, $3, $4, $5)",
        client_id,
        issuer,
        subject,
        user_id,
        now,
    )
}

pub(super) async fn username(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<String> {
    let (username,) = fetch_one!(
        conn,
        (String,),
        "select username from users where client_id = $1 and id = $2",
        client_id,
        user_id,
    )?;
    Ok(username)
}
