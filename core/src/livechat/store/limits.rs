//! The SQL of what visitors share: places in the queue and what they used up.

use crate::{
    db::{Conn, DbResult, dialect},
    execute, fetch_all, fetch_optional,
};

/// How many wait in a client, on a page, and from a network.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(in crate::livechat) struct Waiting {
    pub client: i64,
    pub page: i64,
    pub network: i64,
}

pub(in crate::livechat) async fn waiting(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    network_key: &str,
) -> DbResult<Waiting> {
    let found = fetch_optional!(
        conn,
        Waiting,
        "select count(*) as client,
                coalesce(sum(case when channel_id = $2 then 1 else 0 end), 0) as page,
                coalesce(sum(case when address = $3 then 1 else 0 end), 0) as network
           from livechat_sessions
          where client_id = $1 and state = 'queued'",
        client_id,
        channel_id,
        network_key,
    )?;
    Ok(found.unwrap_or(Waiting { client: 0, page: 0, network: 0 }))
}

/// Holds a visit, where others may write at the same time.
pub(in crate::livechat) async fn hold(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    if dialect::writes_alone(conn) {
        return Ok(0);
    }
    // A column of no index, so that nothing but the row itself is written.
    execute!(
        conn,
        "update livechat_sessions set created_by = created_by where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// The number of a place in the queue.
pub(in crate::livechat) async fn place(
    conn: &mut Conn,
    client_id: i64,
    (queued_at, id): (i64, i64),
) -> DbResult<i64> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "select count(*)
           from livechat_sessions
          where client_id = $1 and state = 'queued'
            and (queued_at < $2 or (queued_at = $2 and id <= $3))",
        client_id,
        queued_at,
        id,
    )?;
    Ok(found.map_or(0, |row| row.0))
}

/// The visits that wait behind a place, the next one first.
pub(in crate::livechat) async fn behind(
    conn: &mut Conn,
    client_id: i64,
    (queued_at, id): (i64, i64),
    limit: i64,
) -> DbResult<Vec<(i64,)>> {
    fetch_all!(
        conn,
        (i64,),
        "select id
           from livechat_sessions
          where client_id = $1 and state = 'queued'
            and (queued_at > $2 or (queued_at = $2 and id > $3))
          order by queued_at, id
          limit $4",
        client_id,
        queued_at,
        id,
        limit,
    )
}

/// What is counted, and of whom.
pub(in crate::livechat) struct Spent<'a> {
    /// 0 for what is counted over the whole installation.
    pub client_id: i64,
    pub what: &'a str,
    pub key: &'a str,
}

/// Adds to a count of a day and gives the sum.
pub(in crate::livechat) async fn spend(
    conn: &mut Conn,
    spent: &Spent<'_>,
    day: i64,
    amount: i64,
) -> DbResult<i64> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "insert into visitor_counts (client_id, what, key, day, amount)
         values ($1, $2, $3, $4, $5)
         on conflict (client_id, what, key, day)
             do update set amount = visitor_counts.amount + excluded.amount
         returning amount",
        spent.client_id,
        spent.what,
        spent.key,
        day,
        amount,
    )?;
    Ok(found.map_or(amount, |row| row.0))
}
