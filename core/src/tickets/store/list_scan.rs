//! Tickets of a list by a keyset scan: along the list, one status at a time, in the list's order.
//!
//! The statements name no column that the index `tickets_list` lacks, so that tickets which do not
//! belong are passed without being read.

use super::list_index::{self, Line};
use crate::{
    db::{Conn, DbResult},
    fetch_all_anew, fetch_one, fetch_one_anew,
    tickets::{
        list::filter::{ALWAYS, ListPosition, TicketFilter, WANTED_MAX},
        model::{ListKind, Viewer},
    },
};

/// What statements about lists ask for, as they ask it.
pub(in crate::tickets) struct FilterParams {
    pub client_id: i64,
    pub kind: &'static str,
    pub user_id: i64,
    pub admin: bool,
    pub channels: String,
    pub labels: String,
    /// The only one, 0 for none, or -1 where there are several, which are in `departments`, or all.
    pub department: i64,
    pub departments: String,
    /// A bit for the place of each severity; 0 for all.
    pub severities: i64,
    pub agents: String,
    /// Choices in custom fields as `field:choice`, how many fields these are, and fields with none.
    pub fields: (String, i64, String),
    /// Whether there is an appointment, -1 for either, and between which times it is.
    pub appointment: (i64, i64, i64),
    pub responded: i64,
    pub automatic: i64,
    pub received: (i64, i64),
    pub updated: (i64, i64),
    /// Between which moments what is due is due.
    pub due: (i64, i64),
    pub answered_within: i64,
    pub now: i64,
    /// When what was not answered was: later than anything.
    pub never: i64,
}

/// Each with a comma before and after it; nothing for nothing.
pub(super) fn listed<T: ToString>(list: &[T]) -> String {
    if list.is_empty() {
        return String::new();
    }
    format!(",{},", list.iter().map(T::to_string).collect::<Vec<_>>().join(","))
}

/// Choices of one field stand for each other, fields stand beside each other.
fn fields(wanted: &[(i64, Vec<i64>)]) -> (String, i64, String) {
    let (none, some): (Vec<_>, Vec<_>) = wanted.iter().partition(|(_, choices)| choices == &[0]);
    let pair = |(field, choices): &&(i64, Vec<i64>)| -> Vec<String> {
        choices.iter().map(|choice| format!("{field}:{choice}")).collect()
    };
    let pairs: Vec<String> = some.iter().flat_map(pair).collect();
    let none: Vec<i64> = none.iter().map(|(field, _)| *field).collect();
    (listed(&pairs), i64::try_from(some.len()).unwrap_or(0), listed(&none))
}

fn bits(wanted: &TicketFilter) -> i64 {
    if wanted.severities.is_empty() {
        return 0;
    }
    wanted.severity_places().into_iter().fold(0, |bits, place| bits | 1 << place)
}

/// The values; unused places hold -1, which no id is.
pub(super) fn eight(list: &[i64]) -> [i64; WANTED_MAX] {
    let mut ids = [-1; WANTED_MAX];
    for (place, id) in ids.iter_mut().zip(list) {
        *place = *id;
    }
    ids
}

impl FilterParams {
    pub(in crate::tickets) fn new(viewer: &Viewer, wanted: &TicketFilter, now: i64) -> Self {
        let (department, departments) = match wanted.departments[..] {
            [only] => (only, String::new()),
            _ => (-1, listed(&wanted.departments)),
        };
        Self {
            client_id: viewer.client_id,
            kind: wanted.kind.as_str(),
            user_id: viewer.user_id,
            admin: viewer.sees_all(),
            channels: listed(&wanted.channels),
            labels: listed(&wanted.labels),
            department,
            departments,
            severities: bits(wanted),
            agents: listed(&wanted.agents),
            fields: fields(&wanted.fields),
            appointment: wanted.appointment.map_or((-1, 0, 0), |which| which.asked(now)),
            responded: wanted.responded.map_or(-1, i64::from),
            automatic: wanted.automatic.map_or(-1, i64::from),
            received: wanted.received,
            updated: wanted.updated,
            due: wanted.due.map_or(ALWAYS, |which| which.span(now)),
            answered_within: wanted.answered_within.unwrap_or(-1),
            now,
            never: i64::MAX,
        }
    }
}

