//! The SQL of demo data: rows come as one JSON list, which each engine unpacks in its own way.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, insert_rows,
};
use serde_json::Value;

/// An agent of the client.
#[derive(sqlx::FromRow)]
pub(super) struct Agent {
    pub id: i64,
    pub username: String,
}

pub(super) async fn has_tickets(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let (found,) = fetch_one!(
        conn,
        (bool,),
        "select exists (select 1 from tickets where client_id = $1)",
        client_id,
    )?;
    Ok(found)
}

pub(super) async fn agents(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Agent>> {
    fetch_all!(
        conn,
        Agent,
        "select id, username
           from users
          where client_id = $1 and kind = 'agent' and disabled_at is null
          order by id
          limit 500",
        client_id,
    )
}

/// Numbers from 1 to a thousand for statements that make rows of nothing.
macro_rules! counted {
    ($rest:literal) => {
        concat!(
            "with recursive counted (n) as (
                select cast(1 as bigint) union all select n + 1 from counted where n < 1000) ",
            $rest
        )
    };
}

/// Adds departments until the client has so many.
pub(super) async fn fill_departments(
    conn: &mut Conn,
    client_id: i64,
    wanted: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        counted!(
            "insert into departments (client_id, name, name_key, created_at)
             select $1, 'Demo department ' || n, 'demo department ' || n, $3
               from counted
              where n <= $2 - (select count(*) from departments
                                where client_id = $1 and deleted_at is null)
                and not exists (select 1 from departments d
                                 where d.client_id = $1 and d.deleted_at is null
                                   and d.name_key = 'demo department ' || counted.n)"
        ),
        client_id,
        wanted,
        now,
    )
}

/// The same with labels.
pub(super) async fn fill_labels(
    conn: &mut Conn,
    client_id: i64,
    wanted: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        counted!(
            "insert into labels
                (client_id, name, color, color_dark, level, sla, created_at, updated_at)
             select $1, 'Demo label ' || n,
                    case n % 6 when 0 then '#c03030' when 1 then '#2f6f9f' when 2 then '#3b7d3b'
                               when 3 then '#8a5a00' when 4 then '#6b4fa0' else '#5f6b76' end,
                    case n % 6 when 0 then '#ff9090' when 1 then '#8cc4f0' when 2 then '#8fd18f'
                               when 3 then '#f0c070' when 4 then '#c3aef0' else '#b6c2cc' end,
                    n % 20, 30, $3, $3
               from counted
              where n <= $2 - (select count(*) from labels
                                where client_id = $1 and deleted_at is null)"
        ),
        client_id,
        wanted,
        now,
    )
}

pub(super) async fn departments(conn: &mut Conn, client_id: i64) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from departments where client_id = $1 and deleted_at is null order by id limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

pub(super) async fn labels(conn: &mut Conn, client_id: i64) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from labels where client_id = $1 and deleted_at is null order by id limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The number that the next contact of ours gets.
pub(super) async fn contacts(conn: &mut Conn, client_id: i64) -> DbResult<u64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from contacts where client_id = $1 and uid like 'demo-%'",
        client_id,
    )?;
    Ok(count.unsigned_abs() + 1)
}

/// Rows are a uid, a name and a number.
pub(super) async fn insert_contacts(
    conn: &mut Conn,
    client_id: i64,
    rows: &[Value],
    now: i64,
) -> DbResult<()> {
    insert_rows!(
        conn,
        "insert into contacts (client_id, uid, name, email, created_at, updated_at)
         select $2, value ->> 0, value ->> 1, 'demo' || (value ->> 2) || '@example.invalid', $3, $3",
        rows,
        client_id,
        now,
    )
}

/// Takes so many ticket numbers; gives the last.
pub(super) async fn take_numbers(conn: &mut Conn, client_id: i64, count: i64) -> DbResult<i64> {
    let (last,) = fetch_one!(
        conn,
        (i64,),
        "update client_counters set ticket = ticket + $2 where client_id = $1 returning ticket",
        client_id,
        count,
    )?;
    Ok(last)
}

