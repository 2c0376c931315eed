//! Events and who may see them.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who may see an event. Admins of the client see every event that all agents can see, in their own
/// words where it is for `agents`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    /// Every agent of the client.
    #[serde(default, rename = "all", skip_serializing_if = "std::ops::Not::not")]
    pub everyone: bool,
    /// Every agent of the client, and none of the admins, who are told otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agents: bool,
    /// These agents, by user id.
    #[serde(default, rename = "users", skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<i64>,
    /// The page of this live chat session. Such an event is a frame for the visitor; agents get
    /// it only when `everyone` or `users` says so too.
    #[serde(default, rename = "visitor", skip_serializing_if = "Option::is_none")]
    pub visitor: Option<i64>,
    /// Admins of the client.
    #[serde(default, rename = "admins", skip_serializing_if = "std::ops::Not::not")]
    pub admins: bool,
}

impl Audience {
    /// Every agent and admin.
    #[must_use]
    pub fn everyone() -> Self {
        Self { everyone: true, ..Self::default() }
    }

    /// These agents, and the admins.
    #[must_use]
    pub fn users(users: Vec<i64>) -> Self {
        Self { users, admins: true, ..Self::default() }
    }

    /// One user only: not even the admins see it.
    #[must_use]
    pub fn only(user: i64) -> Self {
        Self { users: vec![user], ..Self::default() }
    }

    /// These users only: not even the admins see it.
    #[must_use]
    pub fn these(users: Vec<i64>) -> Self {
        Self { users, ..Self::default() }
    }

    /// Admins only.
    #[must_use]
    pub fn admins() -> Self {
        Self { admins: true, ..Self::default() }
    }

    /// Agents only: not even the admins see it.
    #[must_use]
    pub fn agents() -> Self {
        Self { agents: true, ..Self::default() }
    }

    /// One visitor's page only.
    #[must_use]
    pub fn visitor(session: i64) -> Self {
        Self { visitor: Some(session), ..Self::default() }
    }

    /// Whether an agent or admin sees the event. With `view_all` an agent sees what others have taken, as
    /// admins do, and of what is for admins alone nothing.
    #[must_use]
    pub fn includes_user(&self, user_id: i64, admin: bool, view_all: bool) -> bool {
        let others = view_all && !self.users.is_empty();
        self.everyone
            || (self.agents && !admin)
            || (self.admins && (admin || others))
            || self.users.contains(&user_id)
    }

    /// Whether a visitor's page gets the event.
    #[must_use]
    pub fn includes_visitor(&self, session: i64) -> bool {
        self.visitor == Some(session)
    }
}

/// An event to append.
#[derive(Clone, Debug)]
pub struct NewEvent {
    pub client_id: i64,
    /// The name sockets carry, for example `newMessage`.
    pub name: &'static str,
    pub ticket_id: Option<i64>,
    pub audience: Audience,
    pub data: serde_json::Value,
    pub at_ms: i64,
}

/// An event of the log.
#[derive(Clone, Debug)]
pub struct Event {
    pub client_id: i64,
    pub seq: i64,
    pub name: Arc<str>,
    pub ticket_id: Option<i64>,
    pub audience: Arc<Audience>,
    /// JSON text, as it was appended.
    pub data: Arc<str>,
    pub at_ms: i64,
}
