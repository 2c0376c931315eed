//! The SQL of groups: tickets of one department or with one label.

use super::TicketRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
    tickets::{
        grouped::Group,
        model::{Filter, Viewer},
    },
};

/// What a statement asks for: the department or -1, and a pattern for the labels, written with a
/// comma before and after each.
fn wanted(group: Group) -> (i64, String) {
    match group {
        Group::Department(id) => (id, "%".to_owned()),
        Group::Label(0) => (-1, ",,".to_owned()),
        Group::Label(id) => (-1, format!("%,{id},%")),
    }
}

/// The status, and whether any will do.
fn status(filter: Filter) -> (i64, bool) {
    match filter {
        Filter::Status(status) => (status, false),
        Filter::All => (0, true),
    }
}

pub(in crate::tickets) async fn group_page(
    conn: &mut Conn,
    viewer: &Viewer,
    filter: Filter,
    group: Group,
    (limit, offset): (i64, i64),
) -> DbResult<Vec<TicketRow>> {
    let ((department, labels), (status, any)) = (wanted(group), status(filter));
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $2
          where t.client_id = $1 and t.kind = 'ticket' and ($5 or t.status = $4)
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
            and (coalesce(t.department_id, 0) = $6 or $6 < 0)
            and replace(replace(t.labels, '[', ','), ']', ',') like $7
          order by t.updated_at desc, t.id desc
          limit $8 offset $9"
        ),
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
        status,
        any,
        department,
        labels.as_str(),
        limit,
        offset,
    )
}

pub(in crate::tickets) async fn group_count(
    conn: &mut Conn,
    viewer: &Viewer,
    filter: Filter,
    group: Group,
) -> DbResult<i64> {
    let ((department, labels), (status, any)) = (wanted(group), status(filter));
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from tickets t
          where t.client_id = $1 and t.kind = 'ticket' and ($5 or t.status = $4)
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
            and (coalesce(t.department_id, 0) = $6 or $6 < 0)
            and replace(replace(t.labels, '[', ','), ']', ',') like $7",
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
        status,
        any,
        department,
        labels.as_str(),
    )?;
    Ok(count)
}
