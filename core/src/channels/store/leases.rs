//! Leases: who does a thing of which there may be only one.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};

/// Takes or renews a lease. None when another owner holds it. The fence grows with each new owner.
pub(in crate::channels) async fn take_lease(
    conn: &mut Conn,
    name: &str,
    owner: &str,
    now: i64,
    until: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into leases (name, owner, until_at, fence) values ($1, $2, $4, 1)
         on conflict (name) do update
            set until_at = excluded.until_at,
                fence = case when leases.owner = excluded.owner then leases.fence
                             else leases.fence + 1 end,
                owner = excluded.owner
          where leases.owner = excluded.owner or leases.until_at < $3
         returning fence",
        name,
        owner,
        now,
        until,
    )?;
    Ok(row.map(|row| row.0))
}

pub(in crate::channels) async fn release(
    conn: &mut Conn,
    name: &str,
    owner: &str,
) -> DbResult<u64> {
    execute!(conn, "delete from leases where name = $1 and owner = $2", name, owner)
}

/// Frees what an earlier life of the only process left behind. For SQLite, whose data folder has one
/// process at a time.
///
/// # Errors
/// What the database said.
pub async fn forget_leases_of_other_owners(conn: &mut Conn, owner: &str) -> DbResult<u64> {
    super::timers::forget_timer_leases(conn, owner).await?;
    execute!(conn, "delete from leases where owner <> $1", owner)
}

/// Whether a lease is still this owner's, held until the end of the transaction.
pub(in crate::channels) async fn keep_lease(
    conn: &mut Conn,
    name: &str,
    owner: &str,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update leases set until_at = until_at where name = $1 and owner = $2",
        name,
        owner,
    )?;
    Ok(rows == 1)
}
