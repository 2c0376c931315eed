//! What tickets have in their custom fields.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};
use serde_json::Value;

#[derive(sqlx::FromRow)]
struct Row {
    field_id: i64,
    value: String,
    changed_by: String,
    changed_at: i64,
}

/// What stands in a field of a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tickets) struct FieldValue {
    pub field_id: i64,
    pub value: Value,
    pub by: String,
    pub at: i64,
}

/// The fields of a ticket that are filled in.
pub(in crate::tickets) async fn field_rows(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<FieldValue>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select field_id, value, changed_by, changed_at
           from ticket_field_values
          where client_id = $1 and ticket_id = $2
          order by field_id
          limit 1000",
        client_id,
        ticket_id,
    )?;
    let value = |row: Row| FieldValue {
        field_id: row.field_id,
        value: serde_json::from_str(&row.value).unwrap_or_default(),
        by: row.changed_by,
        at: row.changed_at,
    };
    Ok(rows.into_iter().map(value).collect())
}

/// Sets what stands in a field, null for nothing, and the choices by which the ticket is found.
pub(in crate::tickets) async fn set_field(
    conn: &mut Conn,
    (client_id, ticket_id, field_id): (i64, i64, i64),
    (value, choices): (&Value, &[i64]),
    (by, now): (&str, i64),
) -> DbResult<()> {
    if value.is_null() {
        execute!(
            conn,
            "delete from ticket_field_values
              where client_id = $1 and ticket_id = $2 and field_id = $3",
            client_id,
            ticket_id,
            field_id,
        )?;
    } else {
        execute!(
            conn,
            "insert into ticket_field_values
                    (client_id, ticket_id, field_id, value, changed_by, changed_at)
             values ($1, $2, $3, $4, $5, $6)
             on conflict (client_id, ticket_id, field_id)
             do update set value = excluded.value, changed_by = excluded.changed_by,
                           changed_at = excluded.changed_at",
            client_id,
            ticket_id,
            field_id,
            value.to_string(),
            by,
            now,
        )?;
    }
    execute!(
        conn,
        "delete from ticket_field_choices
          where client_id = $1 and ticket_id = $2 and field_id = $3",
        client_id,
        ticket_id,
        field_id,
    )?;
    for choice in choices {
        execute!(
            conn,
            "insert into ticket_field_choices (client_id, field_id, choice, ticket_id)
             values ($1, $2, $3, $4)",
            client_id,
            field_id,
            *choice,
            ticket_id,
        )?;
    }
    Ok(())
}
