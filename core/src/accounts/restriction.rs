//! Users who answer no customers: light agents, who write notes, and auditors, who read.
//!
//! What they may call is listed, and everything else that changes something is refused at the door: a
//! call that is added later is closed to them until somebody opens it.

use super::model::{Kind, Permission, Permissions};

/// How much a user may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restriction {
    /// Whatever the other permissions let.
    #[default]
    None,
    /// Notes in conversations, and what is their own.
    NotesOnly,
    /// Only what is their own: the profile, views, notifications, their status.
    ReadOnly,
}

/// Calls that change nothing but what is the user's own, or that read by a method that may change.
const OWN: &[&str] = &[
    "POST /api/announcements/{id}/dismiss",
    "POST /api/fcm/token",
    "POST /api/fcm/token/remove",
    "PATCH /api/me",
    "POST /api/me/password",
    "POST /api/me/photo",
    "DELETE /api/me/photo",
    "POST /api/me/sessions/end-others",
    "DELETE /api/me/sessions/{id}",
    "POST /api/me/two-factor",
    "POST /api/me/two-factor/confirm",
    "POST /api/me/two-factor/off",
    "POST /api/me/two-factor/recovery-codes",
    "PUT /api/notification/preferences",
    "POST /api/notification/read",
    "POST /api/notification/remove",
    "POST /api/online_status/update",
    "PUT /api/status/me/auto_away",
    "POST /api/ticket/data/check/{id}/{last}",
    "PUT /api/tickets/{id}/follow",
    "DELETE /api/tickets/{id}/follow",
    "POST /api/views",
    "PUT /api/views/order",
    "PUT /api/views/{id}",
    "DELETE /api/views/{id}",
];

/// Calls that ask an AI helper: their method is one that reads, and yet they cost, and what is told is kept.
const ASKS: &[&str] = &[
    "GET /api/wauchat",
    "GET /api/wauchat/recommendation",
    "GET /api/wauchat/ticket_recommendation",
];

/// What light agents may call besides: notes, the files and drafts that belong to them, and what helps to
/// understand a message.
const NOTES: &[&str] = &[
    "GET /api/wauchat",
    "POST /api/tickets/{id}/notes",
    "POST /api/messages/{id}/notes",
    "DELETE /api/messages/{id}/notes/{note}",
    "PUT /api/tickets/{id}/draft",
    "POST /api/upload",
    "POST /api/translate",
    "POST /api/translate2",
    "POST /api/messages/{id}/translation",
];

impl Restriction {
    /// Of a user of this kind with these permissions. Admins have none: they could lift it themselves.
    #[must_use]
    pub fn of(permissions: &Permissions, kind: Kind) -> Self {
        if !permissions.allow(kind, Permission::ReadOnly) {
            Self::ReadOnly
        } else if permissions.allow(kind, Permission::NotesOnly) {
            Self::None
        } else {
            Self::NotesOnly
        }
    }

    /// Whether the user works on tickets: answers, is offered some, and can be made responsible.
    #[must_use]
    pub fn answers(self) -> bool {
        self == Self::None
    }

    /// Whether the call of this method and route, as the API's description writes it, is open.
    #[must_use]
    pub fn lets(self, method: &str, route: &str) -> bool {
        let listed =
            |list: &[&str]| list.iter().any(|call| call.split_once(' ') == Some((method, route)));
        let reads = matches!(method, "GET" | "HEAD" | "OPTIONS") && !listed(ASKS);
        if self == Self::None || reads {
            return true;
        }
        listed(OWN) || (self == Self::NotesOnly && listed(NOTES))
    }

    /// What somebody is told whose call is not open.
    pub(super) fn refusal(self) -> &'static str {
        match self {
            Self::NotesOnly => "Your role lets you write notes, and change nothing else.",
            Self::None | Self::ReadOnly => "Your role lets you read, and change nothing.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_open_and_nothing_else_that_changes() {
        let reply = "/api/ticket/message/reply";
        let cases = [
            (Restriction::None, "POST", reply, true),
            (Restriction::NotesOnly, "POST", reply, false),
            (Restriction::ReadOnly, "POST", reply, false),
            (Restriction::NotesOnly, "POST", "/api/tickets/{id}/notes", true),
            (Restriction::ReadOnly, "POST", "/api/tickets/{id}/notes", false),
            (Restriction::ReadOnly, "GET", "/api/anything", true),
            (Restriction::ReadOnly, "GET", "/api/wauchat", false),
            (Restriction::NotesOnly, "GET", "/api/wauchat", true),
            (Restriction::NotesOnly, "GET", "/api/wauchat/recommendation", false),
            (Restriction::ReadOnly, "POST", "/api/me/password", true),
            (Restriction::ReadOnly, "POST", "/api/a/call/of/tomorrow", false),
        ];
        for (restriction, method, route, open) in cases {
            assert_eq!(restriction.lets(method, route), open, "{restriction:?} {method} {route}");
        }
    }

    #[test]
    fn the_narrower_one_counts_and_admins_have_none() {
        let both = Permissions::parse(r#"["notes_only","read_only"]"#);
        assert_eq!(Restriction::of(&both, Kind::Agent), Restriction::ReadOnly);
        assert_eq!(Restriction::of(&both, Kind::Admin), Restriction::None);
        let notes = Permissions::parse(r#"["notes_only"]"#);
        assert_eq!(Restriction::of(&notes, Kind::Agent), Restriction::NotesOnly);
        assert_eq!(Restriction::of(&Permissions::default(), Kind::Agent), Restriction::None);
    }
}
