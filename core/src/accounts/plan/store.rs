//! What is kept of a client's plan.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_one,
};

/// What a client has, by its number, and when that ends; milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::accounts) struct Chosen {
    pub number: i64,
    pub ends_at: Option<i64>,
}

pub(super) async fn of(conn: &mut Conn, client_id: i64) -> DbResult<Chosen> {
    fetch_one!(
        conn,
        Chosen,
        "select plan as number, plan_ends_at as ends_at from clients where id = $1",
        client_id,
    )
}

pub(super) async fn set(conn: &mut Conn, client_id: i64, plan: Chosen) -> DbResult<()> {
    execute!(
        conn,
        "update clients set plan = $1, plan_ends_at = $2 where id = $3",
        plan.number,
        plan.ends_at,
        client_id,
    )?;
    Ok(())
}

pub(super) async fn timezone(conn: &mut Conn, client_id: i64) -> DbResult<String> {
    let (timezone,) =
        fetch_one!(conn, (String,), "select timezone from clients where id = $1", client_id)?;
    Ok(timezone)
}

pub(super) async fn features(conn: &mut Conn, client_id: i64) -> DbResult<Option<String>> {
    let (features,) = fetch_one!(
        conn,
        (Option<String>,),
        "select features from clients where id = $1",
        client_id,
    )?;
    Ok(features)
}

pub(super) async fn set_features(
    conn: &mut Conn,
    client_id: i64,
    features: Option<&str>,
) -> DbResult<()> {
    execute!(conn, "update clients set features = $1 where id = $2", features, client_id)?;
    Ok(())
}
