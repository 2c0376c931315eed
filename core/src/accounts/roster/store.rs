//! The SQL of users, as admins keep them.

use super::model::User;
use crate::{
    accounts::model::{Kind, Permissions, key},
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Users of a client that are read at once.
const USERS_MAX: i64 = 5_000;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    username: String,
    name: String,
    email: String,
    kind: String,
    rank: i64,
    permissions: String,
    role_id: Option<i64>,
    disabled: bool,
    second_factor: bool,
    created_at: i64,
}

impl Row {
    fn user(self, departments: Vec<i64>) -> User {
        User {
            id: self.id,
            username: self.username,
            name: self.name,
            email: self.email,
            kind: Kind::parse(&self.kind),
            rank: self.rank,
            permissions: Permissions::parse(&self.permissions).list(),
            role: self.role_id,
            departments,
            disabled: self.disabled,
            second_factor: self.second_factor,
            created_at: self.created_at,
        }
    }
}

/// All users of a client, with their departments.
pub(super) async fn all(conn: &mut Conn, client_id: i64) -> DbResult<Vec<User>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, username, name, email, kind, rank, permissions, role_id,
                disabled_at is not null as disabled, tfa_secret is not null as second_factor,
                created_at
           from users
          where client_id = $1
          order by id
          limit $2",
        client_id,
        USERS_MAX,
    )?;
    let members = fetch_all!(
        conn,
        (i64, i64),
        "select m.user_id, m.department_id
           from department_members m
           join departments d on d.id = m.department_id
          where m.client_id = $1 and d.deleted_at is null
          order by m.user_id, m.department_id
          limit 1000000",
        client_id,
    )?;
    let of = |id: i64| -> Vec<i64> {
        let from = members.partition_point(|(user, _)| *user < id);
        members[from..].iter().take_while(|(user, _)| *user == id).map(|(_, d)| *d).collect()
    };
    Ok(rows
        .into_iter()
        .map(|row| {
            let departments = of(row.id);
            row.user(departments)
        })
        .collect())
}

/// One user of a client.
pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<User>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, username, name, email, kind, rank, permissions, role_id,
                disabled_at is not null as disabled, tfa_secret is not null as second_factor,
                created_at
           from users
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    let Some(row) = row else { return Ok(None) };
    let departments = fetch_all!(
        conn,
        (i64,),
        "select m.department_id
           from department_members m
           join departments d on d.id = m.department_id
          where m.client_id = $1 and m.user_id = $2 and d.deleted_at is null
          order by m.department_id
          limit 1000",
        client_id,
        id,
    )?;
    Ok(Some(row.user(departments.into_iter().map(|row| row.0).collect())))
}

/// Admins who can sign in.
pub(super) async fn admins(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from users
          where client_id = $1 and kind = 'admin' and disabled_at is null",
        client_id,
    )?;
    Ok(count)
}

/// Writes everything that admins keep of a user, but the departments.
pub(super) async fn write(conn: &mut Conn, client_id: i64, user: &User) -> DbResult<()> {
    let permissions = serde_json::to_string(&user.permissions).unwrap_or_else(|_| "[]".into());
    execute!(
        conn,
        "update users
            set name = $3, email = $4, email_key = $5, kind = $6, rank = $7, permissions = $8,
                role_id = $9
          where client_id = $1 and id = $2",
        client_id,
        user.id,
        user.name.as_str(),
        user.email.as_str(),
        key(&user.email),
        user.kind.as_str(),
        user.rank,
        permissions.as_str(),
        user.role,
    )
    .map(drop)
}

/// Which of these departments of the client are there.
pub(super) async fn departments(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, name
           from departments
          where client_id = $1 and deleted_at is null
          order by id
          limit 1000",
        client_id,
    )
}

/// Puts a user into these departments and no others.
pub(super) async fn set_departments(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    departments: &[i64],
) -> DbResult<()> {
    execute!(
        conn,
        "delete from department_members where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )?;
    for department in departments {
        execute!(
            conn,
            "insert into department_members (client_id, department_id, user_id)
             values ($1, $2, $3)",
            client_id,
            *department,
            user_id,
        )?;
    }
    Ok(())
}

/// Disables a user at this moment, or enables it.
pub(super) async fn set_disabled(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    at: Option<i64>,
) -> DbResult<()> {
    execute!(
        conn,
        "update users set disabled_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        at,
    )
    .map(drop)
}

/// Sets a password in place of whichever there was.
pub(in crate::accounts) async fn overwrite_password(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    hash: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update users set password_hash = $3, password_version = password_version + 1
          where client_id = $1 and id = $2",
        client_id,
        id,
        hash,
    )
    .map(drop)
}

/// The version of a user's password, which a link is bound to.
pub(super) async fn password_version(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<i64> {
    let (version,) = fetch_one!(
        conn,
        (i64,),
        "select password_version from users where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(version)
}
