//! Types and pure decisions of accounts: names, permissions, sign-in limits, refresh tokens.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The two kinds of users. Only admins are special; everybody else is an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Admin,
    Agent,
}

impl Kind {
    /// Reads a kind; whatever is not `admin` is an agent.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.eq_ignore_ascii_case("admin") { Self::Admin } else { Self::Agent }
    }

    /// As stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Agent => "agent",
        }
    }
}

/// What a permission string is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    ViewReport,
    HideChat,
    HideKanban,
    HideContacts,
    HideCase,
    HideCalendar,
    HideCall,
    HideKnowledgebase,
    /// Blocking senders.
    HideBlock,
    CallSettings,
    /// Every ticket of the client, also those that others have taken.
    ViewAll,
    /// The board of live chats: watching, whispering, taking over, and setting an agent's status.
    Supervise,
    /// The audit log.
    ViewAudit,
    /// API keys of one's own, which act as their owner.
    ApiKeys,
    /// Listed, the user writes notes and nothing else; see [`super::Restriction`].
    NotesOnly,
    /// Listed, the user reads and changes nothing but what is their own; see [`super::Restriction`].
    ReadOnly,
}

impl Permission {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::ViewReport,
        Self::HideChat,
        Self::HideKanban,
        Self::HideContacts,
        Self::HideCase,
        Self::HideCalendar,
        Self::HideCall,
        Self::HideKnowledgebase,
        Self::HideBlock,
        Self::CallSettings,
        Self::ViewAll,
        Self::Supervise,
        Self::ViewAudit,
        Self::ApiKeys,
        Self::NotesOnly,
        Self::ReadOnly,
    ];

    /// The string of the session.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ViewReport => "view_report",
            Self::HideChat => "hide_chat",
            Self::HideKanban => "hide_kanban",
            Self::HideContacts => "hide_contacts",
            Self::HideCase => "hide_case",
            Self::HideCalendar => "hide_calendar",
            Self::HideCall => "hide_call",
            Self::HideKnowledgebase => "hide_knowledgebase",
            Self::HideBlock => "hide_block",
            Self::CallSettings => "call_settings",
            Self::ViewAll => "view_all",
            Self::Supervise => "supervise",
            Self::ViewAudit => "view_audit",
            Self::ApiKeys => "api_keys",
            Self::NotesOnly => "notes_only",
            Self::ReadOnly => "read_only",
        }
    }

    /// Whether the string grants something; the others take something away.
    fn grants(self) -> bool {
        matches!(
            self,
            Self::ViewReport
                | Self::CallSettings
                | Self::ViewAll
                | Self::Supervise
                | Self::ViewAudit
                | Self::ApiKeys
        )
    }
}

/// The permission strings of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Permissions(BTreeSet<String>);

impl Permissions {
    /// From stored JSON. Anything unreadable grants nothing.
    #[must_use]
    pub fn parse(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// From a list of strings.
    #[must_use]
    pub fn of(list: &[String]) -> Self {
        Self(list.iter().cloned().collect())
    }

    /// The strings.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    /// Whether a user of this kind may use what the permission is about. Strings that grant are
    /// implied for admins; of those that take away, only the kanban's counts for admins.
    #[must_use]
    pub fn allow(&self, kind: Kind, what: Permission) -> bool {
        let listed = self.0.contains(what.as_str());
        match (kind, what.grants()) {
            (Kind::Admin, false) => what != Permission::HideKanban || !listed,
            (Kind::Admin, true) => true,
            (Kind::Agent, grants) => listed == grants,
        }
    }
}

/// How a name is compared: case does not count.
#[must_use]
pub(super) fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// What was typed as the username: `name`, or `name@client`. Since usernames may themselves hold an
/// `@` (mail addresses do), both readings are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    pub whole: String,
    pub split: Option<(String, String)>,
}

impl Typed {
    pub(super) fn parse(text: &str) -> Self {
        let whole = key(text);
        let split = whole
            .rsplit_once('@')
            .filter(|(user, client)| !user.is_empty() && !client.is_empty())
            .map(|(user, client)| (user.to_owned(), client.to_owned()));
        Self { whole, split }
    }
}

/// A bound on failures in a window that starts with the first of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub failures: i64,
    pub window_ms: i64,
}

/// When a blocked sign-in may be tried again, in seconds; `None` when this attempt, which is
/// already counted, is within the limit.
pub(super) fn wait_s(counted: i64, window_at: i64, limit: Limit, now: i64) -> Option<u64> {
    if counted <= limit.failures {
        return None;
    }
    let left = (window_at + limit.window_ms - now).max(1);
    Some(u64::try_from(left.div_euclid(1000) + 1).unwrap_or(1))
}

/// What is known of a refresh token that was presented.
#[derive(Clone, Copy, Debug)]
pub(super) struct RefreshFacts {
    pub replaced_at: Option<i64>,
    pub session_revoked: bool,
    pub session_expires_at: i64,
    pub user_disabled: bool,
}

/// What to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefreshDecision {
    Renew,
    /// A replaced token came back late: somebody has a copy, and nobody can say who is who.
    EndSession,
    Refuse,
}

/// Judges a refresh token. Tabs of one browser renew at the same moment with the same token, and
/// answers get lost, so a replaced token is good for a short grace.
pub(super) fn judge_refresh(facts: RefreshFacts, now: i64, grace_ms: i64) -> RefreshDecision {
    if facts.session_revoked || facts.user_disabled || facts.session_expires_at <= now {
        return RefreshDecision::Refuse;
    }
    match facts.replaced_at {
        Some(at) if now - at > grace_ms => RefreshDecision::EndSession,
        _ => RefreshDecision::Renew,
    }
}

/// What is wrong with a new username, if anything.
pub(super) fn username_problem(username: &str) -> Option<&'static str> {
    /// Names that messages use for senders who are no users.
    const RESERVED: [&str; 4] = ["visitor", "server", "system", "-"];
    let length = username.chars().count();
    if length == 0 {
        Some("Username is required.")
    } else if length > 64 {
        Some("A username has at most 64 characters.")
    } else if username.chars().any(|c| c.is_whitespace() || c.is_control() || c == ',' || c == '~')
    {
        // Lists of usernames are written with commas.
        Some("A username has no spaces, commas or tildes.")
    } else if super::likeness::has_unseen(username) {
        Some("A username has no signs that nobody can see.")
    } else if RESERVED.contains(&key(username).as_str()) {
        Some("That username is reserved.")
    } else {
        None
    }
}

/// What is wrong with a new password, if anything.
pub(super) fn password_problem(password: &str) -> Option<&'static str> {
    match password.len() {
        0 => Some("Password is required."),
        1..8 => Some("A password has at least 8 characters."),
        8..=1024 => None,
        _ => Some("A password has at most 1024 bytes."),
    }
}
