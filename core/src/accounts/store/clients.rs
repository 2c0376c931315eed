//! The SQL of clients.

use crate::{
    accounts::{plan::Chosen, roster::seed_roles},
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

pub(in crate::accounts) async fn client_by_name(
    conn: &mut Conn,
    name_key: &str,
) -> DbResult<Option<i64>> {
    let row =
        fetch_optional!(conn, (i64,), "select id from clients where name_key = $1", name_key)?;
    Ok(row.map(|(id,)| id))
}

pub(in crate::accounts) async fn insert_client(
    conn: &mut Conn,
    (name, name_key): (&str, &str),
    plan: Chosen,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into clients (name, name_key, plan, plan_ends_at, created_at)
         values ($1, $2, $3, $4, $5)
         returning id",
        name,
        name_key,
        plan.number,
        plan.ends_at,
        now,
    )?;
    execute!(conn, "insert into client_counters (client_id) values ($1)", id)?;
    seed_roles(conn, id, now).await?;
    Ok(id)
}

/// Lets nobody else who asks for it change what is the client's until the transaction ends.
pub(in crate::accounts) async fn hold_client(conn: &mut Conn, client_id: i64) -> DbResult<()> {
    execute!(conn, "update clients set name = name where id = $1", client_id).map(drop)
}

/// Sets the zone in which a client's days begin and end.
pub(in crate::accounts) async fn set_client_timezone(
    conn: &mut Conn,
    client_id: i64,
    timezone: &str,
) -> DbResult<()> {
    execute!(conn, "update clients set timezone = $2 where id = $1", client_id, timezone)?;
    Ok(())
}

/// The client that was made first.
pub(in crate::accounts) async fn first_client_across_clients(
    conn: &mut Conn,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(conn, (i64,), "select id from clients order by id limit 1")?;
    Ok(row.map(|row| row.0))
}

pub(in crate::accounts) async fn clients_across_clients(conn: &mut Conn) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(conn, (i64,), "select id from clients order by id limit 1000000")?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Number and name of every client.
pub(in crate::accounts) async fn client_names_across_clients(
    conn: &mut Conn,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(conn, (i64, String), "select id, name from clients order by id limit 1000000")
}

pub(in crate::accounts) async fn client_name(conn: &mut Conn, client_id: i64) -> DbResult<String> {
    let row =
        fetch_optional!(conn, (String,), "select name from clients where id = $1", client_id)?;
    Ok(row.map(|row| row.0).unwrap_or_default())
}
