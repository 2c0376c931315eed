//! Tickets of a list that is narrowed to two things, each of which thousands have and hardly any have
//! both: a walk would pass almost everything for a page.

use super::{
    few::{FEW, counted, counted_of},
    walk::{Asked, Found, ask, eight, listed, narrowed},
};
use crate::{
    db::{Conn, DbResult},
    fetch_all_anew, fetch_one_anew,
    tickets::wanted::Wanted,
};

/// Up to how many tickets of each are compared. Where there are more, they meet often enough for a walk.
const SOME: i64 = 20_000;

/// Two things that a list is narrowed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) enum Pair {
    AgentLabel,
    AgentDepartment,
    LabelDepartment,
}

/// The two of this list that few tickets have together, if there are such.
pub(super) async fn few_of_pair(
    conn: &mut Conn,
    client_id: i64,
    wanted: &Wanted,
) -> DbResult<Option<Pair>> {
    let given = |list: &[i64]| !list.is_empty() && !list.contains(&0);
    let (agents, labels, departments) = (&wanted.agents, &wanted.labels, &wanted.departments);
    let given = [given(agents), given(labels), given(departments)];
    if given.iter().filter(|one| **one).count() < 2 {
        return Ok(None);
    }
    let agent = given[0] && some_agents(conn, client_id, agents).await?;
    let label = given[1] && some_labels(conn, client_id, labels).await?;
    let department = given[2] && some_departments(conn, client_id, departments).await?;
    for (pair, compared, (one, other)) in [
        (Pair::AgentLabel, agent && label, (agents, labels)),
        (Pair::AgentDepartment, agent && department, (agents, departments)),
        (Pair::LabelDepartment, label && department, (labels, departments)),
    ] {
        if compared && count(conn, client_id, pair, (one, other)).await? <= FEW {
            return Ok(Some(pair));
        }
    }
    Ok(None)
}

async fn some_agents(conn: &mut Conn, client_id: i64, ids: &[i64]) -> DbResult<bool> {
    let rows = counted_of!(
        conn,
        20001,
        "participants where client_id = $1 and user_id in ($2, $3, $4, $5, $6, $7, $8, $9)",
        client_id,
        ids
    )?;
    Ok(rows <= SOME)
}

async fn some_labels(conn: &mut Conn, client_id: i64, ids: &[i64]) -> DbResult<bool> {
    let rows = counted_of!(
        conn,
        20001,
        "ticket_labels where client_id = $1 and label_id in ($2, $3, $4, $5, $6, $7, $8, $9)",
        client_id,
        ids
    )?;
    Ok(rows <= SOME)
}

async fn some_departments(conn: &mut Conn, client_id: i64, ids: &[i64]) -> DbResult<bool> {
    let rows = counted_of!(
        conn,
        20001,
        "tickets where client_id = $1 and department_id in ($2, $3, $4, $5, $6, $7, $8, $9)",
        client_id,
        ids
    )?;
    Ok(rows <= SOME)
}

/// Runs a statement with the ids of both.
macro_rules! of_both {
    ($conn:expr, $client:expr, $ids:expr, $sql:literal) => {{
        let (one, other) = (eight($ids.0), eight($ids.1));
        fetch_one_anew!(
            $conn,
            (i64,),
            $sql,
            $client,
            one[0],
            one[1],
            one[2],
            one[3],
            one[4],
            one[5],
            one[6],
            one[7],
            other[0],
            other[1],
            other[2],
            other[3],
            other[4],
            other[5],
            other[6],
            other[7],
        )
    }};
}

