//! The SQL of packages.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A version of a plugin.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PackageRow {
    pub id: i64,
    pub plugin: String,
    pub version: String,
    pub digest: String,
    pub size: i64,
    pub origin: String,
    pub source: String,
    pub signer: Option<String>,
    pub state: String,
    pub manifest: String,
    pub note: String,
    pub installed_at: i64,
    pub installed_by: String,
    pub activated_at: Option<i64>,
}

/// A version to store.
pub struct NewPackage<'a> {
    pub plugin: &'a str,
    pub version: &'a str,
    pub digest: &'a str,
    pub size: i64,
    pub origin: &'a str,
    pub source: &'a str,
    pub signer: Option<&'a str>,
    pub state: &'a str,
    pub manifest: &'a str,
    pub note: &'a str,
    pub by: &'a str,
    pub now: i64,
    pub activated_at: Option<i64>,
}

/// Stores a version. None when another process has stored the same meanwhile.
pub async fn insert(conn: &mut Conn, new: &NewPackage<'_>) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into plugin_packages (plugin, version, digest, size, origin, source, signer, state,
                                      manifest, note, installed_at, installed_by, activated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict do nothing
         returning id",
        new.plugin,
        new.version,
        new.digest,
        new.size,
        new.origin,
        new.source,
        new.signer,
        new.state,
        new.manifest,
        new.note,
        new.now,
        new.by,
        new.activated_at,
    )?;
    Ok(row.map(|row| row.0))
}

pub async fn package(conn: &mut Conn, id: i64) -> DbResult<Option<PackageRow>> {
    fetch_optional!(
        conn,
        PackageRow,
        "select id, plugin, version, digest, size, origin, source, signer, state, manifest, note,
                installed_at, installed_by, activated_at
           from plugin_packages where id = $1",
        id,
    )
}

/// All versions of a plugin, newest first.
pub async fn of_plugin(conn: &mut Conn, plugin: &str) -> DbResult<Vec<PackageRow>> {
    fetch_all!(
        conn,
        PackageRow,
        "select id, plugin, version, digest, size, origin, source, signer, state, manifest, note,
                installed_at, installed_by, activated_at
           from plugin_packages where plugin = $1 order by id desc limit 1000",
        plugin,
    )
}

/// All versions of all plugins, newest first.
pub async fn all(conn: &mut Conn) -> DbResult<Vec<PackageRow>> {
    fetch_all!(
        conn,
        PackageRow,
        "select id, plugin, version, digest, size, origin, source, signer, state, manifest, note,
                installed_at, installed_by, activated_at
           from plugin_packages order by id desc limit 10000",
    )
}

/// The version of a plugin in a state of which there is at most one.
pub async fn in_state(conn: &mut Conn, plugin: &str, state: &str) -> DbResult<Option<PackageRow>> {
    fetch_optional!(
        conn,
        PackageRow,
        "select id, plugin, version, digest, size, origin, source, signer, state, manifest, note,
                installed_at, installed_by, activated_at
           from plugin_packages where plugin = $1 and state = $2 order by id desc limit 1",
        plugin,
        state,
    )
}

/// Every version's digest, and its state.
pub async fn digests(conn: &mut Conn) -> DbResult<Vec<(String, String)>> {
    fetch_all!(
        conn,
        (String, String),
        "select digest, state from plugin_packages order by id limit 100000",
    )
}

/// A version that is or was in use: plugin, digest, state, when it was put into use.
pub type InUse = (String, String, String, Option<i64>);

pub async fn in_use(conn: &mut Conn) -> DbResult<Vec<InUse>> {
    fetch_all!(
        conn,
        InUse,
        "select plugin, digest, state, activated_at
           from plugin_packages where state in ('active', 'previous')
          order by plugin, state limit 10000",
    )
}

/// Changes whenever a client switches a plugin off or on.
pub async fn switches_across_clients(conn: &mut Conn) -> DbResult<(i64, i64)> {
    fetch_one!(conn, (i64, i64), "select count(*), coalesce(max(off_at), 0) from plugin_clients",)
}

/// Moves a version from one state to another. False when it is not in that state any more.
pub async fn move_to(
    conn: &mut Conn,
    id: i64,
    from: &str,
    to: &str,
    note: &str,
    activated_at: Option<i64>,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update plugin_packages
            set state = $3, note = $4, activated_at = coalesce($5, activated_at)
          where id = $1 and state = $2",
        id,
        from,
        to,
        note,
        activated_at,
    )?;
    Ok(rows == 1)
}

/// A removed version was brought here again.
pub async fn bring_back(
    conn: &mut Conn,
    id: i64,
    (origin, source): (&str, &str),
    by: &str,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update plugin_packages
            set state = 'staged', note = '', origin = $2, source = $3, installed_by = $4,
                installed_at = $5
          where id = $1 and state = 'removed'",
        id,
        origin,
        source,
        by,
        now,
    )?;
    Ok(rows == 1)
}

/// The versions of a plugin that are here are gone. Gives how many.
pub async fn remove_all(conn: &mut Conn, plugin: &str, note: &str) -> DbResult<u64> {
    execute!(
        conn,
        "update plugin_packages set state = 'removed', note = $2
          where plugin = $1 and state <> 'removed'",
        plugin,
        note,
    )
}

/// A bundled version gives its place to another build of the same version.
pub async fn forget(conn: &mut Conn, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from plugin_grants where package_id = $1", id)?;
    execute!(conn, "delete from plugin_packages where id = $1", id)
}

pub async fn insert_grant(
    conn: &mut Conn,
    package_id: i64,
    permissions: &str,
    by: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into plugin_grants (package_id, permissions, granted_at, granted_by)
         values ($1, $2, $3, $4)",
        package_id,
        permissions,
        now,
        by,
    )
}

/// A trusted key.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KeyRow {
    pub id: i64,
    pub key: String,
    pub name: String,
    pub added_at: i64,
    pub added_by: String,
}

pub async fn keys(conn: &mut Conn) -> DbResult<Vec<KeyRow>> {
    fetch_all!(
        conn,
        KeyRow,
        "select id, key, name, added_at, added_by from plugin_keys order by id limit 1000",
    )
}

/// Adds a key, or gives the one that is there a new name.
pub async fn put_key(
    conn: &mut Conn,
    key: &str,
    name: &str,
    by: &str,
    now: i64,
) -> DbResult<KeyRow> {
    fetch_one!(
        conn,
        KeyRow,
        "insert into plugin_keys (key, name, added_at, added_by) values ($1, $2, $3, $4)
         on conflict (key) do update set name = excluded.name
         returning id, key, name, added_at, added_by",
        key,
        name,
        now,
        by,
    )
}

pub async fn remove_key(conn: &mut Conn, id: i64) -> DbResult<Option<KeyRow>> {
    fetch_optional!(
        conn,
        KeyRow,
        "delete from plugin_keys where id = $1 returning id, key, name, added_at, added_by",
        id,
    )
}
