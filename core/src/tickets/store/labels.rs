//! Which tickets carry which labels.

use super::words;
use crate::{
    db::{Conn, DbResult},
    execute,
};

/// Sets what a ticket carries: as text in its own order, and as rows to be found by.
pub(in crate::tickets) async fn set_labels(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    labels: &[i64],
    now: i64,
) -> DbResult<()> {
    let text = serde_json::to_string(labels).unwrap_or_else(|_| "[]".into());
    execute!(
        conn,
        "update tickets set labels = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        text.as_str(),
        now,
    )?;
    execute!(
        conn,
        "delete from ticket_labels where client_id = $1 and ticket_id = $2",
        client_id,
        id,
    )?;
    for label in labels {
        execute!(
            conn,
            "insert into ticket_labels (client_id, label_id, ticket_id) values ($1, $2, $3)
             on conflict (client_id, label_id, ticket_id) do nothing",
            client_id,
            *label,
            id,
        )?;
    }
    words::index_ticket(conn, client_id, id).await
}
