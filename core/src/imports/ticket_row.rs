//! A row as a ticket. Pure.

use super::{
    fields::{Cells, custom_key},
    model::{DateOrder, Fault},
    values,
};
use crate::{
    contacts::{Typed, is_address},
    crypto::sha256_hex,
    fields::{self, CustomField},
    tickets::Status,
};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const ID_MAX: usize = 200;
const TITLE_MAX: usize = 200;
const TEXT_MAX: usize = 100_000;
const NAME_MAX: usize = 120;
const ASSIGNEES_MAX: usize = 20;

/// What rows may name: labels, departments, people and custom fields of the client, each by its name in
/// small letters.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub labels: Vec<(String, i64)>,
    pub departments: Vec<(String, i64)>,
    /// By username, address and name.
    pub users: Vec<(String, (i64, String))>,
    /// How they are called, by their ids.
    pub names: BTreeMap<i64, String>,
    pub custom: Vec<CustomField>,
}

/// What is needed to read rows.
pub(super) struct Reading<'a> {
    pub named: &'a Named,
    pub order: DateOrder,
    pub zone: &'a TimeZone,
    pub now: i64,
}

/// What a row says of a ticket, checked.
#[derive(Clone, Debug)]
pub(super) struct TicketRow {
    /// What the ticket is known by: its id where it comes from, or all that the row says.
    pub source_key: String,
    /// That id; empty for none.
    pub external_id: String,
    pub title: String,
    pub text: String,
    /// The first answer to the customer; empty for none.
    pub reply: String,
    pub note: String,
    pub status: Status,
    pub severity: Option<&'static str>,
    pub labels: Vec<i64>,
    pub department: Option<i64>,
    pub assignees: Vec<(i64, String)>,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub language: String,
    pub values: Vec<(i64, Value, Vec<i64>)>,
    /// Milliseconds.
    pub created_at: i64,
    /// When the reply was sent, if there is one.
    pub replied_at: i64,
    /// When the ticket got its status, if it is resolved or closed.
    pub resolved_at: i64,
    pub updated_at: i64,
}

/// What is wrong, while a row is read.
struct Faults<'a> {
    cells: Cells<'a>,
    wrong: Vec<Fault>,
}

impl<'a> Faults<'a> {
    fn get(&self, field: &str) -> &'a str {
        self.cells.get(field)
    }

    fn say(&mut self, field: &str, reason: impl Into<String>) {
        self.wrong.push(Fault::new(field, reason, self.cells.get(field)));
    }

    /// What stands in a field, which has at most so many characters.
    fn text(&mut self, field: &str, most: usize) -> String {
        let text = self.get(field);
        if text.chars().count() > most {
            self.say(field, format!("This has at most {most} characters."));
        }
        let plain = |c: &char| matches!(c, '\n' | '\t') || !c.is_control();
        text.chars().filter(plain).collect()
    }

    fn line(&mut self, field: &str, most: usize) -> String {
        self.text(field, most).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn moment(&mut self, field: &str, reading: &Reading<'_>) -> Option<i64> {
        let cell = self.get(field);
        if cell.is_empty() {
            return None;
        }
        let at = values::moment(cell, reading.order, reading.zone);
        match at {
            None => self.say(field, "This is no time in the order that was chosen for dates."),
            Some(at) if at > reading.now => self.say(field, "This is in the future."),
            Some(at) if at < 0 => self.say(field, "This is before 1970."),
            Some(_) => {}
        }
        at
    }

    /// The ids of what a field names.
    fn named<T: Clone>(
        &mut self,
        field: &str,
        parts: &[&str],
        all: &[(String, T)],
        what: &str,
    ) -> Vec<T> {
        let mut found = vec![];
        for part in parts {
            let wanted = part.to_lowercase();
            match all.iter().find(|(name, _)| *name == wanted) {
                Some((_, one)) => found.push(one.clone()),
                None => self.say(
                    field,
                    format!("There is no {what} “{part}”. Add it first, or correct the cell."),
                ),
            }
        }
        found
    }
}