/// A statement about tickets `t` that belong to a list: `$1` to `$24` are those of [`FilterParams`]. The
/// span of changes, `$14` and `$15`, is the head's to ask for. The sign before a time keeps a planner
/// from going by it; the limit of what is looked for keeps PostgreSQL from reading a whole table once
/// and answering for every ticket from that. A time that is not asked for is left out, or PostgreSQL,
/// which knows nothing of such a sum, expects hardly any tickets and sorts all of a status. What costs
/// least comes first: most tickets fail at one of the first, and SQLite asks in this order.
macro_rules! conditions {
    ($head:literal, $severity:literal, $of_its_own:literal, $tail:literal) => {
        concat!(
            $head,
            " and ($24 < 0 or t.department_id = $24 or ($24 = 0 and t.department_id is null))",
            $severity,
            " and ($10 < 0 or t.responded = ($10 = 1))
              and ($11 < 0 or t.automatic = ($11 = 1))
              and ($4 or t.assignee_ids = ''
                   or replace(',' || t.assignee_ids || ',', ',' || cast($3 as bigint) || ',', '')
                      <> ',' || t.assignee_ids || ',')
              and ($5 = '' or replace($5, ',' || t.channel || ',', '') <> $5)
              and ($7 = ''
                   or replace($7, ',' || coalesce(t.department_id, 0) || ',', '') <> $7)
              and ($12 <= 0 or +t.created_at >= $12)
              and ($13 >= 9223372036854775807 or +t.created_at <= $13)
              and ($16 < 0 or coalesce(t.replied_at, $17) - t.created_at <= $16) ",
            $of_its_own,
            " and ($19 = 0
                   or (select count(distinct f.field_id) from ticket_field_choices f
                        where f.client_id = $1 and f.ticket_id = t.id
                          and replace($18, ',' || f.field_id || ':' || f.choice || ',', '') <> $18)
                      = $19)
              and ($20 = ''
                   or not exists (
                    select 1 from ticket_field_choices f
                     where f.client_id = $1 and f.ticket_id = t.id
                       and replace($20, ',' || f.field_id || ',', '') <> $20
                     limit 1 offset 0))
              and ($21 < 0
                   or ($21 = 1) = coalesce(t.appointment_at between $22 and $23, false)) ",
            $tail
        )
    };
}

/// Such a statement over `tickets`, where labels and agents are looked up, and severities are those in
/// the index.
macro_rules! narrowed {
    ($head:literal, $tail:literal) => {
        $crate::tickets::store::list_scan::conditions!(
            $head,
            " and ($8 = 0
                   or ($8 >> case t.severity when 'H' then 0 when 'M' then 2 when 'L' then 3
                                             else 1 end) & 1 = 1)",
            " and ($6 = ''
                   or ($6 <> ',0,' and exists (
                    select 1 from ticket_labels l
                     where l.client_id = $1 and l.ticket_id = t.id
                       and replace($6, ',' || l.label_id || ',', '') <> $6
                     limit 1 offset 0))
                   or (not t.labelled and replace($6, ',0,', '') <> $6))
              and ($9 = ''
                   or (t.assignee_ids = '' and replace($9, ',0,', '') <> $9)
                   or ($9 <> ',0,' and exists (
                    select 1 from participants p
                     where p.ticket_id = t.id and replace($9, ',' || p.user_id || ',', '') <> $9
                     limit 1 offset 0)))",
            $tail
        )
    };
}

