//! The SQL of tickets that users follow.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_listed, fetch_one, fetch_optional,
};

/// Whether a user follows a ticket.
pub(in crate::tickets) async fn is_following(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    ticket_id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select ticket_id from ticket_followers
          where client_id = $1 and user_id = $2 and ticket_id = $3",
        client_id,
        user_id,
        ticket_id,
    )?;
    Ok(row.is_some())
}

/// How many tickets a user follows.
pub(in crate::tickets) async fn following(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from ticket_followers where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )?;
    Ok(count)
}

/// Notes down that a user follows a ticket. What is so already stays so.
pub(in crate::tickets) async fn follow(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    ticket_id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_followers (client_id, user_id, ticket_id, followed_at)
         values ($1, $2, $3, $4)
         on conflict (client_id, user_id, ticket_id) do nothing",
        client_id,
        user_id,
        ticket_id,
        now,
    )
}

/// Takes that away again.
pub(in crate::tickets) async fn unfollow(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    ticket_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from ticket_followers where client_id = $1 and user_id = $2 and ticket_id = $3",
        client_id,
        user_id,
        ticket_id,
    )
}

/// Whether anybody of a client follows a ticket.
pub(in crate::tickets) async fn has_followers(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select user_id from ticket_followers where client_id = $1 limit 1",
        client_id,
    )?;
    Ok(row.is_some())
}

/// Who follows which of these tickets, and since when: tickets and users by their ids, milliseconds.
pub(in crate::tickets) async fn followers(
    conn: &mut Conn,
    client_id: i64,
    tickets: &[i64],
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_listed!(
        conn,
        (i64, i64, i64),
        "select ticket_id, user_id, followed_at from ticket_followers where ticket_id",
        tickets,
        " and client_id = $2 order by ticket_id, user_id limit 100000",
        client_id,
    )
}
