//! The SQL of dashboards.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one, fetch_optional,
};

/// Tickets that were opened between two moments, by status.
pub(super) async fn opened_by_status(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select status, count(*)
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
            and merged_into is null
          group by status
          order by status
          limit 10",
        client_id,
        from,
        until,
    )
}

/// The same, by channel.
pub(super) async fn opened_by_channel(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select channel, count(*)
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
            and merged_into is null
          group by channel
          order by channel
          limit 1000",
        client_id,
        from,
        until,
    )
}

/// The same by days, which are counted from 1970 in a zone so many milliseconds east of UTC.
pub(super) async fn opened_by_day(
    conn: &mut Conn,
    client_id: i64,
    (from, until, offset): (i64, i64, i64),
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select (created_at + $4) / 86400000 as day, count(*)
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
            and merged_into is null
          group by 1
          order by 1
          limit 1000",
        client_id,
        from,
        until,
        offset,
    )
}

/// Tickets that became resolved or closed between two moments, by the day of the last time, as
/// [`opened_by_day`] counts days; of those of a part of the range.
pub(super) async fn resolved_by_day(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
    (part_from, part_until, offset): (i64, i64, i64),
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select (at + $6) / 86400000 as day, count(*)
           from (select max(h.created_at) as at
                   from ticket_history h
                  where h.client_id = $1 and h.created_at >= $2 and h.created_at < $3
                    and h.kind = 'status' and h.became in ('2', '3')
                    and exists (select 1 from tickets t
                                 where t.client_id = $1 and t.id = h.ticket_id and t.status <> 5
                                   and t.merged_into is null)
                  group by h.ticket_id) ended
          where at >= $4 and at < $5
          group by 1
          order by 1
          limit 1000",
        client_id,
        from,
        until,
        part_from,
        part_until,
        offset,
    )
}

/// How many became resolved or closed between two moments, each once.
pub(super) async fn resolved(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(distinct h.ticket_id)
           from ticket_history h
          where h.client_id = $1 and h.created_at >= $2 and h.created_at < $3
            and h.kind = 'status' and h.became in ('2', '3')
            and exists (select 1 from tickets t
                         where t.client_id = $1 and t.id = h.ticket_id and t.status <> 5
                           and t.merged_into is null)",
        client_id,
        from,
        until,
    )?;
    Ok(count)
}

/// How many are open now.
pub(super) async fn waiting(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from tickets
          where client_id = $1 and kind in ('ticket', 'livechat') and status = 0
            and merged_into is null",
        client_id,
    )?;
    Ok(count)
}

/// The median time to the first answer in milliseconds, of tickets that were opened between two moments
/// and answered.
pub(super) async fn median_first_reply(
    conn: &mut Conn,
    client_id: i64,
    (from, until): (i64, i64),
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select took
           from (select replied_at - created_at as took,
                        row_number() over (order by replied_at - created_at, id) as place,
                        count(*) over () as of
                   from tickets
                  where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
                    and merged_into is null and replied_at >= created_at) answered
          where place = (of + 1) / 2",
        client_id,
        from,
        until,
    )?;
    Ok(row.map(|row| row.0))
}

/// A link as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ShareRow {
    pub id: i64,
    pub client_id: i64,
    pub name: String,
    pub days: i64,
    pub timezone: String,
    pub created_by: String,
    pub created_at: i64,
    pub expires_at: i64,
    pub last_used_at: Option<i64>,
    pub uses: i64,
}

/// A client's links, the newest first.
pub(super) async fn shares(conn: &mut Conn, client_id: i64, limit: i64) -> DbResult<Vec<ShareRow>> {
    fetch_all!(
        conn,
        ShareRow,
        "select id, client_id, name, days, timezone, created_by, created_at, expires_at, last_used_at,
                uses
           from dashboard_shares
          where client_id = $1
          order by id desc
          limit $2",
        client_id,
        limit,
    )
}

/// Keeps a link by the hash of its word.
pub(super) async fn insert_share(
    conn: &mut Conn,
    new: &ShareRow,
    token_hash: &str,
) -> DbResult<ShareRow> {
    fetch_one!(
        conn,
        ShareRow,
        "insert into dashboard_shares
                (client_id, name, token_hash, days, timezone, created_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning id, client_id, name, days, timezone, created_by, created_at, expires_at,
                   last_used_at, uses",
        new.client_id,
        new.name.as_str(),
        token_hash,
        new.days,
        new.timezone.as_str(),
        new.created_by.as_str(),
        new.created_at,
        new.expires_at,
    )
}

/// Removes a link; gives its name, or none where there is no such link.
pub(super) async fn delete_share(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "delete from dashboard_shares where client_id = $1 and id = $2 returning name",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// The link with this word that still works, which is used once more. The word is a secret, so it says
/// whose it is.
pub(super) async fn use_share_across_clients(
    conn: &mut Conn,
    token_hash: &str,
    now: i64,
) -> DbResult<Option<ShareRow>> {
    fetch_optional!(
        conn,
        ShareRow,
        "update dashboard_shares set uses = uses + 1, last_used_at = $2
          where token_hash = $1 and expires_at > $2
         returning id, client_id, name, days, timezone, created_by, created_at, expires_at,
                   last_used_at, uses",
        token_hash,
        now,
    )
}