impl TicketRow {
    /// Reads a row.
    ///
    /// # Errors
    /// Every cell that is wrong.
    pub fn read(cells: Cells<'_>, reading: &Reading<'_>) -> Result<Self, Vec<Fault>> {
        let mut row = Faults { cells, wrong: vec![] };
        if let Some(cell) = cells.beyond() {
            let reason = "This row has more cells than the head has columns.";
            row.wrong.push(Fault::new("", reason, cell));
        }
        let external_id = row.line("external_id", ID_MAX);
        let (title, text) = (row.line("title", TITLE_MAX), row.text("description", TEXT_MAX));
        if title.is_empty() && text.is_empty() {
            row.say("title", "Give a title or a description.");
        }
        let (name, email, phone) = contact(&mut row);
        let status = status(row.get("status"));
        if status.is_none() {
            row.say("status", "A status is open, pending, resolved or closed.");
        }
        let severity = severity(row.get("severity"));
        if severity.is_none() {
            row.say("severity", "A severity is low, medium or high.");
        }
        let named = reading.named;
        let labels = values::several(row.get("labels"));
        let labels = row.named("labels", &labels, &named.labels, "label");
        let department: Vec<&str> =
            Some(row.get("department")).into_iter().filter(|name| !name.is_empty()).collect();
        let department = row.named("department", &department, &named.departments, "department");
        let assignees = values::several(row.get("assignees"));
        if assignees.len() > ASSIGNEES_MAX {
            row.say("assignees", "At most 20 people take part in a ticket.");
        }
        let assignees = row.named("assignees", &assignees, &named.users, "agent");
        let reply = row.text("reply", TEXT_MAX);
        let times = Times::read(&mut row, reading, &reply);
        let values = custom(&mut row, &named.custom, reading.order);
        let (note, language) = (row.text("note", TEXT_MAX), row.line("language", 20));
        if !row.wrong.is_empty() {
            return Err(row.wrong);
        }
        Ok(Self {
            source_key: source_key(&external_id, &cells),
            external_id,
            title,
            text,
            reply,
            note,
            status: status.unwrap_or(Status::Open),
            severity: severity.flatten(),
            labels: once(labels),
            department: department.first().copied(),
            assignees: once(assignees),
            name,
            email,
            phone,
            language,
            values,
            created_at: times.created_at,
            replied_at: times.replied_at,
            resolved_at: times.resolved_at,
            updated_at: times.updated_at,
        })
    }

    /// As whom the row names the contact.
    pub fn typed(&self) -> Typed<'_> {
        Typed { name: &self.name, email: &self.email, phone: &self.phone, language: &self.language }
    }
}

/// What a row says of its ticket's times, milliseconds.
struct Times {
    created_at: i64,
    replied_at: i64,
    resolved_at: i64,
    updated_at: i64,
}

impl Times {
    /// What the row leaves out follows from the rest: a ticket began with the first time there is, and was
    /// answered and resolved with the last.
    fn read(row: &mut Faults<'_>, reading: &Reading<'_>, reply: &str) -> Self {
        let [created, replied, resolved, updated] =
            ["created_at", "replied_at", "resolved_at", "updated_at"]
                .map(|field| (field, row.moment(field, reading)));
        let given = [created, replied, resolved, updated].map(|(_, at)| at);
        let created_at = created.1.or(given.into_iter().flatten().min()).unwrap_or(reading.now);
        let last = given.into_iter().flatten().max().unwrap_or(created_at);
        for (field, at) in [replied, resolved, updated] {
            if at.is_some_and(|at| at < created_at) {
                row.say(field, "This is before the ticket was created.");
            }
        }
        if replied.1.is_some() && reply.is_empty() {
            row.say("replied_at", "Give the reply, too, or leave out the column of this time.");
        }
        let resolved_at = resolved.1.or(updated.1).unwrap_or(last);
        Self {
            created_at,
            replied_at: replied.1.unwrap_or(resolved_at),
            resolved_at,
            updated_at: last,
        }
    }
}

