//! What somebody can be, and what that looks like to others.

use serde::Serialize;
use utoipa::ToSchema;

/// The seven values. Six are chosen; the last follows from having no socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Online,
    Away,
    Busy,
    MealBreak,
    Washroom,
    Prayer,
    Offline,
}

/// A reason is a line, not a letter.
pub const REASON_MAX: usize = 200;
/// The reason that stands beside an away that nobody chose.
pub const AUTOMATIC: &str = "Automatically away";
/// Statuses of its own that a client may have.
pub const CUSTOM_MAX: usize = 50;
const ALTERNATE_MAX: usize = 40;
const CODE_MAX: usize = 30;

const ALL: [(Status, &str); 7] = [
    (Status::Online, "ONLINE"),
    (Status::Away, "AWAY"),
    (Status::Busy, "BUSY"),
    (Status::MealBreak, "MEAL_BREAK"),
    (Status::Washroom, "WASHROOM"),
    (Status::Prayer, "PRAYER"),
    (Status::Offline, "OFFLINE"),
];

impl Status {
    /// The status of this name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        ALL.iter().find(|(_, text)| text.eq_ignore_ascii_case(name)).map(|(status, _)| *status)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(status, _)| *status == self).map_or("OFFLINE", |(_, text)| text)
    }

    /// What is said as the second status: the kind of being away, and nothing otherwise.
    #[must_use]
    pub fn second(self) -> &'static str {
        match self {
            Self::Online | Self::Offline => "",
            away => away.name(),
        }
    }

    fn needs_reason(self) -> bool {
        matches!(self, Self::Away | Self::Busy)
    }
}

/// A status of a client's own: a kind of being away with a name that its admins gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct CustomStatus {
    pub id: i64,
    /// Fixed for good.
    #[schema(example = "TRAINING")]
    pub status_code: String,
    /// The name that people read.
    #[schema(example = "Training")]
    pub alternate: String,
    /// Gone from the picker, though recorded spans may still name it.
    pub removed: bool,
}

/// A status somebody chose, by its code, with the reason given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub code: String,
    pub reason: String,
}

/// Why a choice is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Unknown,
    NotChosen,
    ReasonMissing,
    ReasonTooLong,
}

impl Refused {
    /// The field it is about and the sentence for it.
    #[must_use]
    pub fn says(self) -> (&'static str, &'static str) {
        match self {
            Self::Unknown => ("status", "There is no such status."),
            Self::NotChosen => ("status", "Offline is what one is without a connection."),
            Self::ReasonMissing => ("reason", "Away and Busy need a reason."),
            Self::ReasonTooLong => ("reason", "A reason has at most 200 characters."),
        }
    }
}

/// Reads a choice; `custom` holds the codes of the client's own statuses. Being online needs no
/// reason and keeps none.
///
/// # Errors
/// What is wrong with it.
pub fn choose(status: &str, reason: &str, custom: &[String]) -> Result<Choice, Refused> {
    let (name, reason) = (status.trim(), reason.trim());
    let built_in = Status::named(name);
    let code = match built_in {
        Some(Status::Offline) => return Err(Refused::NotChosen),
        Some(status) => status.name(),
        None => custom
            .iter()
            .find(|code| code.eq_ignore_ascii_case(name))
            .map(String::as_str)
            .ok_or(Refused::Unknown)?,
    };
    if built_in.is_some_and(Status::needs_reason) && reason.is_empty() {
        return Err(Refused::ReasonMissing);
    }
    if reason.chars().count() > REASON_MAX {
        return Err(Refused::ReasonTooLong);
    }
    let reason = if built_in == Some(Status::Online) { "" } else { reason };
    Ok(Choice { code: code.to_owned(), reason: reason.to_owned() })
}

/// What is in effect: one of the seven, and the kind of being away. What was chosen counts as long
/// as a socket is open somewhere; a status of the client's own is a kind of being away.
#[must_use]
pub fn in_effect(chosen: &str, connected: bool) -> (&'static str, String) {
    if !connected {
        return (Status::Offline.name(), String::new());
    }
    match Status::named(chosen) {
        Some(status) => (status.name(), status.second().to_owned()),
        None => (Status::Away.name(), chosen.to_owned()),
    }
}

/// Whether the code is one that this program knows by itself.
#[must_use]
pub fn is_built_in(code: &str) -> bool {
    Status::named(code).is_some()
}

/// The name of a custom status as it is kept.
#[must_use]
pub fn alternate(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=ALTERNATE_MAX).contains(&name.chars().count()).then_some(name)
}

/// A code for a name, unlike those that are taken and those that every client has.
#[must_use]
pub fn code_for(alternate: &str, taken: &[String]) -> String {
    let words = alternate.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let mut code = words.collect::<Vec<_>>().join("_").to_ascii_uppercase();
    code.truncate(CODE_MAX);
    if code.is_empty() {
        code.push_str("CUSTOM");
    }
    let free = |code: &String| !is_built_in(code) && !taken.contains(code);
    let numbered = (2..).map(|n| format!("{code}_{n}"));
    std::iter::once(code.clone()).chain(numbered).find(free).unwrap_or_default()
}

/// Whether the ids are those of the list, each once.
#[must_use]
pub fn same_ids(list: &[CustomStatus], ids: &[i64]) -> bool {
    let mut known: Vec<i64> = list.iter().map(|status| status.id).collect();
    let mut wanted = ids.to_vec();
    known.sort_unstable();
    wanted.sort_unstable();
    known == wanted
}

/// When a span that began at `since` ends. Two choices within a millisecond stay two spans.
#[must_use]
pub fn ends(since: i64, now: i64) -> i64 {
    now.max(since + 1)
}
