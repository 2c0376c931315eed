//! The SQL of roles.

use super::model::{BuiltinRole, Role, RoleUsers};
use crate::{
    accounts::model::{Kind, Permissions, key},
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    builtin: Option<String>,
    kind: String,
    rank: i64,
    permissions: String,
    users: i64,
}

impl From<Row> for Role {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            builtin: row.builtin.as_deref().and_then(BuiltinRole::parse),
            kind: Kind::parse(&row.kind),
            rank: row.rank,
            permissions: Permissions::parse(&row.permissions).list(),
            users: row.users,
        }
    }
}

/// The client's roles, the highest first.
pub(super) async fn all(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Role>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select r.id, r.name, r.builtin, r.kind, r.rank, r.permissions,
                (select count(*) from users u
                  where u.client_id = $1 and u.role_id = r.id) as users
           from roles r
          where r.client_id = $1
          order by r.rank, r.id
          limit 200",
        client_id,
    )?;
    Ok(rows.into_iter().map(Role::from).collect())
}

/// One role of the client.
pub(in crate::accounts::roster) async fn one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Role>> {
    Ok(all(conn, client_id).await?.into_iter().find(|role| role.id == id))
}

/// Ids and names of the client's roles.
pub(in crate::accounts::roster) async fn names(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String)>> {
    Ok(all(conn, client_id).await?.into_iter().map(|role| (role.id, role.name)).collect())
}

/// Which role the client began with under this word, as it is now.
pub(in crate::accounts) async fn beginning(
    conn: &mut Conn,
    client_id: i64,
    (kind, rank): (Kind, i64),
) -> DbResult<Option<i64>> {
    let found = all(conn, client_id).await?.into_iter().find(|role| {
        role.builtin.is_some()
            && (role.kind, role.rank) == (kind, rank)
            && role.permissions.is_empty()
    });
    Ok(found.map(|role| role.id))
}

/// Makes the roles that every client begins with.
pub(in crate::accounts) async fn seed(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<()> {
    for builtin in BuiltinRole::ALL {
        let rights = builtin.beginning();
        let permissions: Vec<&str> = rights.permissions.iter().map(|one| one.as_str()).collect();
        let role = Role {
            id: 0,
            name: rights.name.to_owned(),
            builtin: Some(*builtin),
            kind: rights.kind,
            rank: rights.rank,
            permissions: permissions.into_iter().map(str::to_owned).collect(),
            users: 0,
        };
        insert(conn, client_id, &role, now).await?;
    }
    Ok(())
}

/// Adds a role; its id and number of users are not looked at. Gives the id.
pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    role: &Role,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into roles (client_id, name, name_key, builtin, kind, rank, permissions, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning id",
        client_id,
        role.name.as_str(),
        key(&role.name),
        role.builtin.map(BuiltinRole::as_str),
        role.kind.as_str(),
        role.rank,
        listed(&role.permissions),
        now,
    )?;
    Ok(id)
}

/// Writes a role, and its rights to all who have it.
pub(super) async fn write(conn: &mut Conn, client_id: i64, role: &Role) -> DbResult<()> {
    execute!(
        conn,
        "update roles set name = $3, name_key = $4, kind = $5, rank = $6, permissions = $7
          where client_id = $1 and id = $2",
        client_id,
        role.id,
        role.name.as_str(),
        key(&role.name),
        role.kind.as_str(),
        role.rank,
        listed(&role.permissions),
    )?;
    execute!(
        conn,
        "update users set kind = $3, rank = $4, permissions = $5
          where client_id = $1 and role_id = $2",
        client_id,
        role.id,
        role.kind.as_str(),
        role.rank,
        listed(&role.permissions),
    )
    .map(drop)
}

pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    execute!(conn, "delete from roles where client_id = $1 and id = $2", client_id, id).map(drop)
}

/// How the users of a role stand.
pub(super) async fn users_of(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    me: i64,
) -> DbResult<RoleUsers> {
    let (mine, enabled, other_admins) = fetch_one!(
        conn,
        (i64, i64, i64),
        "select coalesce(sum(case when role_id = $2 and id = $3 then 1 else 0 end), 0),
                coalesce(sum(case when role_id = $2 then 1 else 0 end), 0),
                coalesce(sum(case when kind = 'admin' and (role_id is null or role_id <> $2)
                                  then 1 else 0 end), 0)
           from users
          where client_id = $1 and disabled_at is null",
        client_id,
        id,
        me,
    )?;
    Ok(RoleUsers { mine: mine > 0, other_admins, enabled })
}

/// Living sessions of those who have a role: user and session.
pub(super) async fn sessions(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select u.id, s.id
           from users u
           join sessions s on s.user_id = u.id
          where u.client_id = $1 and u.role_id = $2 and s.client_id = $1
            and s.revoked_at is null and s.expires_at > $3
          order by s.id
          limit 50000",
        client_id,
        id,
        now,
    )
}

fn listed(permissions: &[String]) -> String {
    serde_json::to_string(permissions).unwrap_or_else(|_| "[]".into())
}
