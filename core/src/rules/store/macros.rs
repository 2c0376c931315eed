//! The SQL of macros, and which departments somebody belongs to.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    rules::model::Macro,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    departments: String,
    deeds: String,
    runs: i64,
    last_run_at: Option<i64>,
}

impl From<Row> for Macro {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            departments: serde_json::from_str(&row.departments).unwrap_or_default(),
            then: serde_json::from_str(&row.deeds).unwrap_or_default(),
            runs: row.runs,
            last_run_at: row.last_run_at,
        }
    }
}

/// A client's macros by name.
pub(in crate::rules) async fn macros(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Macro>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, name, departments, deeds, runs, last_run_at
           from macros
          where client_id = $1
          order by lower(name), id
          limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(Macro::from).collect())
}

pub(in crate::rules) async fn macro_by_id(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Macro>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, name, departments, deeds, runs, last_run_at
           from macros
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(Macro::from))
}

pub(in crate::rules) async fn count_macros(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) =
        fetch_one!(conn, (i64,), "select count(*) from macros where client_id = $1", client_id)?;
    Ok(count)
}

pub(in crate::rules) async fn insert_macro(
    conn: &mut Conn,
    client_id: i64,
    (name, departments, deeds): (&str, &str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into macros (client_id, name, departments, deeds, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)
         returning id",
        client_id,
        name,
        departments,
        deeds,
        now,
    )?;
    Ok(id)
}

pub(in crate::rules) async fn change_macro(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (name, departments, deeds): (&str, &str, &str),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update macros set name = $3, departments = $4, deeds = $5, updated_at = $6
          where client_id = $1 and id = $2",
        client_id,
        id,
        name,
        departments,
        deeds,
        now,
    )
}

pub(in crate::rules) async fn delete_macro(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<u64> {
    execute!(conn, "delete from macros where client_id = $1 and id = $2", client_id, id)
}

/// Counts a run.
pub(in crate::rules) async fn macro_ran(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update macros set runs = runs + 1, last_run_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// The departments a user is a member of.
pub(in crate::rules) async fn departments_of(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select department_id
           from department_members
          where client_id = $1 and user_id = $2
          limit 1000",
        client_id,
        user_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
