//! The SQL that counts and lists facts.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_all_anew,
    reports::performance::scope::FactScope,
};

/// Facts of one group that are alike.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::reports::performance) struct CountRow {
    /// What they are grouped by; empty for none.
    pub part: String,
    pub metric: String,
    pub band: Option<i64>,
    /// 1 for what was resolved by exactly one reply.
    pub one_touch: i64,
    pub count: i64,
    /// All their seconds.
    pub took: i64,
}

/// Runs a statement about the facts `f` of a scope, whose parts are `$1` to `$8`; its own arguments begin
/// at `$9`. What it counts and what it lists are told apart by nothing else, so that a figure opens to
/// exactly what it says.
macro_rules! ask_facts {
    ($conn:expr, $row:ty, [$($head:literal),+ $(,)?], $tail:literal, $scope:expr $(, $arg:expr)* $(,)?) => {
        fetch_all_anew!(
            $conn,
            $row,
            concat!(
                $($head,)+
                " where f.client_id = $1 and f.counted and f.at >= $2 and f.at < $3
                    and ($4 = '' or f.kind = $4) and ($5 = '' or f.channel = $5)
                    and ($6 < 0 or coalesce(f.department_id, 0) = $6)
                    and ($7 < 0 or coalesce(f.user_id, 0) = $7)
                    and ($8 < 0
                         or ($8 > 0 and exists (select 1 from ticket_labels n
                                                 where n.client_id = f.client_id and n.label_id = $8
                                                   and n.ticket_id = f.ticket_id))
                         or ($8 = 0 and not exists (select 1 from ticket_labels n
                                                     where n.client_id = f.client_id
                                                       and n.ticket_id = f.ticket_id))) ",
                $tail
            ),
            $scope.client_id,
            $scope.from,
            $scope.until,
            $scope.kind,
            $scope.channel.as_str(),
            $scope.department,
            $scope.agent,
            $scope.label
            $(, $arg)*
        )
    };
}

/// Counts the facts of a scope by an expression over them and their ticket's labels.
macro_rules! counted {
    ($conn:expr, $part:literal, $labels:literal, $scope:expr $(, $arg:expr)*) => {
        ask_facts!(
            $conn,
            CountRow,
            [
                "select ", $part, " as part, f.metric, f.band,
                        case when f.metric = 'resolved' and f.replies = 1 and f.band is not null
                             then cast(1 as bigint) else 0 end as one_touch,
                        count(*) as count, cast(coalesce(sum(f.took), 0) as bigint) as took
                   from report_facts f ", $labels,
            ],
            "group by 1, 2, 3, 4
             order by 1, 2, 3
             limit 1000000",
            $scope
            $(, $arg)*
        )
    };
}

/// The facts of a scope by days, which are counted from 1970 in a zone so many milliseconds east of UTC.
pub(in crate::reports::performance) async fn by_day(
    conn: &mut Conn,
    scope: &FactScope,
    offset: i64,
) -> DbResult<Vec<CountRow>> {
    counted!(conn, "cast((f.at + $9) / 86400000 as text)", "", scope, offset)
}

/// The same by the id of who did it.
pub(in crate::reports::performance) async fn by_agent(
    conn: &mut Conn,
    scope: &FactScope,
) -> DbResult<Vec<CountRow>> {
    counted!(conn, "coalesce(cast(f.user_id as text), '')", "", scope)
}

/// The same by the id of the department.
pub(in crate::reports::performance) async fn by_department(
    conn: &mut Conn,
    scope: &FactScope,
) -> DbResult<Vec<CountRow>> {
    counted!(conn, "coalesce(cast(f.department_id as text), '')", "", scope)
}

/// The same by the channel's value.
pub(in crate::reports::performance) async fn by_channel(
    conn: &mut Conn,
    scope: &FactScope,
) -> DbResult<Vec<CountRow>> {
    counted!(conn, "f.channel", "", scope)
}

/// The same by the id of each label that the ticket has now: one with several is counted in each. A scope
/// of one label has the row of that label alone.
pub(in crate::reports::performance) async fn by_label(
    conn: &mut Conn,
    scope: &FactScope,
) -> DbResult<Vec<CountRow>> {
    counted!(
        conn,
        "coalesce(cast(l.label_id as text), '')",
        "left join ticket_labels l on l.client_id = f.client_id and l.ticket_id = f.ticket_id
                                   and ($8 < 0 or l.label_id = $8)",
        scope
    )
}

/// All of them together.
pub(in crate::reports::performance) async fn together(
    conn: &mut Conn,
    scope: &FactScope,
) -> DbResult<Vec<CountRow>> {
    counted!(conn, "''", "", scope)
}

/// A fact with its ticket.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::reports::performance) struct OpenedRow {
    pub id: i64,
    pub ticket_id: i64,
    pub number: i64,
    pub title: String,
    pub kind: String,
    pub channel: String,
    pub at: i64,
    pub took: Option<i64>,
    pub user_id: Option<i64>,
}

/// The facts of some metrics in a scope, the newest first, from behind a moment and an id on. `measured`
/// leaves out those without a duration, `one_touch` those with other than one reply.
pub(in crate::reports::performance) async fn opened(
    conn: &mut Conn,
    scope: &FactScope,
    (metrics, measured, one_touch): ([&str; 3], bool, bool),
    (at, id): (i64, i64),
    limit: i64,
) -> DbResult<Vec<OpenedRow>> {
    ask_facts!(
        conn,
        OpenedRow,
        [
            "select f.id, f.ticket_id, coalesce(t.number, 0) as number, coalesce(t.title, '') as title,
                    f.kind, f.channel, f.at, f.took, f.user_id
               from report_facts f
               left join tickets t on t.client_id = f.client_id and t.id = f.ticket_id",
        ],
        "and f.metric in ($9, $10, $11)
         and ($12 = 0 or f.band is not null) and ($13 = 0 or f.replies = 1)
         and (f.at < $14 or (f.at = $14 and f.id < $15))
         order by f.at desc, f.id desc
         limit $16",
        scope,
        metrics[0],
        metrics[1],
        metrics[2],
        i64::from(measured),
        i64::from(one_touch),
        at,
        id,
        limit,
    )
}

/// Users by their ids, with their names; who has none is called by the username.
pub(in crate::reports::performance) async fn agent_names(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, case when name = '' then username else name end
           from users
          where client_id = $1
          limit 100000",
        client_id,
    )
}
