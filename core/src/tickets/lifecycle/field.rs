//! What a ticket has in the client's custom fields. The room keeps it; `fields` knows what the fields
//! are and what may stand in them.

use crate::tickets::{
    Tickets,
    api::{FieldValue, TicketFieldChanged},
    model::{Status, Viewer},
    record::{
        announce,
        history::{self, Step},
    },
    store::{self, TicketRow},
};
use crate::{
    db::{Conn, DbResult, Tx},
    fields::{self, CustomField},
    http::{AnyJson, Code, Problem},
};
use serde_json::{Value, json};

/// What stands in the fields of a ticket that are filled in, by the fields' ids.
///
/// # Errors
/// What the database said.
pub async fn field_values(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<(i64, Value)>> {
    let rows = store::field_rows(conn, client_id, ticket_id).await?;
    Ok(rows.into_iter().map(|row| (row.field_id, row.value)).collect())
}

fn shown(field_id: i64, value: &Value, by: &str, at: i64) -> FieldValue {
    FieldValue { field_id, value: AnyJson(value.clone()), by: by.to_owned(), at }
}

/// What the history says of a field: its name as it was then, and what stood in it in words.
fn told(field: &CustomField, value: &Value) -> String {
    let words = fields::in_words(field, value);
    json!({ "field": field.id, "label": field.label, "value": words }).to_string()
}

impl Tickets {
    /// The fields of a ticket that are filled in: who did it last, and when.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn fields(&self, viewer: &Viewer, ticket: i64) -> Result<Vec<FieldValue>, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let rows = store::field_rows(&mut conn, viewer.client_id, row.id).await?;
        Ok(rows.iter().map(|row| shown(row.field_id, &row.value, &row.by, row.at)).collect())
    }

    /// Sets what stands in a field of a ticket, null for nothing.
    ///
    /// # Errors
    /// As [`Tickets::set_field_in`].
    pub(in crate::tickets) async fn set_field(
        &self,
        viewer: &Viewer,
        ticket: i64,
        field: i64,
        given: &Value,
    ) -> Result<FieldValue, Problem> {
        let mut tx = self.db.begin().await?;
        let data = self.set_field_in(&mut tx, viewer, ticket, (field, given)).await?;
        tx.commit().await?;
        Ok(data)
    }

    /// The same in the caller's transaction. The same again changes nothing.
    ///
    /// # Errors
    /// `not_found` for a ticket or a field there is not; `conflict` for one that was archived;
    /// `invalid` for what cannot stand in it.
    pub async fn set_field_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        (field, given): (i64, &Value),
    ) -> Result<FieldValue, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let row = store::held_ticket(tx, viewer, ticket).await?;
        let field = fields::one(tx, client_id, field).await?.ok_or_else(Problem::not_found)?;
        if field.archived {
            let text = format!("The field “{}” was archived, so it only can be read.", field.label);
            return Err(Problem::new(Code::Conflict, text));
        }
        let rows = store::field_rows(tx, client_id, row.id).await?;
        let before = rows.into_iter().find(|one| one.field_id == field.id);
        let has = before.as_ref().map_or(&Value::Null, |before| &before.value);
        let value = fields::read(&field, has, given).map_err(|why| Problem::field("value", why))?;
        if &value == has {
            return Ok(match before {
                Some(before) => shown(field.id, &before.value, &before.by, before.at),
                None => shown(field.id, &Value::Null, "", 0),
            });
        }
        let by = viewer.username.as_str();
        let marks = fields::marks(&field, &value);
        store::set_field(tx, (client_id, row.id, field.id), (&value, &marks), (by, now)).await?;
        let (was, is) = (told(&field, has), told(&field, &value));
        let step = Step { kind: "field", before: &was, after: &is, why: "", by };
        history::note(tx, &row, &step, now).await?;
        let data = TicketFieldChanged {
            field_id: field.id,
            value: AnyJson(value.clone()),
            by: by.to_owned(),
            at: now,
            ticket_id: row.id,
            ticket_number: row.number,
        };
        announce::announce(tx, &row, &data, now);
        Ok(shown(field.id, &value, by, now))
    }
}

/// Refuses to resolve or close a ticket that is held while a field is empty that must not be.
pub(in crate::tickets) async fn before_end(
    tx: &mut Tx,
    ticket: &TicketRow,
    status: Status,
) -> Result<(), Problem> {
    if !matches!(status, Status::Resolved | Status::Closed) || ticket.status == status.code() {
        return Ok(());
    }
    let required = fields::required(tx, ticket.client_id).await?;
    if required.is_empty() {
        return Ok(());
    }
    let rows = store::field_rows(tx, ticket.client_id, ticket.id).await?;
    let empty = |field: &&CustomField| rows.iter().all(|row| row.field_id != field.id);
    let missing: Vec<&CustomField> = required.iter().filter(empty).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().map(|field| format!("“{}”", field.label)).collect();
    let word = if status == Status::Closed { "closed" } else { "resolved" };
    let text = format!("Fill in {} before this ticket is {word}.", names.join(", "));
    let why = format!("This is needed before a ticket is {word}.");
    let problem = Problem::invalid(text);
    Err(missing
        .iter()
        .fold(problem, |all, field| all.with_field(&format!("fields.{}", field.id), &why)))
}
