//! Tickets as a table has them, from one id to the next.

use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// A ticket with what its customer wrote first.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ExportedTicket {
    pub id: i64,
    pub number: i64,
    pub title: String,
    pub description: String,
    /// What a person first answered it in words; empty for nothing.
    pub reply: String,
    /// 0 open, 1 pending, 2 resolved, 3 closed.
    pub status: i64,
    pub severity: String,
    /// A JSON list of ids.
    pub labels: String,
    pub department_id: Option<i64>,
    /// Usernames, with commas between them.
    pub assignee: String,
    pub language: String,
    pub contact_name: String,
    pub contact_email: String,
    pub contact_phone: String,
    /// Milliseconds.
    pub created_at: i64,
    /// Of that reply.
    pub replied_at: Option<i64>,
    /// Since when it is resolved or closed, if it is.
    pub resolved_at: Option<i64>,
    pub updated_at: i64,
}

/// The client's tickets behind an id, without spam, those that were merged into others, and live chats.
///
/// # Errors
/// What the database said.
pub async fn tickets_after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<ExportedTicket>> {
    fetch_all!(
        conn,
        ExportedTicket,
        "select t.id, t.number, t.title, t.status, t.severity, t.labels, t.department_id, t.assignee,
                t.language, t.created_at, t.updated_at,
                coalesce(c.name, '') as contact_name, coalesce(c.email, '') as contact_email,
                coalesce(c.phone, '') as contact_phone,
                coalesce(d.body, '') as description,
                coalesce(r.body, '') as reply, r.created_at as replied_at,
                case when t.status in (2, 3)
                     then (select max(h.created_at) from ticket_history h
                            where h.client_id = $1 and h.ticket_id = t.id and h.kind = 'status'
                              and h.became in ('2', '3')) end as resolved_at
           from tickets t
           left join contacts c on c.client_id = $1 and c.id = t.contact_id
           left join messages d
             on d.client_id = $1
            and d.id = (select min(m.id) from messages m
                         where m.client_id = $1 and m.ticket_id = t.id and m.direction = 'in'
                           and m.deleted_at is null)
           left join messages r
             on r.client_id = $1
            and r.id = (select min(m.id) from messages m
                         where m.client_id = $1 and m.ticket_id = t.id and m.direction = 'out'
                           and m.id > d.id and m.user_id is not null and m.body <> ''
                           and m.deleted_at is null)
          where t.client_id = $1 and t.id > $2 and t.kind = 'ticket' and t.status <> 5
            and t.merged_into is null
          order by t.id
          limit $3",
        client_id,
        after,
        limit,
    )
}

/// What stands in the custom fields of the tickets between two ids, both within: ticket, field, value as JSON.
///
/// # Errors
/// What the database said.
pub async fn field_values_between(
    conn: &mut Conn,
    client_id: i64,
    (first, last): (i64, i64),
) -> DbResult<Vec<(i64, i64, String)>> {
    fetch_all!(
        conn,
        (i64, i64, String),
        "select ticket_id, field_id, value
           from ticket_field_values
          where client_id = $1 and ticket_id between $2 and $3
          order by ticket_id, field_id
          limit 1000000",
        client_id,
        first,
        last,
    )
}

/// Whether a client has a ticket of this number.
///
/// # Errors
/// What the database said.
pub async fn has_number(conn: &mut Conn, client_id: i64, number: i64) -> DbResult<bool> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from tickets where client_id = $1 and number = $2 limit 1",
        client_id,
        number,
    )?;
    Ok(!rows.is_empty())
}
