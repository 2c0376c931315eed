//! Lists of tickets, their counts, and unread totals.

use super::TicketRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
    tickets::model::{Filter, ListKind, Viewer},
};

/// Labels a list may be narrowed to at once.
pub const LABELS_WANTED: usize = 8;

/// What a list shows: empty lists of channel values and labels mean all of them.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub kind: ListKind,
    pub filter: Filter,
    pub channels: Vec<String>,
    /// Any of these; at most [`LABELS_WANTED`].
    pub labels: Vec<i64>,
}

impl Wanted {
    /// Channel values with a comma before, between and after them.
    pub(super) fn channels_text(&self) -> String {
        if self.channels.is_empty() {
            return String::new();
        }
        format!(",{},", self.channels.join(","))
    }

    /// The same with the labels.
    fn labels_text(&self) -> String {
        self.labels.iter().fold(String::new(), |text, id| format!("{text},{id}"))
            + if self.labels.is_empty() { "" } else { "," }
    }

    /// The labels; unused places hold 0, which no label has.
    pub(super) fn label_ids(&self) -> [i64; LABELS_WANTED] {
        let mut ids = [0; LABELS_WANTED];
        for (place, id) in ids.iter_mut().zip(&self.labels) {
            *place = *id;
        }
        ids
    }
}

/// One page of a list, newest first. A status has an index of its own, so the two cases are two
/// statements.
pub(in crate::tickets) async fn page(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &Wanted,
    offset: i64,
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    match wanted.filter {
        Filter::Status(status) => fetch_all!(
            conn,
            TicketRow,
            select_tickets!(
                "r.user_id = $3
              where t.client_id = $1 and t.kind = $2 and t.status = $5
                and ($4 or t.assignee_ids = '' or exists (
                    select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
                and ($8 = '' or replace($8, ',' || t.channel || ',', '') <> $8)
                and ($9 = '' or exists (
                    select 1 from ticket_labels l
                     where l.client_id = t.client_id and l.ticket_id = t.id
                       and replace($9, ',' || l.label_id || ',', '') <> $9))
              order by t.updated_at desc, t.id desc
              limit $6 offset $7"
            ),
            viewer.client_id,
            wanted.kind.as_str(),
            viewer.user_id,
            viewer.admin,
            status,
            limit,
            offset,
            wanted.channels_text(),
            wanted.labels_text(),
        ),
        Filter::All => fetch_all!(
            conn,
            TicketRow,
            select_tickets!(
                "r.user_id = $3
              where t.client_id = $1 and t.kind = $2
                and ($4 or t.assignee_ids = '' or exists (
                    select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
                and ($7 = '' or replace($7, ',' || t.channel || ',', '') <> $7)
                and ($8 = '' or exists (
                    select 1 from ticket_labels l
                     where l.client_id = t.client_id and l.ticket_id = t.id
                       and replace($8, ',' || l.label_id || ',', '') <> $8))
              order by t.updated_at desc, t.id desc
              limit $5 offset $6"
            ),
            viewer.client_id,
            wanted.kind.as_str(),
            viewer.user_id,
            viewer.admin,
            limit,
            offset,
            wanted.channels_text(),
            wanted.labels_text(),
        ),
    }
}

/// How many tickets a list has, for this viewer, of whatever labels.
pub(in crate::tickets) async fn count(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &Wanted,
) -> DbResult<i64> {
    let (status, all) = match wanted.filter {
        Filter::Status(status) => (status, false),
        Filter::All => (0, true),
    };
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from tickets t
          where t.client_id = $1 and t.kind = $2 and ($6 or t.status = $5)
            and ($4 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
            and ($7 = '' or replace($7, ',' || t.channel || ',', '') <> $7)",
        viewer.client_id,
        wanted.kind.as_str(),
        viewer.user_id,
        viewer.admin,
        status,
        all,
        wanted.channels_text(),
    )?;
    Ok(count)
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
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
          order by t.updated_at, t.id
          limit $5"
        ),
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
        since,
        limit,
    )
}

/// Tickets with something unread, by list. Closed tickets do not count.
pub(in crate::tickets) async fn unread_totals(
    conn: &mut Conn,
    viewer: &Viewer,
) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select t.kind, count(*)
           from tickets t
           left join ticket_reads r on r.ticket_id = t.id and r.user_id = $2
          where t.client_id = $1 and t.kind in ('ticket', 'livechat') and t.status in (0, 1, 2)
            and t.last_in_id > coalesce(r.read_to, 0)
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
          group by t.kind",
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
    )
}
