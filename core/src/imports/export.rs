//! Contacts and tickets as tables that can be imported again.

use super::{Imports, fields::offered, model::ImportKind};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action},
    contacts::{self, Details},
    crypto::Keys,
    db::{Db, DbError, DbResult},
    fields::{self, CustomField},
    http::{Problem, csv},
    labels,
    tickets::{self, ExportedTicket, Status},
};
use futures_util::{Stream, stream};
use serde_json::json;
use std::{collections::BTreeMap, fmt::Write as _};

const STEP: i64 = 500;
/// What signatures of ticket numbers are for.
const PURPOSE: &str = "ticket of an export";
/// What ids of our own tickets begin with.
const OURS: &str = "patchbay-";

/// How far an export has come.
struct Reading {
    db: Db,
    keys: Keys,
    client_id: i64,
    kind: ImportKind,
    custom: Vec<CustomField>,
    labels: BTreeMap<i64, String>,
    departments: BTreeMap<i64, String>,
    after: i64,
    begun: bool,
}

/// The id of a ticket in a table, by which this installation knows its own: numbers alone could be
/// another desk's.
fn id_of(keys: &Keys, client_id: i64, number: i64) -> String {
    let proof = keys.sign(PURPOSE, format!("{client_id} {number}").as_bytes());
    format!("{OURS}{number}-{proof}")
}

/// The number in such an id; none in every other.
pub(super) fn number_of(keys: &Keys, client_id: i64, id: &str) -> Option<i64> {
    let (number, proof) = id.strip_prefix(OURS)?.split_once('-')?;
    let number: i64 = number.parse().ok()?;
    keys.verify(PURPOSE, format!("{client_id} {number}").as_bytes(), proof).then_some(number)
}

/// The head of a table, and of a template.
pub(super) fn head(kind: ImportKind, custom: &[CustomField]) -> String {
    let offered = offered(kind, custom);
    let name = |field: super::model::ImportField| {
        csv::cell(if field.label.is_empty() { &field.key } else { &field.label })
    };
    let names: Vec<String> = offered.into_iter().map(name).collect();
    format!("{}\r\n", names.join(","))
}

/// Two rows that show how a table is written.
pub(super) fn template(kind: ImportKind) -> String {
    let rows = match kind {
        ImportKind::Contacts => {
            "C-1,Demo Customer,Ms,demo1@example.invalid,+60 3 1234 5678,en,1990-01-31,,,Likes to be called\r\n\
             C-2,Another Customer,,demo2@example.invalid,,ms,,,,\r\n"
        }
        ImportKind::Tickets => {
            "T-1,Late parcel,My parcel is late.,,Called the carrier,open,high,,,,Demo Customer,\
             demo1@example.invalid,,en,2026-01-31T09:00:00Z,,,2026-01-31T10:00:00Z\r\n\
             T-2,Wrong colour,I asked for blue.,We send the blue one.,,closed,low,,,,\
             Another Customer,demo2@example.invalid,,en,2026-01-30T09:00:00Z,\
             2026-01-30T11:00:00Z,2026-02-01T10:00:00Z,2026-02-01T10:00:00Z\r\n"
        }
    };
    // Spreadsheets take a number with a plus for a formula.
    format!("{}{}", csv::first_line(&head(kind, &[])), rows.replace(",+60", ",'+60"))
}

impl Imports {
    /// All contacts or tickets of the client as lines of a table, for admins.
    pub(super) async fn export(
        &self,
        caller: &Caller,
        kind: ImportKind,
    ) -> Result<impl Stream<Item = Result<String, DbError>> + Send + use<>, Problem> {
        let author = caller.admin()?;
        let client_id = caller.client_id;
        let mut tx = self.db.begin().await?;
        let act = Act {
            action: Action::DataExported,
            kind: "export",
            id: String::new(),
            name: match kind {
                ImportKind::Contacts => "contacts",
                ImportKind::Tickets => "tickets",
            },
            changes: json!({}),
        };
        audit::note(&mut tx, &author, &act, self.clock.now_ms()).await?;
        tx.commit().await?;
        let mut conn = self.db.read().await?;
        let turned =
            |all: Vec<(String, i64)>| all.into_iter().map(|(name, id)| (id, name)).collect();
        let reading = Reading {
            db: self.db.clone(),
            keys: self.keys.clone(),
            client_id,
            kind,
            custom: fields::list(&mut conn, client_id, false).await?,
            labels: turned(labels::names(&mut conn, client_id).await?),
            departments: turned(accounts::department_names(&mut conn, client_id).await?),
            after: 0,
            begun: false,
        };
        drop(conn);
        Ok(stream::try_unfold(reading, step))
    }
}

