//! Tickets and messages as they are, and the pure decisions about them.

use super::outbound::window::WindowRule;
use crate::days;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A ticket's status, by the code that the API carries in `closed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Open,
    Pending,
    Resolved,
    Closed,
    /// Out of the lists; what its sender writes stays here and calls nobody.
    Spam,
}

impl Status {
    /// From the code.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        Some(match code {
            0 => Self::Open,
            1 => Self::Pending,
            2 => Self::Resolved,
            3 => Self::Closed,
            5 => Self::Spam,
            _ => return None,
        })
    }

    /// The code.
    #[must_use]
    pub fn code(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Pending => 1,
            Self::Resolved => 2,
            Self::Closed => 3,
            // 4 is what lists call all of them.
            Self::Spam => 5,
        }
    }

    /// The word shown to people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Pending => "Pending",
            Self::Resolved => "Resolved",
            Self::Closed => "Closed",
            Self::Spam => "Spam",
        }
    }
}

/// What a list shows: one status, or all but spam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Status(i64),
    All,
}

impl Filter {
    /// The word or the code of the path segment.
    #[must_use]
    pub fn parse(segment: &str) -> Option<Self> {
        Some(match segment.to_ascii_lowercase().as_str() {
            "open" | "0" => Self::Status(0),
            "pending" | "1" => Self::Status(1),
            "solved" | "resolved" | "2" => Self::Status(2),
            "closed" | "3" => Self::Status(3),
            "all" | "4" => Self::All,
            "spam" | "5" => Self::Status(Status::Spam.code()),
            _ => return None,
        })
    }
}

/// Which list a ticket stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListKind {
    Ticket,
    Livechat,
}

impl ListKind {
    /// As stored and as it stands in paths.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::Livechat => "livechat",
        }
    }

    /// From a path segment.
    #[must_use]
    pub fn parse(segment: &str) -> Option<Self> {
        match segment {
            "ticket" => Some(Self::Ticket),
            "livechat" => Some(Self::Livechat),
            _ => None,
        }
    }
}

/// The direction and the kind of a message that the team writes for itself.
pub(in crate::tickets) const NOTE: &str = "note";

/// Who looks at tickets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Viewer {
    pub client_id: i64,
    pub user_id: i64,
    pub username: String,
    pub name: String,
    pub admin: bool,
    /// Whether an agent sees every ticket, as admins do.
    #[serde(default)]
    pub view_all: bool,
}

impl Viewer {
    /// Whether the viewer sees tickets that others have taken.
    #[must_use]
    pub fn sees_all(&self) -> bool {
        self.admin || self.view_all
    }
}

/// Whether a viewer may see a ticket with these participants: admins and whoever has `view_all` see all,
/// other agents what nobody has taken and what they take part in.
#[must_use]
pub fn may_see(viewer: &Viewer, assignee_ids: &[i64]) -> bool {
    viewer.sees_all() || assignee_ids.is_empty() || assignee_ids.contains(&viewer.user_id)
}

/// Numbers of a comma-separated column.
#[must_use]
pub fn numbers(list: &str) -> Vec<i64> {
    list.split(',').filter_map(|part| part.trim().parse().ok()).collect()
}

/// An open ticket that an inbound message might continue, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub ticket_id: i64,
    /// The ticket in whose conversation the message was written: another one where that was merged
    /// into this.
    pub home: i64,
    pub status: i64,
    pub number: i64,
}

/// What is known of where an inbound message belongs.
#[derive(Clone, Debug, Default)]
pub struct Clues {
    /// Named by a token that was verified.
    pub verified: Option<Candidate>,
    /// Of the first known message that this one refers to, with that message's external id.
    pub referred: Option<(Candidate, String)>,
    /// Of the channel's thread.
    pub threaded: Option<Candidate>,
}

/// Where an inbound message goes, and why in words an agent understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    Continue { ticket_id: i64, home: i64, reopen: bool, why: String },
    Open { why: String },
}

/// Whether a message that continues a ticket of this status opens it again. Spam stays spam.
#[must_use]
pub fn reopens(status: i64) -> bool {
    ![Status::Open.code(), Status::Spam.code()].contains(&status)
}

