//! What makes a custom field one that can be kept.

use super::model::{Choice, ChoiceDraft, CustomField, FieldDraft};
use crate::http::Problem;

const LABEL_MAX: usize = 80;
const HELP_MAX: usize = 300;
const CHOICES_MAX: usize = 100;
/// With those that were archived.
const ALL_CHOICES_MAX: usize = 300;

/// A field with what a draft says of it.
///
/// # Errors
/// `invalid`, with everything that is wrong.
pub(super) fn drafted(before: &CustomField, draft: &FieldDraft) -> Result<CustomField, Problem> {
    let mut wrong: Vec<(String, &'static str)> = vec![];
    let trimmed = |text: &Option<String>, old: &str| {
        text.as_deref().map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
    };
    let kind = draft.kind.unwrap_or(before.kind);
    if before.id != 0 && kind != before.kind {
        wrong.push(("kind".into(), "The kind of a field stays. Archive it and make a new one."));
    }
    let label = trimmed(&draft.label, &before.label);
    if !is_line(&label) {
        wrong.push(("label".into(), "A label is one line of 1 to 80 characters."));
    }
    let help = trimmed(&draft.help, &before.help);
    if help.chars().count() > HELP_MAX || help.chars().any(|c| c.is_control() && c != '\n') {
        wrong.push(("help".into(), "A help text has at most 300 characters."));
    }
    let choices = match &draft.choices {
        Some(given) if kind.has_choices() => choices(&before.choices, given, &mut wrong),
        _ => before.choices.clone(),
    };
    if kind.has_choices() && choices.iter().all(|choice| choice.archived) {
        wrong.push(("choices".into(), "Give at least one choice."));
    }
    if !wrong.is_empty() {
        let problem = Problem::invalid("This field cannot be kept like this.");
        return Err(wrong.iter().fold(problem, |all, (name, why)| all.with_field(name, *why)));
    }
    Ok(CustomField {
        id: before.id,
        kind,
        label,
        help,
        required: draft.required.unwrap_or(before.required),
        choices,
        archived: draft.archived.unwrap_or(before.archived),
    })
}

fn is_line(text: &str) -> bool {
    (1..=LABEL_MAX).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

fn choices(
    before: &[Choice],
    given: &[ChoiceDraft],
    wrong: &mut Vec<(String, &'static str)>,
) -> Vec<Choice> {
    let mut next = before.iter().map(|choice| choice.id).max().unwrap_or(0) + 1;
    let mut kept: Vec<Choice> = vec![];
    for (at, draft) in given.iter().enumerate().take(ALL_CHOICES_MAX + 1) {
        let label = draft.label.trim().to_owned();
        let same = |other: &Choice| other.label.to_lowercase() == label.to_lowercase();
        if !is_line(&label) {
            wrong.push((format!("choices.{at}.label"), "A choice has 1 to 80 characters."));
        } else if !draft.archived && kept.iter().any(|other| !other.archived && same(other)) {
            wrong.push((format!("choices.{at}.label"), "There is a choice like this already."));
        }
        let id = match draft.id {
            Some(id) => {
                let known = before.iter().any(|choice| choice.id == id);
                if !known || kept.iter().any(|other| other.id == id) {
                    wrong.push((format!("choices.{at}.id"), "There is no such choice."));
                }
                id
            }
            None => {
                next += 1;
                next - 1
            }
        };
        kept.push(Choice { id, label, archived: draft.archived });
    }
    // Tickets may have one that is not named any more.
    let left = before.iter().filter(|old| given.iter().all(|draft| draft.id != Some(old.id)));
    kept.extend(left.map(|old| Choice { archived: true, ..old.clone() }));
    if kept.iter().filter(|choice| !choice.archived).count() > CHOICES_MAX {
        wrong.push(("choices".into(), "There are at most 100 choices."));
    } else if kept.len() > ALL_CHOICES_MAX {
        wrong.push(("choices".into(), "There are at most 300 choices with the archived ones."));
    }
    kept
}
