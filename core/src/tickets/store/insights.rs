//! The SQL of what AI helpers told.

use crate::{
    db::{Conn, DbResult},
    execute,
};

/// Stores what helpers told of a message, as JSON.
pub(in crate::tickets) async fn set_insights(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    insights: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set insights = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        insights,
    )
}

/// Stores the emotions of a ticket's customer, as JSON.
pub(in crate::tickets) async fn set_emotions(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    emotions: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set emotions = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        emotions,
    )
}
