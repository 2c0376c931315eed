//! All SQL of accounts: signing in and who is calling here, the rest in files of their own.

mod clients;
mod factor;
mod profile;
mod resets;
mod sessions;

pub(super) use clients::*;
pub(super) use factor::*;
pub(super) use profile::*;
pub(super) use resets::*;
pub(super) use sessions::*;

use super::{
    caller::Caller,
    model::{Kind, Permissions, RefreshFacts},
    roster::beginning_role,
    sessions::SessionOrigin,
    tokens::TokenSubject,
};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Somebody who may be the one signing in.
#[derive(sqlx::FromRow)]
pub(super) struct Candidate {
    pub id: i64,
    pub client_id: i64,
    pub kind: String,
    pub password_hash: String,
    pub tfa_secret: Option<Vec<u8>>,
    pub tfa_last_step: i64,
}

/// How many of one name are compared with a password, at every sign-in.
pub(super) const CANDIDATES: usize = 3;

/// Users with this name, in whatever client: before the sign-in nobody knows which. The password
/// decides among a few, [`CANDIDATES`] of them; whose client was typed too comes first.
pub(super) async fn candidates_across_clients(
    conn: &mut Conn,
    whole: &str,
    split: Option<(&str, &str)>,
) -> DbResult<Vec<Candidate>> {
    fetch_all!(
        conn,
        Candidate,
        "select u.id, u.client_id, u.kind, u.password_hash, u.tfa_secret, u.tfa_last_step
         from users u
         join clients c on c.id = u.client_id
         where u.disabled_at is null
           and (u.username_key = $1 or (u.username_key = $2 and c.name_key = $3))
         order by case when u.username_key = $2 and c.name_key = $3 then 0 else 1 end, u.id
         limit 3",
        whole,
        split.map(|(user, _)| user),
        split.map(|(_, client)| client),
    )
}

/// Counts an attempt and gives the count and the start of its window.
pub(super) async fn count_attempt(
    conn: &mut Conn,
    key: &str,
    now: i64,
    window_start: i64,
) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "insert into login_failures (key, failures, window_at)
         values ($1, 1, $2)
         on conflict (key) do update set
           failures = case
             when login_failures.window_at <= $3 then 1
             else login_failures.failures + 1 end,
           window_at = case
             when login_failures.window_at <= $3 then excluded.window_at
             else login_failures.window_at end
         returning failures, window_at",
        key,
        now,
        window_start,
    )
}

/// Takes one counted attempt back: it was no failure.
pub(super) async fn uncount_attempt(conn: &mut Conn, key: &str) -> DbResult<()> {
    execute!(
        conn,
        "update login_failures set failures = failures - 1 where key = $1 and failures > 0",
        key,
    )?;
    Ok(())
}

/// Forgets the failures of one key, and all whose window is over.
pub(super) async fn forget_failures(conn: &mut Conn, key: &str, window_start: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from login_failures where key = $1 or window_at <= $2",
        key,
        window_start,
    )?;
    Ok(())
}

/// Remembers the step of a used one-time password. False when it was used meanwhile.
pub(super) async fn use_tfa_step(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    step: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update users set tfa_last_step = $3
         where client_id = $1 and id = $2 and tfa_last_step < $3",
        client_id,
        user_id,
        step,
    )?;
    Ok(rows == 1)
}

/// A session about to begin.
pub(super) struct NewSession<'a> {
    pub client_id: i64,
    pub user_id: i64,
    pub now: i64,
    pub expires_at: i64,
    pub place: SessionOrigin<'a>,
}

pub(super) async fn insert_session(conn: &mut Conn, new: &NewSession<'_>) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into sessions
           (client_id, user_id, created_at, last_seen_at, expires_at, user_agent, address)
         values ($1, $2, $3, $3, $4, $5, $6)
         returning id",
        new.client_id,
        new.user_id,
        new.now,
        new.expires_at,
        new.place.user_agent,
        new.place.address.to_string(),
    )?;
    Ok(id)
}

pub(super) async fn insert_refresh(
    conn: &mut Conn,
    hash: &str,
    session_id: i64,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into refresh_tokens (hash, session_id, created_at) values ($1, $2, $3)",
        hash,
        session_id,
        now,
    )?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct RefreshRow {
    client_id: i64,
    user_id: i64,
    session_id: i64,
    replaced_at: Option<i64>,
    revoked_at: Option<i64>,
    expires_at: i64,
    disabled_at: Option<i64>,
}

/// What is known of a refresh token. The token itself names the client.
pub(super) async fn refresh_across_clients(
    conn: &mut Conn,
    hash: &str,
) -> DbResult<Option<(TokenSubject, RefreshFacts)>> {
    let row = fetch_optional!(
        conn,
        RefreshRow,
        "select s.client_id, s.user_id, r.session_id, r.replaced_at, s.revoked_at, s.expires_at,
           u.disabled_at
         from refresh_tokens r
         join sessions s on s.id = r.session_id
         join users u on u.id = s.user_id
         where r.hash = $1",
        hash,
    )?;
    Ok(row.map(|row| {
        let whose = TokenSubject {
            client_id: row.client_id,
            user_id: row.user_id,
            session_id: row.session_id,
        };
        let facts = RefreshFacts {
            replaced_at: row.replaced_at,
            session_revoked: row.revoked_at.is_some(),
            session_expires_at: row.expires_at,
            user_disabled: row.disabled_at.is_some(),
        };
        (whose, facts)
    }))
}

/// Marks a refresh token as replaced; the first replacement's time stays.
pub(super) async fn replace_refresh(conn: &mut Conn, hash: &str, now: i64) -> DbResult<()> {
    execute!(
        conn,
        "update refresh_tokens set replaced_at = $2 where hash = $1 and replaced_at is null",
        hash,
        now,
    )?;
    Ok(())
}

