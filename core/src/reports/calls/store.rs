//! The SQL of the call report. Seconds are counted by bands of three significant digits, so that a year of
//! calls gives few rows.

use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// Calls that are alike.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct CallCount {
    /// The group: a day since 1970, a username, or a number.
    pub part: String,
    pub inbound: bool,
    pub answered: bool,
    pub ended: bool,
    /// Answered within the target.
    pub in_time: bool,
    /// Seconds from the first ring to the answer, 0 without one, and those of all of them together.
    pub band: i64,
    pub seconds: i64,
    pub count: i64,
}

/// Calls in which people talked equally long.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct TalkCount {
    pub part: String,
    pub band: i64,
    pub seconds: i64,
    pub count: i64,
}

/// The client, and from when until before when calls began.
type Scope = (i64, (i64, i64));

/// `$1` to `$3` are the [`Scope`], `$4` is the target in seconds.
macro_rules! counts {
    ($part:literal, $join:literal) => {
        concat!(
            "select part, inbound, answered, ended, in_time, band,
                    cast(sum(seconds) as bigint) as seconds, count(*) as count
               from (select part, inbound, answered, ended, seconds,
                            answered and seconds <= $4 as in_time,
                            case when seconds < 1000 then seconds
                                 when seconds < 10000 then seconds / 10 * 10
                                 else seconds / 100 * 100 end as band
                       from (select ",
            $part,
            " as part, c.direction = 'inbound' as inbound,
                                    c.answered_at is not null as answered,
                                    c.ended_at is not null as ended,
                                    coalesce(c.answered_at - c.began_at, 0) / 1000 as seconds
                               from calls c ",
            $join,
            " where c.client_id = $1 and c.began_at >= $2 and c.began_at < $3) waits) banded
              group by part, inbound, answered, ended, in_time, band
              limit 1000000"
        )
    };
}

/// `$1` to `$3` are the [`Scope`].
macro_rules! talks {
    ($part:literal, $join:literal) => {
        concat!(
            "select part, band, cast(sum(seconds) as bigint) as seconds, count(*) as count
               from (select part, seconds,
                            case when seconds < 1000 then seconds
                                 when seconds < 10000 then seconds / 10 * 10
                                 else seconds / 100 * 100 end as band
                       from (select ",
            $part,
            " as part, c.talk_ms / 1000 as seconds
                               from calls c ",
            $join,
            " where c.client_id = $1 and c.began_at >= $2 and c.began_at < $3
                                and c.talk_ms is not null) talks) banded
              group by part, band
              limit 1000000"
        )
    };
}

/// By the day since 1970, while the zone keeps one offset.
pub(super) async fn counts_by_day(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
    (target, offset): (i64, i64),
) -> DbResult<Vec<CallCount>> {
    fetch_all!(
        conn,
        CallCount,
        counts!("cast((c.began_at + $5) / 86400000 as text)", ""),
        client_id,
        from,
        until,
        target,
        offset,
    )
}

pub(super) async fn counts_by_agent(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
    (target, nobody): (i64, &str),
) -> DbResult<Vec<CallCount>> {
    fetch_all!(
        conn,
        CallCount,
        counts!(
            "coalesce(u.username, cast($5 as text))",
            "left join users u on u.client_id = $1 and u.id = c.user_id"
        ),
        client_id,
        from,
        until,
        target,
        nobody,
    )
}

pub(super) async fn counts_by_line(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
    target: i64,
) -> DbResult<Vec<CallCount>> {
    fetch_all!(conn, CallCount, counts!("c.did", ""), client_id, from, until, target)
}

/// By the day since 1970, while the zone keeps one offset.
pub(super) async fn talks_by_day(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
    offset: i64,
) -> DbResult<Vec<TalkCount>> {
    fetch_all!(
        conn,
        TalkCount,
        talks!("cast((c.began_at + $4) / 86400000 as text)", ""),
        client_id,
        from,
        until,
        offset,
    )
}

pub(super) async fn talks_by_agent(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
    nobody: &str,
) -> DbResult<Vec<TalkCount>> {
    fetch_all!(
        conn,
        TalkCount,
        talks!(
            "coalesce(u.username, cast($4 as text))",
            "left join users u on u.client_id = $1 and u.id = c.user_id"
        ),
        client_id,
        from,
        until,
        nobody,
    )
}

pub(super) async fn talks_by_line(
    conn: &mut Conn,
    (client_id, (from, until)): Scope,
) -> DbResult<Vec<TalkCount>> {
    fetch_all!(conn, TalkCount, talks!("c.did", ""), client_id, from, until)
}
