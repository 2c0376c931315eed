//! Tickets of a list by what is due soonest: along the index `tickets_due`, one status at a time.

use super::list_scan::{FilterParams, ScanRow, ask, narrowed, places};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all_anew, fetch_one_anew,
    tickets::list::filter::{ListPosition, TicketFilter},
};

/// Says what is due soonest on a ticket, and when, where time runs.
pub(in crate::tickets) async fn set_due(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    due: &str,
    due_at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set due = $3, due_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        due,
        due_at,
    )
}

/// The tickets of a status behind a place with something due, the soonest first.
pub(in crate::tickets) async fn due(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
    status: i64,
    behind: Option<ListPosition>,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let (from, until) = asked.due;
    let (from, id) = behind.map_or((from, -1), |place| (place.updated_at.max(from), place.id));
    let rows = ask!(
        fetch_all_anew,
        conn,
        ScanRow,
        narrowed!(
            "select cast(0 as bigint), t.due_at, t.id from tickets t
              where t.client_id = $1 and t.kind = $2 and t.status = $25
                and t.due_at between $26 and $27
                and ($28 < 0 or t.number = $28) and ($29 < 0 or t.contact_id = $29)
                and ($14 <= 0 or +t.updated_at >= $14)
                and ($15 >= 9223372036854775807 or +t.updated_at <= $15)",
            "and (t.due_at > $26 or t.id > $30)
             order by t.due_at, t.id limit $31"
        ),
        asked,
        status,
        from,
        until,
        wanted.number.unwrap_or(-1),
        wanted.contact.unwrap_or(-1),
        id,
        limit,
    )?;
    Ok(places(rows))
}

/// The tickets of a status behind a place with nothing due, the newest change first.
pub(in crate::tickets) async fn undue(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
    status: i64,
    behind: Option<ListPosition>,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let (to, id) = behind.map_or((asked.updated.1, i64::MAX), |place| {
        (place.updated_at.min(asked.updated.1), place.id)
    });
    let asked = &FilterParams { updated: (asked.updated.0, to), ..asked.again() };
    let rows = ask!(
        fetch_all_anew,
        conn,
        ScanRow,
        narrowed!(
            "select cast(1 as bigint), t.updated_at, t.id from tickets t
              where t.client_id = $1 and t.kind = $2 and t.status = $25 and t.due_at is null
                and ($26 < 0 or t.number = $26) and ($27 < 0 or t.contact_id = $27)
                and t.updated_at between $14 and $15",
            "and (t.updated_at < $15 or t.id < $28)
             order by t.updated_at desc, t.id desc limit $29"
        ),
        asked,
        status,
        wanted.number.unwrap_or(-1),
        wanted.contact.unwrap_or(-1),
        id,
        limit,
    )?;
    Ok(places(rows))
}

/// How many tickets of a status with something due are looked at, up to a limit, and how many of those
/// belong to the list.
pub(in crate::tickets) async fn count_due(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
    status: i64,
    limit: i64,
) -> DbResult<(i64, i64)> {
    ask!(
        fetch_one_anew,
        conn,
        (i64, i64),
        narrowed!(
            "select count(*), count(*) filter (where t.id > 0
                and ($28 < 0 or t.number = $28) and ($29 < 0 or t.contact_id = $29)
                and ($14 <= 0 or t.updated_at >= $14)
                and ($15 >= 9223372036854775807 or t.updated_at <= $15)",
            ") from (select t.id, t.assignee_ids, t.channel, t.department_id, t.severity,
                            t.labelled, t.responded, t.automatic, t.appointment_at, t.created_at,
                            t.updated_at, t.replied_at, t.number, t.contact_id
                       from tickets t
                      where t.client_id = $1 and t.kind = $2 and t.status = $25
                        and t.due_at between $26 and $27
                      order by t.due_at limit $30) t"
        ),
        asked,
        status,
        asked.due.0,
        asked.due.1,
        wanted.number.unwrap_or(-1),
        wanted.contact.unwrap_or(-1),
        limit,
    )
}
