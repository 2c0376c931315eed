//! Rows of push connections: the state that a plugin left at its last committed step.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};

pub(in crate::channels) async fn socket_state(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
) -> DbResult<Option<Vec<u8>>> {
    let row = fetch_optional!(
        conn,
        (Option<Vec<u8>>,),
        "select state from channel_sockets where client_id = $1 and channel_id = $2",
        client_id,
        channel_id,
    )?;
    Ok(row.and_then(|row| row.0))
}

pub(in crate::channels) async fn set_socket_state(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    state: &[u8],
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into channel_sockets (client_id, channel_id, state, updated_at)
         values ($1, $2, $3, $4)
         on conflict (channel_id) do update
            set state = excluded.state, updated_at = excluded.updated_at",
        client_id,
        channel_id,
        state,
        now,
    )
}
