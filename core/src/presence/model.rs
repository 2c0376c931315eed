//! What somebody can be, and what that looks like to others.

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

/// A status somebody chose, with the reason given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub status: Status,
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

/// Reads a choice. Being online needs no reason and keeps none.
///
/// # Errors
/// What is wrong with it.
pub fn choose(status: &str, reason: &str) -> Result<Choice, Refused> {
    let status = Status::named(status).ok_or(Refused::Unknown)?;
    let reason = reason.trim();
    if status == Status::Offline {
        return Err(Refused::NotChosen);
    }
    if status.needs_reason() && reason.is_empty() {
        return Err(Refused::ReasonMissing);
    }
    if reason.chars().count() > REASON_MAX {
        return Err(Refused::ReasonTooLong);
    }
    let reason = if status == Status::Online { "" } else { reason };
    Ok(Choice { status, reason: reason.to_owned() })
}

/// What is in effect: what was chosen, as long as a socket is open somewhere.
#[must_use]
pub fn in_effect(chosen: Status, connected: bool) -> Status {
    if connected { chosen } else { Status::Offline }
}

/// When a span that began at `since` ends. Two choices within a millisecond stay two spans.
#[must_use]
pub fn ends(since: i64, now: i64) -> i64 {
    now.max(since + 1)
}