/// Runs such a statement; its own arguments begin at `$25`.
macro_rules! ask {
    ($run:ident, $conn:expr, $row:ty, $sql:expr, $of:expr $(, $arg:expr)* $(,)?) => {
        $run!(
            $conn, $row, $sql, $of.client_id, $of.kind, $of.user_id, $of.admin,
            $of.channels.as_str(), $of.labels.as_str(), $of.departments.as_str(),
            $of.severities, $of.agents.as_str(), $of.responded, $of.automatic,
            $of.received.0, $of.received.1, $of.updated.0, $of.updated.1, $of.answered_within, $of.never,
            $of.fields.0.as_str(), $of.fields.1, $of.fields.2.as_str(),
            $of.appointment.0, $of.appointment.1, $of.appointment.2, $of.department
            $(, $arg)*
        )
    };
}
pub(super) use {ask, conditions, narrowed};

/// Place of its severity, time of its last change, and id.
pub(super) type ScanRow = (i64, i64, i64);

pub(super) fn places(rows: Vec<ScanRow>) -> Vec<ListPosition> {
    let place = |(severity_place, updated_at, id)| ListPosition { severity_place, updated_at, id };
    rows.into_iter().map(place).collect()
}

/// The tickets of a status behind a place, the newest change first. Those of one line and of one
/// severity when they are named.
pub(in crate::tickets) async fn newest(
    conn: &mut Conn,
    asked: &FilterParams,
    line: Option<Line>,
    (status, severity): (i64, Option<i64>),
    behind: Option<ListPosition>,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let (to, id) = behind.map_or((asked.updated.1, i64::MAX), |place| {
        (place.updated_at.min(asked.updated.1), place.id)
    });
    let asked = &FilterParams { updated: (asked.updated.0, to), ..asked.again() };
    if let Some(line) = line {
        return list_index::newest(conn, asked, line, (status, severity), id, limit).await;
    }
    let rows = match severity {
        None => ask!(
            fetch_all_anew,
            conn,
            ScanRow,
            narrowed!(
                "select cast(1 as bigint), t.updated_at, t.id from tickets t
                  where t.client_id = $1 and t.kind = $2 and t.status = $25
                    and t.updated_at between $14 and $15",
                "and (t.updated_at < $15 or t.id < $26)
                 order by t.updated_at desc, t.id desc limit $27"
            ),
            asked,
            status,
            id,
            limit,
        ),
        Some(severity) => ask!(
            fetch_all_anew,
            conn,
            ScanRow,
            narrowed!(
                "select t.severity_place, t.updated_at, t.id from tickets t
                  where t.client_id = $1 and t.kind = $2 and t.status = $25
                    and t.severity_place = $28
                    and t.updated_at between $14 and $15",
                "and (t.updated_at < $15 or t.id < $26)
                 order by t.updated_at desc, t.id desc limit $27"
            ),
            asked,
            status,
            id,
            limit,
            severity,
        ),
    };
    rows.map(places)
}

/// The same, the oldest change first.
pub(in crate::tickets) async fn oldest(
    conn: &mut Conn,
    asked: &FilterParams,
    line: Option<Line>,
    status: i64,
    behind: Option<ListPosition>,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let (from, id) = behind
        .map_or((asked.updated.0, -1), |place| (place.updated_at.max(asked.updated.0), place.id));
    let asked = &FilterParams { updated: (from, asked.updated.1), ..asked.again() };
    if let Some(line) = line {
        return list_index::oldest(conn, asked, line, status, id, limit).await;
    }
    let rows = ask!(
        fetch_all_anew,
        conn,
        ScanRow,
        narrowed!(
            "select cast(1 as bigint), t.updated_at, t.id from tickets t
              where t.client_id = $1 and t.kind = $2 and t.status = $25
                and t.updated_at between $14 and $15",
            "and (t.updated_at > $14 or t.id > $26)
             order by t.updated_at, t.id limit $27"
        ),
        asked,
        status,
        id,
        limit,
    )?;
    Ok(places(rows))
}

impl FilterParams {
    /// How lines name the tickets of this kind and a status.
    pub(super) fn list(&self, status: i64) -> i64 {
        status * 2 + i64::from(self.kind != ListKind::Ticket.as_str())
    }

