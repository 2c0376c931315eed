//! Rows of timers: when plugins asked to be called.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Sets a timer, or moves it. A claim on it stays: whoever fires it now finds that it was moved.
pub(in crate::channels) async fn set_timer(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    name: &str,
    fire_at: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into channel_timers (client_id, channel_id, name, fire_at, next_at)
         values ($1, $2, $3, $4, $4)
         on conflict (channel_id, name) do update
            set fire_at = excluded.fire_at, next_at = excluded.next_at, failures = 0",
        client_id,
        channel_id,
        name,
        fire_at,
    )
}

pub(in crate::channels) async fn cancel_timer(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    name: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from channel_timers where client_id = $1 and channel_id = $2 and name = $3",
        client_id,
        channel_id,
        name,
    )
}

pub(in crate::channels) async fn count_timers(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from channel_timers where client_id = $1 and channel_id = $2",
        client_id,
        channel_id,
    )?;
    Ok(count)
}

/// Due timers of accounts that are switched on and that nobody is firing: client, account and name.
pub(in crate::channels) async fn due_timers_across_clients(
    conn: &mut Conn,
    now: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64, String)>> {
    fetch_all!(
        conn,
        (i64, i64, String),
        "select t.client_id, t.channel_id, t.name
           from channel_timers t
           join channels c on c.id = t.channel_id
          where t.next_at <= $1 and (t.lease_until is null or t.lease_until < $1)
            and c.enabled and c.deleted_at is null
          order by t.next_at
          limit $2",
        now,
        limit,
    )
}

/// When the next timer is due, if any is set.
pub(in crate::channels) async fn next_timer_across_clients(
    conn: &mut Conn,
    now: i64,
) -> DbResult<Option<i64>> {
    let (next,) = fetch_one!(
        conn,
        (Option<i64>,),
        "select min(next_at) from channel_timers where next_at > $1",
        now,
    )?;
    Ok(next)
}

/// A timer that this process fires.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::channels) struct LeasedTimer {
    pub client_id: i64,
    pub channel_id: i64,
    pub name: String,
    pub fire_at: i64,
    pub failures: i64,
    pub fence: i64,
}

/// None when another process was quicker, or the timer is gone or was moved.
pub(in crate::channels) async fn lease_timer(
    conn: &mut Conn,
    (client_id, channel_id, name): (i64, i64, &str),
    owner: &str,
    now: i64,
    until: i64,
) -> DbResult<Option<LeasedTimer>> {
    fetch_optional!(
        conn,
        LeasedTimer,
        "update channel_timers
            set fence = fence + 1, lease_owner = $4, lease_until = $6
          where client_id = $1 and channel_id = $2 and name = $3 and next_at <= $5
            and (lease_until is null or lease_until < $5)
         returning client_id, channel_id, name, fire_at, failures, fence",
        client_id,
        channel_id,
        name,
        owner,
        now,
        until,
    )
}

/// Ends a firing: the timer goes, unless it was moved in the meantime. False when the claim was lost;
/// then another process has fired it, or the plugin cancelled it.
pub(in crate::channels) async fn end_timer(
    conn: &mut Conn,
    timer: &LeasedTimer,
    owner: &str,
) -> DbResult<bool> {
    let removed = execute!(
        conn,
        "delete from channel_timers
          where client_id = $1 and channel_id = $2 and name = $3 and fence = $4
            and lease_owner = $5 and fire_at = $6",
        timer.client_id,
        timer.channel_id,
        timer.name.as_str(),
        timer.fence,
        owner,
        timer.fire_at,
    )?;
    if removed == 1 {
        return Ok(true);
    }
    let kept = execute!(
        conn,
        "update channel_timers set lease_owner = null, lease_until = null
          where client_id = $1 and channel_id = $2 and name = $3 and fence = $4
            and lease_owner = $5",
        timer.client_id,
        timer.channel_id,
        timer.name.as_str(),
        timer.fence,
        owner,
    )?;
    Ok(kept == 1)
}

/// Puts a firing off. A timer that was moved in the meantime keeps its new time.
pub(in crate::channels) async fn postpone_timer(
    conn: &mut Conn,
    timer: &LeasedTimer,
    next_at: i64,
    failed: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channel_timers
            set next_at = case when fire_at = $5 then cast($6 as bigint) else next_at end,
                failures = failures + $7, lease_owner = null, lease_until = null
          where client_id = $1 and channel_id = $2 and name = $3 and fence = $4",
        timer.client_id,
        timer.channel_id,
        timer.name.as_str(),
        timer.fence,
        timer.fire_at,
        next_at,
        i64::from(failed),
    )
}

pub(in crate::channels) async fn forget_timer_leases(
    conn: &mut Conn,
    owner: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channel_timers set lease_owner = null, lease_until = null where lease_owner <> $1",
        owner,
    )
}
