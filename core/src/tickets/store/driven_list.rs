//! Tickets of a list whose filter is selective, found by what the list is narrowed to: where few tickets have it, a list
//! begins with those instead of being walked.

use super::list_scan::{FilterParams, ScanRow, ask, eight, listed, narrowed, places};
use crate::{
    db::{Conn, DbResult},
    fetch_all_anew,
    tickets::list::filter::{ALWAYS, ListPosition, TicketFilter},
};

/// Up to how many tickets are few. The statements say so as well: a planner that knows it looks these
/// tickets up instead of reading all of them.
pub(in crate::tickets) const FEW: i64 = 4_000;

/// Channel values a list may begin with.
const CHANNELS: usize = 3;

/// By what a list may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) enum Driver {
    Number,
    Contact,
    Field,
    Appointment,
    Channel,
    Automatic,
    Arrival,
    /// The tickets in which the viewer was mentioned last.
    Mentioned,
    /// The tickets that the viewer follows.
    Followed,
    /// Those that come back soonest.
    Snoozed,
}

/// By what of this list few tickets are found, if anything.
pub(in crate::tickets) async fn few_by(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
) -> DbResult<Option<Driver>> {
    let client_id = asked.client_id;
    if wanted.number.is_some() {
        return Ok(Some(Driver::Number));
    }
    if wanted.contact.is_some() {
        return Ok(Some(Driver::Contact));
    }
    // What is 0 means tickets that have none, and those are never few.
    let given = |list: &[i64]| !list.is_empty() && !list.contains(&0);
    // The first that is looked at is as good as any: the others narrow what it finds.
    if let Some((field, choices)) = wanted.fields.iter().find(|(_, choices)| given(choices))
        && few_with_choices(conn, client_id, (*field, choices)).await?
    {
        return Ok(Some(Driver::Field));
    }
    if asked.appointment.0 == 1 && few_appointed(conn, asked).await? {
        return Ok(Some(Driver::Appointment));
    }
    if !wanted.channels.is_empty() && few_of_channels(conn, client_id, &wanted.channels).await? {
        return Ok(Some(Driver::Channel));
    }
    if wanted.automatic == Some(true) && few_automatic(conn, client_id).await? {
        return Ok(Some(Driver::Automatic));
    }
    if wanted.received != ALWAYS && few_arrived(conn, client_id, wanted.received).await? {
        return Ok(Some(Driver::Arrival));
    }
    Ok(None)
}

/// Whether few rows of something are there; they are counted no further than needed to tell.
macro_rules! are_few {
    ($conn:expr, $from:literal, $($arg:expr),+ $(,)?) => {
        crate::fetch_one!(
            $conn,
            (i64,),
            concat!("select count(*) from (select 1 as one from ", $from, " limit 4001) few"),
            $($arg),+
        )
        .map(|(rows,)| rows <= FEW)
    };
}

async fn few_with_choices(
    conn: &mut Conn,
    client_id: i64,
    (field, choices): (i64, &[i64]),
) -> DbResult<bool> {
    let ids = eight(choices);
    are_few!(
        conn,
        "ticket_field_choices
          where client_id = $1 and field_id = $2
            and choice in ($3, $4, $5, $6, $7, $8, $9, $10)",
        client_id,
        field,
        ids[0],
        ids[1],
        ids[2],
        ids[3],
        ids[4],
        ids[5],
        ids[6],
        ids[7],
    )
}

async fn few_of_channels(conn: &mut Conn, client_id: i64, values: &[String]) -> DbResult<bool> {
    // A client that names many of its channels means most of its tickets.
    if values.len() > CHANNELS {
        return Ok(false);
    }
    let at = |place: usize| values.get(place).map_or("", String::as_str);
    are_few!(
        conn,
        "tickets where client_id = $1 and channel in ($2, $3, $4)",
        client_id,
        at(0),
        at(1),
        at(2),
    )
}

async fn few_automatic(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    are_few!(conn, "tickets where client_id = $1 and automatic = true", client_id)
}

async fn few_arrived(conn: &mut Conn, client_id: i64, (from, to): (i64, i64)) -> DbResult<bool> {
    are_few!(
        conn,
        "tickets where client_id = $1 and created_at between $2 and $3",
        client_id,
        from,
        to
    )
}

async fn few_appointed(conn: &mut Conn, asked: &FilterParams) -> DbResult<bool> {
    let (_, from, to) = asked.appointment;
    are_few!(
        conn,
        "tickets where client_id = $1 and appointment_at between $2 and $3",
        asked.client_id,
        from,
        to,
    )
}

/// Runs a statement over the tickets that one condition names; what it compares with comes last. The
/// sign before the client's id keeps the engines from walking along a list instead.
macro_rules! begin_at {
    ($conn:expr, $asked:expr, $statuses:expr, $head:literal, $($more:expr),* $(,)?) => {
        ask!(
            fetch_all_anew,
            $conn,
            ScanRow,
            narrowed!($head, "and replace($25, ',' || t.status || ',', '') <> $25 limit $26"),
            $asked,
            $statuses.as_str(),
            FEW,
            $($more),*
        )
    };
}