    pub(in crate::tickets) fn again(&self) -> Self {
        Self {
            channels: self.channels.clone(),
            labels: self.labels.clone(),
            departments: self.departments.clone(),
            agents: self.agents.clone(),
            fields: self.fields.clone(),
            ..*self
        }
    }
}

/// How many tickets a status has, of one severity or of any, counted up to a limit.
pub(in crate::tickets) async fn count_plain(
    conn: &mut Conn,
    asked: &FilterParams,
    (status, severity): (i64, Option<i64>),
    limit: i64,
) -> DbResult<i64> {
    let (count,) = match severity {
        None => fetch_one!(
            conn,
            (i64,),
            "select count(*)
               from (select 1 as one from tickets
                      where client_id = $1 and kind = $2 and status = $3 limit $4) counted",
            asked.client_id,
            asked.kind,
            status,
            limit,
        ),
        Some(severity) => fetch_one!(
            conn,
            (i64,),
            "select count(*)
               from (select 1 as one from tickets
                      where client_id = $1 and kind = $2 and status = $3
                        and severity_place = $5 limit $4) counted",
            asked.client_id,
            asked.kind,
            status,
            limit,
            severity,
        ),
    }?;
    Ok(count)
}

/// How many of a status's newest tickets are looked at, up to a limit, and how many of those belong to
/// the list.
pub(in crate::tickets) async fn count_walked(
    conn: &mut Conn,
    asked: &FilterParams,
    status: i64,
    limit: i64,
) -> DbResult<(i64, i64)> {
    ask!(
        fetch_one_anew,
        conn,
        (i64, i64),
        narrowed!(
            "select count(*), count(*) filter (where t.id > 0",
            ") from (select t.id, t.assignee_ids, t.channel, t.department_id, t.severity,
                            t.labelled, t.responded, t.automatic, t.appointment_at, t.created_at,
                            t.updated_at, t.replied_at
                       from tickets t
                      where t.client_id = $1 and t.kind = $2 and t.status = $25
                        and t.updated_at between $14 and $15
                      order by t.updated_at desc, t.id desc limit $26) t"
        ),
        asked,
        status,
        limit,
    )
}

/// How many of a status's newest tickets, up to a limit, belong to each department; 0 is none.
pub(in crate::tickets) async fn count_departments(
    conn: &mut Conn,
    asked: &FilterParams,
    status: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    ask!(
        fetch_all_anew,
        conn,
        (i64, i64),
        narrowed!(
            "select coalesce(t.department_id, 0) as part, count(*)
               from (select t.id, t.assignee_ids, t.channel, t.department_id, t.severity,
                            t.labelled, t.responded, t.automatic, t.appointment_at, t.created_at,
                            t.updated_at, t.replied_at
                       from tickets t
                      where t.client_id = $1 and t.kind = $2 and t.status = $25
                        and t.updated_at between $14 and $15
                      order by t.updated_at desc, t.id desc limit $26) t
              where t.id > 0",
            "group by coalesce(t.department_id, 0)"
        ),
        asked,
        status,
        limit,
    )
}

/// The same with labels.
pub(in crate::tickets) async fn count_labels(
    conn: &mut Conn,
    asked: &FilterParams,
    status: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    ask!(
        fetch_all_anew,
        conn,
        (i64, i64),
        narrowed!(
            "select coalesce(carried.label_id, 0) as part, count(*)
               from (select t.id, t.assignee_ids, t.channel, t.department_id, t.severity,
                            t.labelled, t.responded, t.automatic, t.appointment_at, t.created_at,
                            t.updated_at, t.replied_at
                       from tickets t
                      where t.client_id = $1 and t.kind = $2 and t.status = $25
                        and t.updated_at between $14 and $15
                      order by t.updated_at desc, t.id desc limit $26) t
               left join ticket_labels carried
                 on carried.client_id = $1 and carried.ticket_id = t.id
              where t.id > 0",
            "group by coalesce(carried.label_id, 0)"
        ),
        asked,
        status,
        limit,
    )
}