/// Forgets tokens replaced long ago: presented again they are unknown, which refuses them as well.
pub(super) async fn prune_refresh(conn: &mut Conn, session_id: i64, before: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from refresh_tokens where session_id = $1 and replaced_at < $2",
        session_id,
        before,
    )?;
    Ok(())
}

/// A sign-in that is used lives on.
pub(super) async fn extend_session(
    conn: &mut Conn,
    whose: TokenSubject,
    (now, expires_at): (i64, i64),
    place: SessionOrigin<'_>,
) -> DbResult<()> {
    execute!(
        conn,
        "update sessions
         set last_seen_at = $3, expires_at = $4, address = $5,
           user_agent = case when $6 = '' then user_agent else $6 end
         where client_id = $1 and id = $2",
        whose.client_id,
        whose.session_id,
        now,
        expires_at,
        place.address.to_string(),
        place.user_agent,
    )?;
    Ok(())
}

/// Ends a session. False when it had ended or is unknown.
pub(super) async fn revoke_session(
    conn: &mut Conn,
    whose: TokenSubject,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update sessions set revoked_at = $3
         where client_id = $1 and id = $2 and revoked_at is null",
        whose.client_id,
        whose.session_id,
        now,
    )?;
    Ok(rows == 1)
}

#[derive(sqlx::FromRow)]
struct CallerRow {
    username: String,
    name: String,
    kind: String,
    rank: i64,
    permissions: String,
}

/// The user of a living session.
pub(super) async fn caller(
    conn: &mut Conn,
    whose: TokenSubject,
    now: i64,
) -> DbResult<Option<Caller>> {
    let row = fetch_optional!(
        conn,
        CallerRow,
        "select u.username, u.name, u.kind, u.rank, u.permissions
         from sessions s
         join users u on u.id = s.user_id
         where s.client_id = $1 and s.id = $2 and s.user_id = $3
           and s.revoked_at is null and s.expires_at > $4 and u.disabled_at is null",
        whose.client_id,
        whose.session_id,
        whose.user_id,
        now,
    )?;
    Ok(row.map(|row| Caller {
        client_id: whose.client_id,
        user_id: whose.user_id,
        session_id: whose.session_id,
        username: row.username,
        name: row.name,
        kind: Kind::parse(&row.kind),
        rank: row.rank,
        permissions: Permissions::parse(&row.permissions),
        address: String::new(),
        key: None,
    }))
}

/// What the session answer tells of the client and of the user beyond [`Caller`].
#[derive(sqlx::FromRow)]
pub(super) struct SessionFacts {
    pub photo: String,
    pub plan: i64,
    pub plan_ends_at: Option<i64>,
    pub features: Option<String>,
    pub settings: String,
    pub timezone: String,
    pub language: String,
    pub event_seq: i64,
    /// What the user last chose to be.
    pub last_status: String,
}

pub(super) async fn session_facts(conn: &mut Conn, whose: TokenSubject) -> DbResult<SessionFacts> {
    fetch_one!(
        conn,
        SessionFacts,
        "select u.photo, c.plan, c.plan_ends_at, c.features, c.settings, u.language,
           case when u.timezone = '' then c.timezone else u.timezone end as timezone,
           coalesce(n.seq, 0) as event_seq, coalesce(p.status, 'ONLINE') as last_status
         from users u
         join clients c on c.id = u.client_id
         left join client_counters n on n.client_id = c.id
         left join presence p on p.client_id = u.client_id and p.user_id = u.id
         where u.client_id = $1 and u.id = $2",
        whose.client_id,
        whose.user_id,
    )
}

/// The account's owner: its first admin.
pub(super) async fn owner(conn: &mut Conn, client_id: i64) -> DbResult<Option<(String, String)>> {
    fetch_optional!(
        conn,
        (String, String),
        "select name, username
         from users
         where client_id = $1 and kind = 'admin' and disabled_at is null
         order by id
         limit 1",
        client_id,
    )
}

/// The client's users who can sign in: id, name, username, kind, permissions, photo.
pub(super) async fn people(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String, String, String, String, String)>> {
    fetch_all!(
        conn,
        (i64, String, String, String, String, String),
        "select id, name, username, kind, permissions, photo
           from users
          where client_id = $1 and disabled_at is null
          order by id
          limit 5000",
        client_id,
    )
}

/// Username, name and photo of one user.
pub(super) async fn profile(
    conn: &mut Conn,
    client_id: i64,
    username_key: &str,
) -> DbResult<Option<(String, String, String)>> {
    fetch_optional!(
        conn,
        (String, String, String),
        "select username, name, photo from users where client_id = $1 and username_key = $2",
        client_id,
        username_key,
    )
}

/// A user about to be made.
pub(super) struct NewUser<'a> {
    pub client_id: i64,
    pub username: &'a str,
    pub username_key: &'a str,
    pub name: &'a str,
    pub kind: Kind,
    pub password_hash: &'a str,
    pub rank: i64,
    pub now: i64,
}

/// Adds a user, with the role that a client begins with and that says the same.
pub(super) async fn insert_user(conn: &mut Conn, new: &NewUser<'_>) -> DbResult<i64> {
    let role = beginning_role(conn, new.client_id, (new.kind, new.rank)).await?;
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into users
           (client_id, username, username_key, name, kind, password_hash, rank, created_at, role_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         returning id",
        new.client_id,
        new.username,
        new.username_key,
        new.name,
        new.kind.as_str(),
        new.password_hash,
        new.rank,
        new.now,
        role,
    )?;
    Ok(id)
}
