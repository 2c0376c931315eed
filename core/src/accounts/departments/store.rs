//! The SQL of departments.

use super::model::{Department, Team};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Departments by name; with `deleted`, those that were removed as well.
pub(super) async fn list(
    conn: &mut Conn,
    client_id: i64,
    deleted: bool,
) -> DbResult<Vec<Department>> {
    fetch_all!(
        conn,
        Department,
        "select id, name, deleted_at is not null as deleted
           from departments
          where client_id = $1 and (deleted_at is null or $2)
          order by name_key, id
          limit 2000",
        client_id,
        deleted,
    )
}

/// The names and ids of the departments that are offered.
///
/// # Errors
/// What the database said.
pub async fn names(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(String, i64)>> {
    let all = list(conn, client_id, false).await?;
    Ok(all.into_iter().map(|one| (one.name, one.id)).collect())
}

/// Departments that are offered, with their members who can sign in.
pub(super) async fn teams(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Team>> {
    let members = fetch_all!(
        conn,
        (i64, i64),
        "select m.department_id, m.user_id
           from department_members m
           join users u on u.id = m.user_id
          where m.client_id = $1 and u.disabled_at is null
          order by m.department_id, m.user_id
          limit 1000000",
        client_id,
    )?;
    let departments = list(conn, client_id, false).await?;
    Ok(departments
        .into_iter()
        .map(|department| {
            let id = department.id;
            let own = members.iter().filter(|(of, _)| *of == id).map(|(_, user)| *user);
            Team { id, name: department.name, members: own.collect() }
        })
        .collect())
}

/// One department that is offered.
pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select name from departments where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// Whether tickets may be put into this department.
///
/// # Errors
/// What the database said.
pub async fn is_offered(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<bool> {
    Ok(one(conn, client_id, id).await?.is_some())
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from departments where client_id = $1 and deleted_at is null",
        client_id,
    )?;
    Ok(count)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (name, name_key): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into departments (client_id, name, name_key, created_at)
         values ($1, $2, $3, $4)
         returning id",
        client_id,
        name,
        name_key,
        now,
    )?;
    Ok(id)
}

pub(super) async fn rename(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (name, name_key): (&str, &str),
) -> DbResult<()> {
    execute!(
        conn,
        "update departments set name = $3, name_key = $4
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        name,
        name_key,
    )
    .map(drop)
}

/// Removes a department, and its members from it.
pub(super) async fn remove(conn: &mut Conn, (client_id, id): (i64, i64), now: i64) -> DbResult<()> {
    execute!(
        conn,
        "update departments set deleted_at = $3
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        now,
    )?;
    set_members(conn, (client_id, id), &[]).await
}

/// Users of the client who can sign in.
pub(super) async fn users(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, username
           from users
          where client_id = $1 and disabled_at is null
          order by id
          limit 5000",
        client_id,
    )
}

pub(super) async fn members(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select u.id, u.username
           from department_members m
           join users u on u.id = m.user_id
          where m.client_id = $1 and m.department_id = $2 and u.disabled_at is null
          order by u.id
          limit 5000",
        client_id,
        id,
    )
}

/// The name of a department that is offered, and the ids of its members who can sign in.
///
/// # Errors
/// What the database said.
pub async fn name_and_members(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(String, Vec<i64>)>> {
    let Some(name) = one(conn, client_id, id).await? else { return Ok(None) };
    let members = members(conn, (client_id, id)).await?;
    Ok(Some((name, members.into_iter().map(|(id, _)| id).collect())))
}

/// Gives a department these members. Those who are disabled stay, for when they are back.
pub(super) async fn set_members(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    members: &[i64],
) -> DbResult<()> {
    execute!(
        conn,
        "delete from department_members
          where client_id = $1 and department_id = $2
            and user_id in (select id from users where client_id = $1 and disabled_at is null)",
        client_id,
        id,
    )?;
    for user in members {
        execute!(
            conn,
            "insert into department_members (client_id, department_id, user_id)
             values ($1, $2, $3)",
            client_id,
            id,
            *user,
        )?;
    }
    Ok(())
}
