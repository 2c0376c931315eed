//! Which tickets carry which labels, and lists of the tickets that carry some.

use super::{TicketRow, lists::Wanted, words};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
    tickets::model::{Filter, Viewer},
};

/// Up to how many ticket rows with the wanted labels it is quicker to sort those than to look for
/// them along the list.
const FEW: i64 = 3_000;

/// Sets what a ticket carries: as text in its own order, and as rows to be found by.
pub(in crate::tickets) async fn set_labels(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    labels: &[i64],
    now: i64,
) -> DbResult<()> {
    let text = serde_json::to_string(labels).unwrap_or_else(|_| "[]".into());
    execute!(
        conn,
        "update tickets set labels = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        text.as_str(),
        now,
    )?;
    execute!(
        conn,
        "delete from ticket_labels where client_id = $1 and ticket_id = $2",
        client_id,
        id,
    )?;
    for label in labels {
        execute!(
            conn,
            "insert into ticket_labels (client_id, label_id, ticket_id) values ($1, $2, $3)
             on conflict (client_id, label_id, ticket_id) do nothing",
            client_id,
            *label,
            id,
        )?;
    }
    words::index_ticket(conn, client_id, id).await
}

/// Whether so few tickets carry one of the labels that a list begins with them.
pub(in crate::tickets) async fn few_carry(
    conn: &mut Conn,
    client_id: i64,
    wanted: &Wanted,
) -> DbResult<bool> {
    let ids = wanted.label_ids();
    let (rows,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from (select l.ticket_id
                   from ticket_labels l
                  where l.client_id = $1 and l.label_id in ($2, $3, $4, $5, $6, $7, $8, $9)
                  limit $10) few",
        client_id,
        ids[0],
        ids[1],
        ids[2],
        ids[3],
        ids[4],
        ids[5],
        ids[6],
        ids[7],
        FEW + 1,
    )?;
    Ok(rows <= FEW)
}

/// One page of the tickets that carry one of the labels, newest first, found by the labels. The sign
/// before the client's id keeps the engines from walking along a list instead.
pub(in crate::tickets) async fn page_of_few(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &Wanted,
    offset: i64,
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    let ids = wanted.label_ids();
    let (status, all) = status_of(wanted.filter);
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $3
          where t.id in (
                select l.ticket_id from ticket_labels l
                 where l.client_id = $1
                   and l.label_id in ($10, $11, $12, $13, $14, $15, $16, $17))
            and +t.client_id = $1 and t.kind = $2 and ($6 or t.status = $5)
            and ($4 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
            and ($9 = '' or replace($9, ',' || t.channel || ',', '') <> $9)
          order by t.updated_at desc, t.id desc
          limit $7 offset $8"
        ),
        viewer.client_id,
        wanted.kind.as_str(),
        viewer.user_id,
        viewer.admin,
        status,
        all,
        limit,
        offset,
        wanted.channels_text(),
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

/// How many tickets a list has that carry one of the labels, for this viewer.
pub(in crate::tickets) async fn count_labelled(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &Wanted,
) -> DbResult<i64> {
    let ids = wanted.label_ids();
    let (status, all) = status_of(wanted.filter);
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from tickets t
          where t.id in (
                select l.ticket_id from ticket_labels l
                 where l.client_id = $1
                   and l.label_id in ($8, $9, $10, $11, $12, $13, $14, $15))
            and +t.client_id = $1 and t.kind = $2 and ($6 or t.status = $5)
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
        ids[0],
        ids[1],
        ids[2],
        ids[3],
        ids[4],
        ids[5],
        ids[6],
        ids[7],
    )?;
    Ok(count)
}

fn status_of(filter: Filter) -> (i64, bool) {
    match filter {
        Filter::Status(status) => (status, false),
        Filter::All => (0, true),
    }
}