/// Rows are as `write.rs` makes them.
pub(super) async fn insert_tickets(
    conn: &mut Conn,
    client_id: i64,
    rows: &[Value],
) -> DbResult<()> {
    insert_rows!(
        conn,
        "insert into tickets (client_id, number, channel, kind, thread, contact_id, title, status,
                              severity, assignee, assignee_ids, department_id, labels,
                              message_count, automatic, appointment_at, created_at,
                              updated_at)
         select $2, cast(value ->> 0 as bigint), value ->> 1, 'ticket', 'demo',
                (select c.id from contacts c where c.client_id = $2 and c.uid = value ->> 2),
                value ->> 3, cast(value ->> 4 as bigint), value ->> 5, value ->> 6, value ->> 7,
                cast(value ->> 8 as bigint), value ->> 9, cast(value ->> 10 as bigint),
                cast(value ->> 11 as text) in ('true', '1'), cast(value ->> 12 as bigint),
                cast(value ->> 13 as bigint), cast(value ->> 14 as bigint)",
        rows,
        client_id,
    )
}

/// Rows are a ticket's number, direction, sender, name, user, text, state, time.
pub(super) async fn insert_messages(
    conn: &mut Conn,
    client_id: i64,
    rows: &[Value],
) -> DbResult<()> {
    insert_rows!(
        conn,
        "insert into messages (client_id, ticket_id, direction, kind, sender, sender_name, user_id,
                               body, state, sent_at, created_at)
         select $2,
                (select t.id from tickets t
                  where t.client_id = $2 and t.number = cast(value ->> 0 as bigint)),
                value ->> 1, 'text', value ->> 2, value ->> 3, cast(value ->> 4 as bigint),
                value ->> 5, value ->> 6, cast(value ->> 7 as bigint), cast(value ->> 7 as bigint)",
        rows,
        client_id,
    )
}

/// Those whose ids a ticket names take part in it.
pub(super) async fn insert_participants(
    conn: &mut Conn,
    client_id: i64,
    (first, last): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into participants (client_id, ticket_id, user_id, added_at)
         select t.client_id, t.id, u.id, t.created_at
           from tickets t
           join users u on u.client_id = t.client_id
                       and replace(',' || t.assignee_ids || ',', ',' || u.id || ',', '')
                           <> ',' || t.assignee_ids || ','
          where t.client_id = $1 and t.number between $2 and $3 and t.assignee_ids <> ''",
        client_id,
        first,
        last,
    )
}

pub(super) async fn insert_ticket_labels(
    conn: &mut Conn,
    client_id: i64,
    (first, last): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_labels (client_id, label_id, ticket_id)
         select t.client_id, l.id, t.id
           from tickets t
           join labels l on l.client_id = t.client_id
                        and replace(replace(replace(t.labels, '[', ','), ']', ','),
                                    ',' || l.id || ',', '')
                            <> replace(replace(t.labels, '[', ','), ']', ',')
          where t.client_id = $1 and t.number between $2 and $3 and t.labels <> '[]'",
        client_id,
        first,
        last,
    )
}

/// What tickets know of their messages.
pub(super) async fn sum_up(
    conn: &mut Conn,
    client_id: i64,
    (first, last): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets
            set last_message_id = m.newest,
                last_in_id = m.newest_in,
                responded = m.newest > m.newest_in,
                replied_at = m.replied_at,
                snippet = (select substr(body, 1, 140) from messages where id = m.newest)
           from (select ticket_id, max(id) as newest,
                        max(case when direction = 'in' then id end) as newest_in,
                        min(case when direction = 'out' then created_at end) as replied_at
                   from messages
                  where client_id = $1
                    and ticket_id in (select id from tickets
                                       where client_id = $1 and number between $2 and $3)
                  group by ticket_id) m
          where tickets.id = m.ticket_id",
        client_id,
        first,
        last,
    )
}

/// Those who take part have read seven of ten.
pub(super) async fn insert_reads(
    conn: &mut Conn,
    client_id: i64,
    (first, last): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_reads (client_id, ticket_id, user_id, read_to, read_at)
         select t.client_id, t.id, p.user_id, t.last_in_id, t.updated_at
           from tickets t
           join participants p on p.ticket_id = t.id
          where t.client_id = $1 and t.number between $2 and $3 and t.number % 10 < 7
            and t.last_in_id is not null",
        client_id,
        first,
        last,
    )
}