/// Name, address and number of the contact.
fn contact(row: &mut Faults<'_>) -> (String, String, String) {
    let (email, phone) = (row.line("contact_email", 254), row.line("contact_phone", 40));
    if !email.is_empty() && !is_address(&email) {
        row.say("contact_email", "This is not a mail address.");
    }
    if !phone.is_empty() && !phone.chars().any(|c| c.is_ascii_digit()) {
        row.say("contact_phone", "This is not a telephone number.");
    }
    let name = row.line("contact_name", NAME_MAX);
    let called = [&name, &email, &phone].into_iter().find(|text| !text.is_empty());
    let called = called.cloned().unwrap_or_default();
    if called.is_empty() {
        row.say("contact_name", "Give a name, an address or a number of the contact.");
    }
    (called, email, phone)
}

fn once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    all.into_iter().fold(vec![], |mut kept, one| {
        if !kept.contains(&one) {
            kept.push(one);
        }
        kept
    })
}

fn source_key(external_id: &str, cells: &Cells<'_>) -> String {
    if !external_id.is_empty() {
        return format!("id:{external_id}");
    }
    let mut all = String::new();
    for (field, cell) in cells.fields.iter().zip(&cells.row.cells) {
        if !field.is_empty() {
            all.extend([field, "\0", cell.trim(), "\0"]);
        }
    }
    format!("row:{}", sha256_hex(all.as_bytes()))
}

/// The words of other desks for our statuses; open for none.
fn status(cell: &str) -> Option<Status> {
    Some(match cell.to_lowercase().as_str() {
        "" | "open" | "new" | "active" | "reopened" | "0" => Status::Open,
        "pending" | "on hold" | "on-hold" | "hold" | "waiting" | "snoozed" | "1" => Status::Pending,
        "resolved" | "solved" | "2" => Status::Resolved,
        "closed" | "done" | "archived" | "3" => Status::Closed,
        _ => return None,
    })
}

/// The words of other desks for our severities; none for an empty cell.
fn severity(cell: &str) -> Option<Option<&'static str>> {
    Some(match cell.to_lowercase().as_str() {
        "" | "none" => None,
        "l" | "low" => Some("L"),
        "m" | "medium" | "normal" => Some("M"),
        "h" | "high" | "urgent" | "critical" => Some("H"),
        _ => return None,
    })
}

/// What stands in the custom fields, with the choices by which the ticket is found.
fn custom(
    row: &mut Faults<'_>,
    custom: &[CustomField],
    order: DateOrder,
) -> Vec<(i64, Value, Vec<i64>)> {
    let mut values = vec![];
    for field in custom {
        let key = custom_key(field.id);
        let cell = row.get(&key);
        if cell.is_empty() {
            continue;
        }
        let read =
            given(field, cell, order).and_then(|given| fields::read(field, &Value::Null, &given));
        match read {
            Ok(Value::Null) => {}
            Ok(value) => values.push((field.id, value.clone(), fields::marks(field, &value))),
            Err(why) => row.say(&key, why),
        }
    }
    values
}

/// A cell as the field reads it: choices by their labels, days in the order that was chosen.
fn given(field: &CustomField, cell: &str, order: DateOrder) -> Result<Value, &'static str> {
    let choice = |label: &str| {
        let same = |choice: &&fields::Choice| choice.label.to_lowercase() == label.to_lowercase();
        field.choices.iter().find(same).map(|choice| choice.id)
    };
    Ok(match field.kind {
        fields::Kind::Choice => json!(choice(cell).ok_or("This is not one of the choices.")?),
        fields::Kind::MultiChoice => {
            let ids: Option<Vec<i64>> = values::several(cell).into_iter().map(choice).collect();
            json!(ids.ok_or("These are not all among the choices.")?)
        }
        fields::Kind::Date => {
            let day = values::day(cell, order)
                .ok_or("This is no day in the order that was chosen for dates.")?;
            json!(day.to_string())
        }
        _ => json!(cell),
    })
}