/// The next lines. A connection is held only while they are read, not while they are sent.
async fn step(mut reading: Reading) -> Result<Option<(String, Reading)>, DbError> {
    let mut text = String::new();
    if !reading.begun {
        text = csv::first_line(&head(reading.kind, &reading.custom));
        reading.begun = true;
    }
    let last = match reading.kind {
        ImportKind::Contacts => reading.contacts(&mut text).await?,
        ImportKind::Tickets => reading.tickets(&mut text).await?,
    };
    if let Some(last) = last {
        reading.after = last;
    }
    Ok((!text.is_empty()).then_some((text, reading)))
}

impl Reading {
    /// Writes the next contacts; gives the id of the last one.
    async fn contacts(&self, text: &mut String) -> DbResult<Option<i64>> {
        let mut conn = self.db.read().await?;
        let rows = contacts::details_after(&mut conn, self.client_id, self.after, STEP).await?;
        for row in &rows {
            line(text, &contact_cells(row));
        }
        Ok(rows.last().map(|row| row.id))
    }

    /// Writes the next tickets; gives the id of the last one.
    async fn tickets(&self, text: &mut String) -> DbResult<Option<i64>> {
        let mut conn = self.db.read().await?;
        let rows = tickets::tickets_after(&mut conn, self.client_id, self.after, STEP).await?;
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(None) };
        let span = (first.id, last.id);
        let mut values: BTreeMap<(i64, i64), String> = BTreeMap::new();
        for (ticket, field, value) in
            tickets::field_values_between(&mut conn, self.client_id, span).await?
        {
            values.insert((ticket, field), value);
        }
        for row in &rows {
            let mut cells = self.ticket_cells(row);
            cells.extend(self.custom.iter().map(|field| {
                let value = values.get(&(row.id, field.id)).map_or("null", String::as_str);
                fields::in_words(field, &serde_json::from_str(value).unwrap_or_default())
            }));
            line(text, &cells);
        }
        Ok(Some(last.id))
    }

    fn ticket_cells(&self, row: &ExportedTicket) -> Vec<String> {
        let labels: Vec<i64> = serde_json::from_str(&row.labels).unwrap_or_default();
        let labels: Vec<&str> =
            labels.iter().filter_map(|id| self.labels.get(id)).map(String::as_str).collect();
        let department = row.department_id.and_then(|id| self.departments.get(&id));
        let severity = match row.severity.as_str() {
            "H" => "high",
            "M" => "medium",
            "L" => "low",
            _ => "",
        };
        vec![
            id_of(&self.keys, self.client_id, row.number),
            row.title.clone(),
            row.description.clone(),
            row.reply.clone(),
            String::new(),
            Status::from_code(row.status).map_or("", Status::word).to_lowercase(),
            severity.to_owned(),
            labels.join("; "),
            department.cloned().unwrap_or_default(),
            row.assignee.replace(',', "; "),
            row.contact_name.clone(),
            row.contact_email.clone(),
            row.contact_phone.clone(),
            row.language.clone(),
            csv::time(row.created_at),
            since(row, row.replied_at),
            since(row, row.resolved_at),
            csv::time(row.updated_at),
        ]
    }
}

/// A time of a ticket. What was split off is younger than what was written in it.
fn since(row: &ExportedTicket, at: Option<i64>) -> String {
    at.map(|at| csv::time(at.max(row.created_at))).unwrap_or_default()
}

fn contact_cells(row: &Details) -> Vec<String> {
    [
        &row.uid,
        &row.name,
        &row.salutation,
        &row.email,
        &row.phone,
        &row.language,
        &row.birth_date,
        &row.identity_type,
        &row.identity_number,
        &row.notes,
    ]
    .map(String::clone)
    .to_vec()
}

fn line(text: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|text| csv::cell(text)).collect();
    write!(text, "{}\r\n", cells.join(",")).expect("a text takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_desk_knows_the_ids_of_its_tickets() {
        let (keys, others) = (Keys::from_bytes([7; 32]), Keys::from_bytes([8; 32]));
        let id = id_of(&keys, 3, 1017);
        assert_eq!(number_of(&keys, 3, &id), Some(1017));
        assert_eq!(number_of(&keys, 4, &id), None, "another client");
        assert_eq!(number_of(&others, 3, &id), None, "another installation");
        assert_eq!(number_of(&keys, 3, &id.replace("1017", "1018")), None);
        assert_eq!(number_of(&keys, 3, "1017"), None);
    }

    #[test]
    fn templates_have_a_cell_for_each_column() {
        for kind in [ImportKind::Contacts, ImportKind::Tickets] {
            let table = crate::imports::table::read(template(kind).as_bytes()).expect("a table");
            let rows = crate::imports::table::rows(&table.rows, 0, 10);
            assert_eq!(rows.len(), 2);
            assert!(rows.iter().all(|row| row.cells.len() == table.columns.len()), "{rows:?}");
            let guessed = crate::imports::fields::guess(kind, &table.columns, &[]);
            assert!(guessed.iter().all(|field| !field.is_empty()), "{guessed:?}");
        }
    }
}