/// Runs such a statement, whatever else is asked of the tickets: whether the order is that of what is due
/// (`$27`), from when to when (`$28` to `$30`), whether they are put aside, their number and contact. The
/// place of each is that of the list's order.
macro_rules! begin_with {
    ($conn:expr, $asked:expr, $wanted:expr, $statuses:expr, $head:literal) => {
        ask!(
            fetch_all_anew,
            $conn,
            ScanRow,
            narrowed!(
                $head,
                "and ($28 = 0 or t.due_at between $29 and $30)
                 and ($31 = 0 or t.snoozed_until is not null)
                 and ($32 < 0 or t.number = $32) and ($33 < 0 or t.contact_id = $33)
                 and replace($25, ',' || t.status || ',', '') <> $25 limit $26"
            ),
            $asked,
            $statuses.as_str(),
            FEW,
            i64::from($wanted.by_due()),
            i64::from($wanted.due.is_some()),
            $asked.due.0,
            $asked.due.1,
            i64::from($wanted.snoozed),
            $wanted.number.unwrap_or(-1),
            $wanted.contact.unwrap_or(-1),
        )
    };
}

/// All tickets of the list, in no order.
pub(in crate::tickets) async fn few(
    conn: &mut Conn,
    asked: &FilterParams,
    wanted: &TicketFilter,
    by: Driver,
) -> DbResult<Vec<ListPosition>> {
    let statuses = listed(&wanted.statuses());
    let rows = match by {
        Driver::Field => {
            let chosen = wanted.fields.iter().find(|(_, choices)| choices != &[0]);
            let (field, choices) = chosen.cloned().unwrap_or_default();
            let ids = eight(&choices);
            ask!(
                fetch_all_anew,
                conn,
                ScanRow,
                narrowed!(
                    "select t.severity_place, t.updated_at, t.id from tickets t
                      where t.id in (select c.ticket_id from ticket_field_choices c
                                      where c.client_id = $1 and c.field_id = $35
                                        and c.choice in ($25, $26, $27, $28, $29, $30, $31, $32)
                                      limit 4000)
                        and +t.client_id = $1 and t.kind = $2
                        and +t.updated_at between $14 and $15",
                    "and replace($33, ',' || t.status || ',', '') <> $33 limit $34"
                ),
                asked,
                ids[0],
                ids[1],
                ids[2],
                ids[3],
                ids[4],
                ids[5],
                ids[6],
                ids[7],
                statuses.as_str(),
                FEW,
                field,
            )
        }
        Driver::Channel => {
            let at = |place: usize| wanted.channels.get(place).map_or("", String::as_str);
            begin_at!(
                conn,
                asked,
                statuses,
                "select t.severity_place, t.updated_at, t.id from tickets t
                  where t.id in (select d.id from tickets d
                                  where d.client_id = $1 and d.channel in ($27, $28, $29) limit 4000)
                    and +t.client_id = $1 and t.kind = $2
                    and +t.updated_at between $14 and $15",
                at(0),
                at(1),
                at(2),
            )
        }
        Driver::Automatic => begin_at!(
            conn,
            asked,
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select d.id from tickets d
                              where d.client_id = $1 and d.automatic = true limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15",
        ),
        Driver::Appointment => begin_at!(
            conn,
            asked,
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select d.id from tickets d
                              where d.client_id = $1 and d.appointment_at between $22 and $23
                              limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15",
        ),
        Driver::Arrival => begin_at!(
            conn,
            asked,
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select d.id from tickets d
                              where d.client_id = $1 and d.created_at between $12 and $13 limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15",
        ),
        Driver::Mentioned => begin_with!(
            conn,
            asked,
            wanted,
            statuses,
            "select case when $27 = 0 then t.severity_place when t.due_at is null then 1 else 0 end,
                    case when $27 = 0 then t.updated_at else coalesce(t.due_at, t.updated_at) end,
                    t.id
               from tickets t
              where t.id in (select m.ticket_id from ticket_mentions m
                              where m.client_id = $1 and m.user_id = $3
                              order by m.mentioned_at desc limit 4000)
                and +t.client_id = $1 and t.kind = $2 and +t.updated_at between $14 and $15"
        ),
        Driver::Followed => begin_with!(
            conn,
            asked,
            wanted,
            statuses,
            "select case when $27 = 0 then t.severity_place when t.due_at is null then 1 else 0 end,
                    case when $27 = 0 then t.updated_at else coalesce(t.due_at, t.updated_at) end,
                    t.id
               from tickets t
              where t.id in (select f.ticket_id from ticket_followers f
                              where f.client_id = $1 and f.user_id = $3
                              order by f.followed_at desc limit 4000)
                and +t.client_id = $1 and t.kind = $2 and +t.updated_at between $14 and $15"
        ),
        Driver::Snoozed => begin_with!(
            conn,
            asked,
            wanted,
            statuses,
            "select case when $27 = 0 then t.severity_place when t.due_at is null then 1 else 0 end,
                    case when $27 = 0 then t.updated_at else coalesce(t.due_at, t.updated_at) end,
                    t.id
               from tickets t
              where t.id in (select d.id from tickets d
                              where d.client_id = $1 and d.snoozed_until is not null
                              order by d.snoozed_until limit 4000)
                and +t.client_id = $1 and t.kind = $2 and +t.updated_at between $14 and $15"
        ),
        Driver::Number => begin_at!(
            conn,
            asked,
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.client_id = $1 and t.number = $27 and t.kind = $2
                and +t.updated_at between $14 and $15",
            wanted.number.unwrap_or(0),
        ),
        Driver::Contact => ask!(
            fetch_all_anew,
            conn,
            ScanRow,
            narrowed!(
                "select t.severity_place, t.updated_at, t.id from tickets t
                  where t.client_id = $1 and t.contact_id = $27 and t.kind = $2
                    and +t.updated_at between $14 and $15",
                "and replace($25, ',' || t.status || ',', '') <> $25
                 order by t.updated_at desc limit $26"
            ),
            asked,
            statuses.as_str(),
            FEW,
            wanted.contact.unwrap_or(0),
        ),
    };
    rows.map(places)
}
