//! Rows of lists, what changed since, and unread totals.

use super::TicketRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
    tickets::model::{ListKind, Viewer},
};

/// So many of a status's newest tickets are looked at for what is unread.
const UNREAD_AMONG: i64 = 4_000;
/// What is unread is counted so far: the screens say 99+ much sooner.
const UNREAD_MAX: i64 = 1_000;

/// The rows of a page's tickets, in no order.
pub(in crate::tickets) async fn tickets_of(
    conn: &mut Conn,
    viewer: &Viewer,
    ids: &[i64],
) -> DbResult<Vec<TicketRow>> {
    let at = |place: usize| ids.get(place).copied().unwrap_or(-1);
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $2
          where t.client_id = $1
            and t.id in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                       $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27,
                       $28, $29, $30, $31, $32)"
        ),
        viewer.client_id,
        viewer.user_id,
        at(0),
        at(1),
        at(2),
        at(3),
        at(4),
        at(5),
        at(6),
        at(7),
        at(8),
        at(9),
        at(10),
        at(11),
        at(12),
        at(13),
        at(14),
        at(15),
        at(16),
        at(17),
        at(18),
        at(19),
        at(20),
        at(21),
        at(22),
        at(23),
        at(24),
        at(25),
        at(26),
        at(27),
        at(28),
        at(29),
    )
}

/// Tickets that changed at or after a time, oldest change first.
pub(in crate::tickets) async fn updated_since(
    conn: &mut Conn,
    viewer: &Viewer,
    since: i64,
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $2
          where t.client_id = $1 and t.updated_at >= $4
            and ($3 or t.assignee_ids = ''
                or replace(',' || t.assignee_ids || ',', ',' || cast($2 as bigint) || ',', '')
                   <> ',' || t.assignee_ids || ',')
          order by t.updated_at, t.id
          limit $5"
        ),
        viewer.client_id,
        viewer.user_id,
        viewer.sees_all(),
        since,
        limit,
    )
}

/// How many tickets of a list have something unread, among the newest that are not closed, and up to
/// 1,000. What somebody read is looked up ticket by ticket: joined, PostgreSQL reads
/// all that anybody ever read.
pub(in crate::tickets) async fn unread_total(
    conn: &mut Conn,
    viewer: &Viewer,
    kind: ListKind,
) -> DbResult<i64> {
    let mut sum = 0;
    for status in [0_i64, 1, 2] {
        let (count,) = fetch_one!(
            conn,
            (i64,),
            "select count(*)
               from (select 1 as one
                       from (select t.id, t.assignee_ids, t.last_in_id
                               from tickets t
                              where t.client_id = $1 and t.kind = $4 and t.status = $5
                              order by t.updated_at desc, t.id desc limit $6) t
                      where t.last_in_id > coalesce(
                                (select r.read_to from ticket_reads r
                                  where r.ticket_id = t.id and r.user_id = $2), 0)
                        and ($3 or t.assignee_ids = ''
                            or replace(',' || t.assignee_ids || ',', ',' || cast($2 as bigint) || ',', '')
                               <> ',' || t.assignee_ids || ',')
                      limit $7) unread",
            viewer.client_id,
            viewer.user_id,
            viewer.sees_all(),
            kind.as_str(),
            status,
            UNREAD_AMONG,
            UNREAD_MAX - sum,
        )?;
        sum += count;
        if sum >= UNREAD_MAX {
            break;
        }
    }
    Ok(sum)
}

/// Ids of the client's users with one of the usernames, which stand with a comma before and after
/// each.
pub(in crate::tickets) async fn users_named(
    conn: &mut Conn,
    client_id: i64,
    usernames: &str,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from users
          where client_id = $1 and replace($2, ',' || username_key || ',', '') <> $2
          order by id limit 8",
        client_id,
        usernames,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
