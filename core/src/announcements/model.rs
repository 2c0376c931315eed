//! An announcement, and what makes one that can be published.

use crate::http::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use utoipa::ToSchema;

/// Announcements of a client that have not ended; every workspace holds all of them.
pub const ANNOUNCEMENTS_MAX: i64 = 50;
const TEXT_MAX: usize = 500;
const LINK_MAX: usize = 500;
const LEVELS: [&str; 3] = ["info", "warning", "critical"];

/// An announcement as the API shows it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Announcement {
    pub id: i64,
    pub text: String,
    /// `info`, `warning` or `critical`.
    pub level: String,
    /// An address that says more; empty for none.
    pub link: String,
    /// When it begins to show.
    pub from: i64,
    /// When it ends; absent for one that shows until it is deleted.
    pub until: Option<i64>,
    /// Username of who wrote it.
    pub by: String,
    pub created_at: i64,
    pub updated_at: i64,
}

/// What an admin writes.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct AnnouncementDraft {
    /// 1 to 500 characters.
    pub text: String,
    /// `info`, `warning` or `critical`; `info` when it is absent.
    pub level: String,
    /// An http or https address, or nothing.
    pub link: Option<String>,
    /// Milliseconds; absent for now.
    #[schema(value_type = Option<i64>)]
    pub from: Value,
    /// Milliseconds; absent for no end.
    #[schema(value_type = Option<i64>)]
    pub until: Value,
}

/// An announcement that can be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub text: String,
    pub level: String,
    pub link: String,
    pub from: i64,
    pub until: Option<i64>,
}

/// Checks what an admin wrote. Without a beginning it is `otherwise`: now, or what it was.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn check(draft: &AnnouncementDraft, otherwise: i64) -> Result<Checked, Problem> {
    let mut wrong: Vec<(&str, &str)> = vec![];
    let text = draft.text.trim().to_owned();
    if text.is_empty() || text.chars().count() > TEXT_MAX {
        wrong.push(("text", "An announcement has 1 to 500 characters."));
    }
    let level = if draft.level.is_empty() { LEVELS[0] } else { draft.level.as_str() };
    if !LEVELS.contains(&level) {
        wrong.push(("level", "A level is info, warning or critical."));
    }
    let link = draft.link.as_deref().unwrap_or_default().trim().to_owned();
    if !link.is_empty() && !is_link(&link) {
        wrong.push(("link", "A link begins with http:// or https://."));
    }
    let from = moment(&draft.from).map(|from| from.unwrap_or(otherwise));
    let until = moment(&draft.until);
    if from.is_none() {
        wrong.push(("from", "This is a time in milliseconds."));
    }
    match (from, until) {
        (_, None) => wrong.push(("until", "This is a time in milliseconds.")),
        (Some(from), Some(Some(until))) if until <= from => {
            wrong.push(("until", "The end is after the beginning."));
        }
        _ => {}
    }
    match (from, until) {
        (Some(from), Some(until)) if wrong.is_empty() => {
            Ok(Checked { text, level: level.to_owned(), link, from, until })
        }
        _ => Err(wrong.into_iter().fold(
            Problem::invalid("The announcement cannot be published like this."),
            |problem, (field, why)| problem.with_field(field, why),
        )),
    }
}

/// A moment, none when there is none, or nothing when it is no moment.
fn moment(value: &Value) -> Option<Option<i64>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) if text.trim().is_empty() => Some(None),
        Value::String(text) => text.trim().parse().ok().map(Some),
        Value::Number(number) => number.as_i64().map(Some),
        _ => None,
    }
    .filter(|at| at.is_none_or(|at| (0..=MOMENT_MAX).contains(&at)))
}

/// The end of the year 9999: nothing that a calendar shows lies behind it.
const MOMENT_MAX: i64 = 253_402_300_799_999;

fn is_link(link: &str) -> bool {
    link.len() <= LINK_MAX
        && Url::parse(link)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