/// Decides whether a message continues a ticket. A closed ticket is never continued.
#[must_use]
pub fn place(clues: &Clues) -> Placement {
    let found = [
        clues.verified.map(|c| {
            (c, "the address it was sent to carries this ticket's signed token".to_owned())
        }),
        clues.referred.as_ref().map(|(c, id)| (*c, format!("it answers the message {id}"))),
        clues
            .threaded
            .map(|c| (c, "it belongs to the same conversation of the channel".to_owned())),
    ];
    let mut closed = None;
    for (candidate, why) in found.into_iter().flatten() {
        if candidate.status == Status::Closed.code() {
            closed = closed.or(Some(candidate.number));
            continue;
        }
        return Placement::Continue {
            ticket_id: candidate.ticket_id,
            home: candidate.home,
            reopen: reopens(candidate.status),
            why,
        };
    }
    Placement::Open {
        why: closed.map_or_else(
            || "no earlier conversation was found".to_owned(),
            |number| format!("ticket #{number}, which it belongs to, is closed"),
        ),
    }
}

/// One step in a message's life, for the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TraceHop)]
pub struct Hop {
    pub name: String,
    pub at_ms: i64,
    pub took_us: i64,
    pub detail: String,
}

/// The first line of a message for lists, at most 140 characters.
#[must_use]
pub fn snippet(text: &str, attachments: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() && attachments > 0 {
        return format!("[{attachments} file{}]", if attachments == 1 { "" } else { "s" });
    }
    line.chars().take(140).collect()
}

/// A title for a ticket whose channel has none.
#[must_use]
pub fn title(subject: Option<&str>, text: &str, who: &str) -> String {
    let subject = subject.map(str::trim).filter(|s| !s.is_empty());
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    subject.or(first).map_or_else(|| who.to_owned(), |t| t.chars().take(120).collect())
}

/// `YYYY-MM-DD HH:MM:SS` in UTC.
#[must_use]
pub fn utc(ms: i64) -> String {
    let format = time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    time::OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000))
        .ok()
        .and_then(|t| t.format(format).ok())
        .unwrap_or_default()
}

/// `DD/MM/YYYY` in a zone, the heading of a day in a conversation.
#[must_use]
pub fn day(ms: i64, zone: &TimeZone) -> String {
    days::date(ms, zone).strftime("%d/%m/%Y").to_string()
}

/// What the API's `sendStatus` says of a message's state.
#[must_use]
pub fn send_status(state: &str) -> &'static str {
    match state {
        "queued" | "sending" => "sending",
        "failed" | "unknown" => "failed",
        _ => "success",
    }
}

/// The channel's rules for what an agent may send, as the composer shows them.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SendRules {
    pub text_max: Option<u64>,
    pub html: bool,
    /// Whether a user's signature may end a reply.
    pub signature: bool,
    pub attachments_max: Option<u64>,
    pub attachment_max_bytes: Option<u64>,
    pub media: Vec<String>,
    pub typing: bool,
    pub read: bool,
    pub reply_to: bool,
    pub edit: bool,
    pub delete: bool,
    pub react: bool,
    /// The emoji the channel takes; none named means any.
    pub reactions: Vec<String>,
    pub location: bool,
    pub contact: bool,
    pub quick_replies_max: u32,
    pub buttons_max: u32,
    pub button_title_max: Option<u32>,
    pub templates: bool,
    /// Nothing that is written leaves by this channel: it carries calls only, or there is none.
    pub silent: bool,
    /// Whether telephone calls are made and steered from a ticket.
    pub calls: bool,
    /// Whether anybody can claim to be a sender; elsewhere the provider vouches for them.
    pub forgeable: bool,
    pub window: Option<WindowRule>,
}

/// Whether a reply keeps to the channel's rules; else what to change.
///
/// # Errors
/// A sentence for the agent.
pub fn check_reply(rules: &SendRules, text: &str, files: &[(String, i64)]) -> Result<(), String> {
    if text.trim().is_empty() && files.is_empty() {
        return Err("Write a message or attach a file.".into());
    }
    let length = u64::try_from(text.encode_utf16().count()).unwrap_or(u64::MAX);
    if let Some(max) = rules.text_max
        && length > max.saturating_mul(10)
    {
        return Err(format!(
            "The message has {length} characters; this channel takes {max} in each of at most ten parts."
        ));
    }
    if let Some(max) = rules.attachments_max
        && u64::try_from(files.len()).unwrap_or(u64::MAX) > max
    {
        return Err(format!("This channel takes at most {max} files with a message."));
    }
    for (name, size) in files {
        if let Some(max) = rules.attachment_max_bytes
            && u64::try_from(*size).unwrap_or(0) > max
        {
            return Err(format!(
                "{name} is larger than the {} MB this channel takes.",
                max / 1_048_576
            ));
        }
    }
    Ok(())
}
