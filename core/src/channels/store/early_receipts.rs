//! The SQL of receipts that came before their message had an external id.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// A receipt that waits.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::channels) struct EarlyReceipt {
    pub state: String,
    pub code: Option<String>,
    pub reason: Option<String>,
}

/// Whether the account has a send whose external ids are not known yet.
pub(in crate::channels) async fn has_open_sends(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
) -> DbResult<bool> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "select id from deliveries
          where client_id = $1 and channel_id = $2 and state in ('queued', 'sending') limit 1",
        client_id,
        channel_id,
    )?;
    Ok(found.is_some())
}

/// Keeps a receipt until its message is known. The first of a state counts, and a reason that comes with
/// another one is added to it.
pub(in crate::channels) async fn insert_early_receipt(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    (external_id, state): (&str, &str),
    (code, reason): (Option<&str>, Option<&str>),
    (at_ms, now): (i64, i64),
) -> DbResult<()> {
    execute!(
        conn,
        "insert into early_receipts
            (client_id, channel_id, external_id, state, code, at_ms, received_at, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (channel_id, external_id, state) do update
            set code = coalesce(early_receipts.code, excluded.code),
                reason = coalesce(early_receipts.reason, excluded.reason)",
        client_id,
        channel_id,
        external_id,
        state,
        code,
        at_ms,
        now,
        reason,
    )?;
    Ok(())
}

/// Takes out what came early for an external id, earliest first.
pub(in crate::channels) async fn take_early_receipts(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    external_id: &str,
) -> DbResult<Vec<EarlyReceipt>> {
    let found = fetch_all!(
        conn,
        EarlyReceipt,
        "select state, code, reason from early_receipts
          where client_id = $1 and channel_id = $2 and external_id = $3
          order by at_ms, received_at, state",
        client_id,
        channel_id,
        external_id,
    )?;
    if !found.is_empty() {
        execute!(
            conn,
            "delete from early_receipts
              where client_id = $1 and channel_id = $2 and external_id = $3",
            client_id,
            channel_id,
            external_id,
        )?;
    }
    Ok(found)
}

pub(in crate::channels) async fn prune_early_receipts_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from early_receipts where (channel_id, external_id, state) in (
            select channel_id, external_id, state from early_receipts
             where received_at < $1 order by received_at limit $2)",
        before,
        limit,
    )
}
