//! Saved views, and what makes one that can be stored.

use crate::{
    accounts::Caller,
    http::{Code, Problem},
    tickets::{Filter, FilterQuery},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Views a client shares, and those one user has alone.
pub const VIEWS_MAX: i64 = 50;
const NAME_MAX: usize = 60;
const ICON_MAX: usize = 32;
/// Columns a list may show.
pub const COLUMNS: [&str; 9] = [
    "number",
    "contact",
    "channel",
    "title",
    "assignee",
    "department",
    "labels",
    "severity",
    "updated",
];

/// How close the rows of a list stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    #[default]
    Comfortable,
    Compact,
}

/// The status a view shows, as the list's address has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewStatus {
    #[default]
    Open,
    Pending,
    Solved,
    Closed,
    Spam,
    All,
}

impl ViewStatus {
    /// The same as the list's filter.
    #[must_use]
    pub fn filter(self) -> Filter {
        let word = match self {
            Self::Open => "open",
            Self::Pending => "pending",
            Self::Solved => "solved",
            Self::Closed => "closed",
            Self::Spam => "spam",
            Self::All => "all",
        };
        Filter::parse(word).unwrap_or(Filter::All)
    }
}

/// What a view keeps beside its name, stored as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ViewSettings {
    /// The name of an icon of the workspace; empty for none.
    pub icon: String,
    pub status: ViewStatus,
    /// The filter and the order, as the parameters of the list's call.
    pub query: FilterQuery,
    /// Which columns the list shows and in which order; none for all.
    pub columns: Vec<String>,
    pub density: Density,
}

/// A view as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SavedView {
    pub id: i64,
    pub name: String,
    /// Whether everybody of the client has it; else it is the caller's own.
    pub shared: bool,
    #[serde(flatten)]
    pub settings: ViewSettings,
    /// Where it stands among the shared ones, or among the caller's own.
    pub position: i64,
    /// Grows with each change. A change names the version it was made from.
    pub version: i64,
}

/// What somebody writes.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ViewDraft {
    /// 1 to 60 characters.
    pub name: String,
    /// Only admins keep shared ones.
    pub shared: bool,
    #[serde(flatten)]
    pub settings: ViewSettings,
    /// Of a change: the version it was made from. Where another is stored, the answer is `overtaken`.
    pub version: Option<i64>,
}

/// The order of the shared views, or of the caller's own.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ViewOrder {
    /// Each of them once.
    pub ids: Vec<i64>,
    pub shared: bool,
}

/// How many tickets a view has for the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewCount {
    pub id: i64,
    pub count: i64,
    /// A long list has more than `count`.
    pub count_more: bool,
}

/// A view that can be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedView {
    pub name: String,
    /// 0 for a shared one.
    pub owner_id: i64,
    pub settings: ViewSettings,
}

/// Checks what somebody wrote.
///
/// # Errors
/// `invalid`, by field; `forbidden` for a shared view by somebody else than an admin.
pub fn check(draft: &ViewDraft, caller: &Caller) -> Result<CheckedView, Problem> {
    let owner_id = if draft.shared { 0 } else { caller.user_id };
    if !caller.may_change(owner_id) {
        return Err(Problem::forbidden("Only admins keep views for everybody."));
    }
    let name = draft.name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(Problem::field("name", "A name has 1 to 60 characters."));
    }
    let settings = &draft.settings;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if settings.icon.len() > ICON_MAX || !settings.icon.chars().all(plain) {
        return Err(Problem::field("icon", "An icon is named by letters, digits and hyphens."));
    }
    let known = |column: &String| COLUMNS.contains(&column.as_str());
    let twice = settings.columns.iter().enumerate().any(|(n, c)| settings.columns[..n].contains(c));
    if twice || !settings.columns.iter().all(known) {
        let text = format!("The columns are {}, each at most once.", COLUMNS.join(", "));
        return Err(Problem::field("columns", text));
    }
    settings.query.check(settings.status.filter())?;
    Ok(CheckedView { name: name.to_owned(), owner_id, settings: settings.clone() })
}

/// Refuses a change that was made from another version than the stored one.
///
/// # Errors
/// `overtaken`.
pub fn expect_version(stored: i64, made_from: Option<i64>) -> Result<(), Problem> {
    match made_from {
        Some(version) if version != stored => Err(Problem::new(
            Code::Overtaken,
            "Somebody changed this view while you were at it. Load it anew.",
        )),
        _ => Ok(()),
    }
}
