//! Rows of usage, and what is waiting.

use crate::{
    channels::{api::UsageSums, usage::Numbers},
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// One process's minute of one account and function.
pub(in crate::channels) struct UsageRow<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    pub plugin: &'a str,
    pub call: &'a str,
    pub minute: i64,
    pub node: &'a str,
    pub numbers: &'a Numbers,
}

/// Stores a minute; what was stored of it before is replaced.
pub(in crate::channels) async fn set_usage(conn: &mut Conn, row: &UsageRow<'_>) -> DbResult<u64> {
    let n = row.numbers;
    execute!(
        conn,
        "insert into plugin_usage (client_id, channel_id, plugin, call, minute, node, calls, ok,
                                   failed, crashed, limited, cpu_us, wall_us, bytes_in, bytes_out,
                                   peak_memory, wall_0, wall_1, wall_2, wall_3, wall_4, wall_5,
                                   wall_6, wall_7, wall_8, wall_9, wall_10, wall_11)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
         on conflict (client_id, plugin, channel_id, minute, call, node) do update
            set calls = excluded.calls, ok = excluded.ok, failed = excluded.failed,
                crashed = excluded.crashed, limited = excluded.limited, cpu_us = excluded.cpu_us,
                wall_us = excluded.wall_us, bytes_in = excluded.bytes_in,
                bytes_out = excluded.bytes_out, peak_memory = excluded.peak_memory,
                wall_0 = excluded.wall_0, wall_1 = excluded.wall_1, wall_2 = excluded.wall_2,
                wall_3 = excluded.wall_3, wall_4 = excluded.wall_4, wall_5 = excluded.wall_5,
                wall_6 = excluded.wall_6, wall_7 = excluded.wall_7, wall_8 = excluded.wall_8,
                wall_9 = excluded.wall_9, wall_10 = excluded.wall_10,
                wall_11 = excluded.wall_11",
        row.client_id,
        row.channel_id,
        row.plugin,
        row.call,
        row.minute,
        row.node,
        n.sums.calls,
        n.sums.ok,
        n.sums.failed,
        n.sums.crashed,
        n.sums.limited,
        n.sums.cpu_us,
        n.sums.wall_us,
        n.sums.bytes_in,
        n.sums.bytes_out,
        n.sums.peak_memory,
        n.walls[0],
        n.walls[1],
        n.walls[2],
        n.walls[3],
        n.walls[4],
        n.walls[5],
        n.walls[6],
        n.walls[7],
        n.walls[8],
        n.walls[9],
        n.walls[10],
        n.walls[11],
    )
}

/// Whose usage: a plugin's over all accounts of the client, or one account's.
#[derive(Clone, Copy)]
pub(in crate::channels) struct UsageScope<'a> {
    pub client_id: i64,
    pub plugin: &'a str,
    /// None: all accounts.
    pub channel_id: Option<i64>,
}

/// What one function cost in one step of time.
#[derive(sqlx::FromRow)]
pub(in crate::channels) struct StepRow {
    pub at: i64,
    pub call: String,
    #[sqlx(flatten)]
    pub sums: UsageSums,
    pub wall_0: i64,
    pub wall_1: i64,
    pub wall_2: i64,
    pub wall_3: i64,
    pub wall_4: i64,
    pub wall_5: i64,
    pub wall_6: i64,
    pub wall_7: i64,
    pub wall_8: i64,
    pub wall_9: i64,
    pub wall_10: i64,
    pub wall_11: i64,
}

