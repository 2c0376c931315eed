//! Conditions: what a ticket has to be like for a service level or a queue to be its own.
//!
//! A list of [`Condition`]s holds for a ticket when each of them names one of its values; an empty list
//! holds for every ticket. Deciding is pure: [`TicketTraits`] are what is looked at.

mod dry_run;
mod referents;
mod routes;
#[cfg(test)]
mod tests;

pub use referents::{GONE, Referents};
pub use routes::{Conditions, routes};

use crate::tickets::{TicketRow, labels_of};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const CONDITIONS_MAX: usize = 10;
const VALUES_MAX: usize = 50;
const VALUE_LEN_MAX: usize = 64;

/// What a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionField {
    /// Channel values, such as `TELEGRAM`.
    Channel,
    /// Ids; nothing for tickets without a label.
    Label,
    /// Ids; nothing for tickets of no department.
    Department,
    /// `H`, `M` or `L`; nothing for none.
    Severity,
    /// What the customer writes in: language codes.
    Language,
}

/// A condition: the ticket has one of the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Condition {
    pub field: ConditionField,
    pub values: Vec<String>,
}

/// What conditions look at.
#[derive(Clone, Debug, Default)]
pub struct TicketTraits {
    pub channel: String,
    pub labels: Vec<i64>,
    pub department: Option<i64>,
    pub severity: String,
    pub language: String,
}

impl TicketTraits {
    /// Those of a ticket.
    #[must_use]
    pub fn of(row: &TicketRow) -> Self {
        let language = if row.source_lang.is_empty() { &row.language } else { &row.source_lang };
        Self {
            channel: row.channel.clone(),
            department: row.department_id,
            severity: row.severity.clone(),
            language: language.clone(),
            labels: labels_of(row),
        }
    }
}

/// Whether all of the conditions hold for a ticket.
#[must_use]
pub fn hold(conditions: &[Condition], ticket: &TicketTraits) -> bool {
    conditions
        .iter()
        .all(|condition| condition.values.iter().any(|value| has(condition, value, ticket)))
}

fn has(condition: &Condition, value: &str, ticket: &TicketTraits) -> bool {
    let id = value.parse::<i64>().ok();
    match condition.field {
        ConditionField::Channel => ticket.channel.eq_ignore_ascii_case(value),
        ConditionField::Severity => ticket.severity.eq_ignore_ascii_case(value),
        ConditionField::Language => ticket.language.eq_ignore_ascii_case(value),
        ConditionField::Department => ticket.department == id,
        ConditionField::Label => match id {
            Some(id) => ticket.labels.contains(&id),
            None => ticket.labels.is_empty(),
        },
    }
}

/// What is wrong with conditions: the field of the API and the sentence for it. What their ids name is
/// for [`Referents`].
#[must_use]
pub fn faults(conditions: &[Condition]) -> Vec<(String, &'static str)> {
    let mut faults = vec![];
    if conditions.len() > CONDITIONS_MAX {
        faults.push(("conditions".to_owned(), "There are at most 10 conditions."));
    }
    for (at, condition) in conditions.iter().enumerate() {
        if let Some(why) = wrong_values(condition) {
            faults.push((format!("conditions.{at}.values"), why));
        }
    }
    faults
}

fn wrong_values(condition: &Condition) -> Option<&'static str> {
    let values = &condition.values;
    if values.is_empty() || values.len() > VALUES_MAX {
        return Some("Choose 1 to 50 values.");
    }
    let id = |value: &String| value.is_empty() || value.parse::<i64>().is_ok_and(|id| id > 0);
    let word = |value: &String| {
        !value.is_empty()
            && value.len() <= VALUE_LEN_MAX
            && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    let fine = match condition.field {
        ConditionField::Label | ConditionField::Department => values.iter().all(id),
        ConditionField::Severity => {
            values.iter().all(|value| matches!(value.as_str(), "H" | "M" | "L" | ""))
        }
        ConditionField::Channel | ConditionField::Language => values.iter().all(word),
    };
    (!fine).then_some("One of these values cannot be.")
}
