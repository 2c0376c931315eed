//! Whether a ticket is what a rule is about. Pure.

use super::model::{Field, How, Test, Tests};
use std::cmp::Ordering;

/// What is known of a ticket at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub channel: String,
    pub subject: String,
    pub text: String,
    /// Mail address and number of the customer.
    pub senders: Vec<String>,
    pub labels: Vec<i64>,
    pub department: Option<i64>,
    pub assignees: Vec<i64>,
    pub status: i64,
    pub severity: String,
    pub language: String,
    pub open: bool,
    pub answered: bool,
    pub age_min: i64,
    /// What stands in the custom fields that are filled in, by their ids.
    pub custom: Vec<(i64, Vec<String>)>,
}

/// The conditions that held, or none when they did not suffice.
#[must_use]
pub fn matched(tests: &Tests, facts: &Facts) -> Option<Vec<Test>> {
    if !tests.all.iter().all(|test| holds(test, facts)) {
        return None;
    }
    let some: Vec<&Test> = tests.any.iter().filter(|test| holds(test, facts)).collect();
    if some.is_empty() && !tests.any.is_empty() {
        return None;
    }
    Some(tests.all.iter().chain(some).cloned().collect())
}

/// Whether one condition holds. Case does not count.
#[must_use]
pub fn holds(test: &Test, facts: &Facts) -> bool {
    let value = test.value.trim();
    let id = value.parse::<i64>().ok();
    let word = |has: &str| has.eq_ignore_ascii_case(value);
    let said = match test.field {
        Field::Channel => word(&facts.channel),
        Field::Severity => word(&facts.severity),
        Field::Language => word(&facts.language),
        Field::Subject => text(test.is, &facts.subject, value),
        Field::Text => text(test.is, &facts.text, value),
        Field::Sender => facts.senders.iter().any(|sender| text(test.is, sender, value)),
        Field::Label => id.is_some_and(|id| facts.labels.contains(&id)),
        Field::Department => facts.department == id,
        Field::Assignee => match id {
            Some(id) => facts.assignees.contains(&id),
            None => facts.assignees.is_empty(),
        },
        Field::Status => id == Some(facts.status),
        Field::Hours => facts.open,
        Field::Answered => facts.answered,
        Field::Age => {
            let minutes = id.unwrap_or(0);
            match test.is {
                How::Less => facts.age_min < minutes,
                _ => facts.age_min > minutes,
            }
        }
        Field::Custom => {
            let has = facts.custom.iter().find(|(field, _)| Some(*field) == test.custom);
            custom(test.is, has.map_or(&[], |(_, texts)| texts), value)
        }
    };
    said != matches!(test.is, How::IsNot | How::ContainsNot)
}

/// Whether what stands in a field is this; numbers by their size, days by their order.
fn custom(how: How, has: &[String], value: &str) -> bool {
    let order = |one: &String| match (one.parse::<f64>(), value.parse::<f64>()) {
        (Ok(one), Ok(value)) => one.partial_cmp(&value),
        _ => Some(one.as_str().cmp(value)),
    };
    match how {
        How::More => has.iter().any(|one| order(one) == Some(Ordering::Greater)),
        How::Less => has.iter().any(|one| order(one) == Some(Ordering::Less)),
        _ if value.is_empty() => has.is_empty(),
        _ => has.iter().any(|one| text(how, one, value) || order(one) == Some(Ordering::Equal)),
    }
}

/// Whether a text is another one, or holds it.
fn text(how: How, text: &str, value: &str) -> bool {
    let (text, value) = (text.trim().to_lowercase(), value.to_lowercase());
    match how {
        How::Contains | How::ContainsNot => text.contains(&value),
        How::Is | How::IsNot | How::More | How::Less => text == value,
    }
}