/// Sums by steps of `step` milliseconds and function, in the order of time. One statement, so that
/// sums over time and sums over functions are of the same calls, whatever is stored meanwhile.
pub(in crate::channels) async fn usage_by_step(
    conn: &mut Conn,
    whose: UsageScope<'_>,
    since: i64,
    step: i64,
) -> DbResult<Vec<StepRow>> {
    fetch_all!(
        conn,
        StepRow,
        "select minute - minute % $5 as at, call, cast(sum(calls) as bigint) as calls,
                cast(sum(ok) as bigint) as ok, cast(sum(failed) as bigint) as failed,
                cast(sum(crashed) as bigint) as crashed, cast(sum(limited) as bigint) as limited,
                cast(sum(cpu_us) as bigint) as cpu_us, cast(sum(wall_us) as bigint) as wall_us,
                cast(sum(bytes_in) as bigint) as bytes_in,
                cast(sum(bytes_out) as bigint) as bytes_out, max(peak_memory) as peak_memory,
                cast(sum(wall_0) as bigint) as wall_0, cast(sum(wall_1) as bigint) as wall_1,
                cast(sum(wall_2) as bigint) as wall_2, cast(sum(wall_3) as bigint) as wall_3,
                cast(sum(wall_4) as bigint) as wall_4, cast(sum(wall_5) as bigint) as wall_5,
                cast(sum(wall_6) as bigint) as wall_6, cast(sum(wall_7) as bigint) as wall_7,
                cast(sum(wall_8) as bigint) as wall_8, cast(sum(wall_9) as bigint) as wall_9,
                cast(sum(wall_10) as bigint) as wall_10, cast(sum(wall_11) as bigint) as wall_11
           from plugin_usage
          where client_id = $1 and plugin = $2
            and (cast($3 as bigint) is null or channel_id = $3) and minute >= $4
          group by minute - minute % $5, call
          order by at, call
          limit 20000",
        whose.client_id,
        whose.plugin,
        whose.channel_id,
        since,
        step,
    )
}

pub(in crate::channels) async fn prune_usage_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from plugin_usage
          where minute <= (select max(minute) from (
            select minute from plugin_usage where minute < $1 order by minute limit $2) as old)",
        before,
        limit,
    )
}

/// What waits: deliveries and the time of the oldest, then inputs to be tried again and theirs.
pub(in crate::channels) async fn waiting(
    conn: &mut Conn,
    whose: UsageScope<'_>,
) -> DbResult<(i64, Option<i64>, i64, Option<i64>)> {
    crate::fetch_one!(
        conn,
        (i64, Option<i64>, i64, Option<i64>),
        "select (select count(*) from deliveries d join channels c on c.id = d.channel_id
                  where d.client_id = $1 and c.plugin = $2 and d.state in ('queued', 'sending')
                    and (cast($3 as bigint) is null or d.channel_id = $3)),
                (select min(d.created_at) from deliveries d join channels c on c.id = d.channel_id
                  where d.client_id = $1 and c.plugin = $2 and d.state in ('queued', 'sending')
                    and (cast($3 as bigint) is null or d.channel_id = $3)),
                (select count(*) from receipts r join channels c on c.id = r.channel_id
                  where r.client_id = $1 and c.plugin = $2 and r.state = 'retry'
                    and (cast($3 as bigint) is null or r.channel_id = $3)),
                (select min(r.received_at) from receipts r join channels c on c.id = r.channel_id
                  where r.client_id = $1 and c.plugin = $2 and r.state = 'retry'
                    and (cast($3 as bigint) is null or r.channel_id = $3))",
        whose.client_id,
        whose.plugin,
        whose.channel_id,
    )
}

/// The queues of every plugin: plugin, queue, how many wait, since when the oldest does.
pub(in crate::channels) async fn queues_across_clients(
    conn: &mut Conn,
) -> DbResult<Vec<(String, String, i64, Option<i64>)>> {
    fetch_all!(
        conn,
        (String, String, i64, Option<i64>),
        "select c.plugin, 'deliveries' as queue, count(*) as waiting, min(d.created_at) as oldest
           from deliveries d join channels c on c.id = d.channel_id
          where d.state in ('queued', 'sending')
          group by c.plugin
         union all
         select c.plugin, r.state as queue, count(*) as waiting, min(r.received_at) as oldest
           from receipts r join channels c on c.id = r.channel_id
          where r.state in ('retry', 'quarantined')
          group by c.plugin, r.state
          limit 3000",
    )
}