/// How many tickets have both, counted no further than needed.
async fn count(
    conn: &mut Conn,
    client_id: i64,
    pair: Pair,
    ids: (&[i64], &[i64]),
) -> DbResult<i64> {
    let (rows,) = match pair {
        Pair::AgentLabel => of_both!(
            conn,
            client_id,
            ids,
            "select count(*) from (
                select ticket_id from participants
                 where client_id = $1 and user_id in ($2, $3, $4, $5, $6, $7, $8, $9)
                intersect
                select ticket_id from ticket_labels
                 where client_id = $1
                   and label_id in ($10, $11, $12, $13, $14, $15, $16, $17)
                limit 4001) few"
        ),
        Pair::AgentDepartment => of_both!(
            conn,
            client_id,
            ids,
            "select count(*) from (
                select ticket_id from participants
                 where client_id = $1 and user_id in ($2, $3, $4, $5, $6, $7, $8, $9)
                intersect
                select id from tickets
                 where client_id = $1
                   and department_id in ($10, $11, $12, $13, $14, $15, $16, $17)
                limit 4001) few"
        ),
        Pair::LabelDepartment => of_both!(
            conn,
            client_id,
            ids,
            "select count(*) from (
                select ticket_id from ticket_labels
                 where client_id = $1 and label_id in ($2, $3, $4, $5, $6, $7, $8, $9)
                intersect
                select id from tickets
                 where client_id = $1
                   and department_id in ($10, $11, $12, $13, $14, $15, $16, $17)
                limit 4001) few"
        ),
    }?;
    Ok(rows)
}

/// Runs a statement over the tickets that have both. The sign before the client's id keeps the
/// engines from walking along a list instead.
macro_rules! begin_with_both {
    ($conn:expr, $asked:expr, $ids:expr, $statuses:expr, $head:literal) => {{
        let (one, other): ([i64; 8], [i64; 8]) = (eight($ids.0), eight($ids.1));
        ask!(
            fetch_all_anew,
            $conn,
            Found,
            narrowed!($head, "and replace($40, ',' || t.status || ',', '') <> $40 limit $41"),
            $asked,
            one[0],
            one[1],
            one[2],
            one[3],
            one[4],
            one[5],
            one[6],
            one[7],
            other[0],
            other[1],
            other[2],
            other[3],
            other[4],
            other[5],
            other[6],
            other[7],
            $statuses.as_str(),
            FEW,
        )
    }};
}

/// All tickets of the list, in no order.
pub(super) async fn few(
    conn: &mut Conn,
    asked: &Asked,
    wanted: &Wanted,
    pair: Pair,
) -> DbResult<Vec<Found>> {
    let statuses = listed(&wanted.statuses());
    match pair {
        Pair::AgentLabel => begin_with_both!(
            conn,
            asked,
            (&wanted.agents, &wanted.labels),
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select ticket_id from participants
                              where client_id = $1
                                and user_id in ($24, $25, $26, $27, $28, $29, $30, $31)
                             intersect
                             select ticket_id from ticket_labels
                              where client_id = $1
                                and label_id in ($32, $33, $34, $35, $36, $37, $38, $39)
                             limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15"
        ),
        Pair::AgentDepartment => begin_with_both!(
            conn,
            asked,
            (&wanted.agents, &wanted.departments),
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select ticket_id from participants
                              where client_id = $1
                                and user_id in ($24, $25, $26, $27, $28, $29, $30, $31)
                             intersect
                             select id from tickets
                              where client_id = $1
                                and department_id in ($32, $33, $34, $35, $36, $37, $38, $39)
                             limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15"
        ),
        Pair::LabelDepartment => begin_with_both!(
            conn,
            asked,
            (&wanted.labels, &wanted.departments),
            statuses,
            "select t.severity_place, t.updated_at, t.id from tickets t
              where t.id in (select ticket_id from ticket_labels
                              where client_id = $1
                                and label_id in ($24, $25, $26, $27, $28, $29, $30, $31)
                             intersect
                             select id from tickets
                              where client_id = $1
                                and department_id in ($32, $33, $34, $35, $36, $37, $38, $39)
                             limit 4000)
                and +t.client_id = $1 and t.kind = $2
                and +t.updated_at between $14 and $15"
        ),
    }
}
