//! The SQL of keys to the API.

use super::model::ApiKey;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    prefix: String,
    scopes: String,
    username: String,
    created_at: i64,
    last_used_at: Option<i64>,
}

impl From<Row> for ApiKey {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            scopes: serde_json::from_str(&row.scopes).unwrap_or_default(),
            user: row.username,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// Those that are good, the newest first.
pub(super) async fn list(
    conn: &mut Conn,
    client_id: i64,
    owner: Option<i64>,
) -> DbResult<Vec<ApiKey>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select k.id, k.name, k.prefix, k.scopes, u.username, k.created_at, k.last_used_at
           from api_keys k
           join users u on u.client_id = k.client_id and u.id = k.user_id
          where k.client_id = $1 and k.revoked_at is null
            and (cast($2 as bigint) is null or k.user_id = $2)
          order by k.id desc
          limit 500",
        client_id,
        owner,
    )?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

/// One that is good.
pub(super) async fn one(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    owner: Option<i64>,
) -> DbResult<Option<ApiKey>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select k.id, k.name, k.prefix, k.scopes, u.username, k.created_at, k.last_used_at
           from api_keys k
           join users u on u.client_id = k.client_id and u.id = k.user_id
          where k.client_id = $1 and k.id = $2 and k.revoked_at is null
            and (cast($3 as bigint) is null or k.user_id = $3)",
        client_id,
        id,
        owner,
    )?;
    Ok(row.map(ApiKey::from))
}

/// How many good keys there are.
#[derive(sqlx::FromRow)]
pub(super) struct KeyCounts {
    pub all: i64,
    pub own: i64,
}

pub(super) async fn count(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
) -> DbResult<KeyCounts> {
    fetch_one!(
        conn,
        KeyCounts,
        "select count(*) as \"all\", count(*) filter (where user_id = $2) as own
           from api_keys
          where client_id = $1 and revoked_at is null",
        client_id,
        user_id,
    )
}

/// A key about to be made.
pub(super) struct NewKey<'a> {
    pub client_id: i64,
    pub user_id: i64,
    pub name: &'a str,
    pub prefix: &'a str,
    pub hash: &'a str,
    pub scopes: &'a str,
    pub now: i64,
}

pub(super) async fn insert(conn: &mut Conn, new: &NewKey<'_>) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into api_keys (client_id, user_id, name, prefix, hash, scopes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        new.client_id,
        new.user_id,
        new.name,
        new.prefix,
        new.hash,
        new.scopes,
        new.now,
    )?;
    Ok(id)
}

pub(super) async fn revoke(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update api_keys set revoked_at = $3
          where client_id = $1 and id = $2 and revoked_at is null",
        client_id,
        id,
        now,
    )
}

/// A key with whom it acts as.
#[derive(sqlx::FromRow)]
pub(super) struct KeyOwner {
    pub id: i64,
    pub client_id: i64,
    pub user_id: i64,
    pub name: String,
    pub scopes: String,
    pub last_used_at: Option<i64>,
    pub username: String,
    pub user_name: String,
    pub kind: String,
    pub rank: i64,
    pub permissions: String,
}

/// Whose a key is, nobody knows before it is found by its hash.
pub(super) async fn by_hash_across_clients(
    conn: &mut Conn,
    hash: &str,
) -> DbResult<Option<KeyOwner>> {
    fetch_optional!(
        conn,
        KeyOwner,
        "select k.id, k.client_id, k.user_id, k.name, k.scopes, k.last_used_at, u.username,
                u.name as user_name, u.kind, u.rank, u.permissions
           from api_keys k
           join users u on u.client_id = k.client_id and u.id = k.user_id
          where k.hash = $1 and k.revoked_at is null and u.disabled_at is null",
        hash,
    )
}

pub(super) async fn used(conn: &mut Conn, (client_id, id): (i64, i64), now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update api_keys set last_used_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}
