//! What the visitor's page is told.

use super::{queue::LiveChatQueue, widget::VisitorIdentity};
use crate::{room_events, tickets::SendRules};
use serde::Serialize;
use utoipa::ToSchema;

/// What a link leads to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitInfo {
    /// `success`, `noAgent`, `rating`, `closed`, `converted` or `invalid`.
    pub result: &'static str,
    pub ticket_id: Option<i64>,
    /// The proof for the other calls of the page.
    pub csrf: String,
    /// Of the agent, or before there is one of the page.
    pub name: String,
    /// Of the agent; empty for none.
    pub photo: String,
    /// For a frame: what holds its visits, made just now. It keeps it and sends it along.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub secret: Option<String>,
    /// Who the site's server says the visitor is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = VisitIdentity, required = false)]
    pub identity: Option<VisitIdentity>,
    /// Absent where the link leads nowhere.
    #[serde(flatten)]
    #[schema(value_type = VisitPage)]
    pub page: Option<VisitPage>,
}

impl VisitInfo {
    /// Of a link that is none, or that another browser holds.
    pub fn invalid() -> Self {
        let (csrf, name, photo) = Default::default();
        let (secret, identity) = (None, None);
        Self { result: "invalid", ticket_id: None, csrf, name, photo, secret, identity, page: None }
    }
}

/// A visitor whom a site knows: what is not empty here is not for the visitor to write.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitIdentity {
    pub name: String,
    pub email: String,
    pub phone: String,
}

impl From<VisitorIdentity> for VisitIdentity {
    fn from(identity: VisitorIdentity) -> Self {
        let VisitorIdentity { name, email, phone, .. } = identity;
        Self { name, email, phone }
    }
}

/// The page that a link belongs to, and how far the visit has come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitPage {
    #[schema(required = false)]
    pub client_name: String,
    /// `#` and six hex digits; empty for the product's.
    #[schema(required = false)]
    pub accent: String,
    #[schema(required = false)]
    pub terms_url: String,
    #[schema(required = false)]
    pub offline_message: String,
    /// The state of the visit.
    #[schema(required = false)]
    pub state: String,
    #[schema(required = false)]
    pub rated: bool,
    #[schema(required = false)]
    pub send: SendRules,
}

/// Messages of a visit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitHistory {
    /// The oldest first.
    pub data: Vec<VisitMessage>,
    /// The place in the event log to go on from.
    pub seq: i64,
    pub ended: bool,
}

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VisitAuthor {
    Visitor,
    Agent,
}

/// A message as the visitor's page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VisitMessage {
    /// The visitor's own id of it, or the server's.
    pub id: String,
    pub from: VisitAuthor,
    pub name: String,
    pub text: String,
    /// Milliseconds.
    pub ts_ms: i64,
    pub attachments: Vec<VisitFile>,
}

/// A file of such a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VisitFile {
    pub id: i64,
    /// Signed, for a day.
    pub url: String,
    /// The media type.
    pub mime: String,
    pub filename: String,
    /// Bytes.
    pub size: i64,
    /// `image`, `video`, `audio` or `document`.
    pub kind: String,
}

/// A link that nobody has used yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnusedLink {
    pub token: String,
    pub channel_id: i64,
    /// Milliseconds.
    pub created_at: i64,
    pub url: String,
}

/// A page that links are made for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkPage {
    pub channel_id: i64,
    pub name: String,
}

/// The caller's links, and the pages that new ones can be made for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnusedLinks {
    pub data: Vec<UnusedLink>,
    pub pages: Vec<LinkPage>,
}

/// A new link for one visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VisitLink {
    pub token: String,
    /// The whole address, or its path at this server where a visitor asked.
    pub url: String,
}

/// A live chat came to its end.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveChatEnded {
    pub ticket_id: i64,
    pub ticket_number: i64,
}

/// Whether a page of a chat's visitor is connected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitorPresence {
    pub ticket_id: i64,
    pub session_id: i64,
    pub online: bool,
    /// Milliseconds.
    pub seen_at: i64,
}

/// For the visitor: the chat is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitEnded {
    /// True where it goes on as a ticket.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub converted: Option<bool>,
}

/// For the visitor: an agent has taken the chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueueAccepted {
    /// Of the agent.
    pub name: String,
    /// Empty for none.
    pub photo: String,
}

/// For the visitor: the agent writes, or has stopped. The plugin of the chat page tells it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitTyping {
    pub typing: bool,
    /// Of the agent.
    pub name: String,
}

/// For the visitor: the place in the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueueNumber {
    pub count: i64,
}

room_events! {
    event_shapes:
    LiveChatQueue => "liveChatQueue",
    LiveChatEnded => "liveChatEnded",
    VisitorPresence => "visitorPresence",
}

room_events! {
    visitor_event_shapes:
    VisitMessage => "message",
    VisitEnded => "ended",
    QueueAccepted => "queueAccepted",
    QueueNumber => "queueNumber",
    VisitTyping => "typing",
}
