//! What the visitor's page is told.

use crate::tickets::SendRules;
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
    /// Absent where the link leads nowhere.
    #[serde(flatten)]
    pub page: Option<VisitPage>,
}

impl VisitInfo {
    /// Of a link that is none, or that another browser holds.
    pub fn invalid() -> Self {
        let (csrf, name, photo) = Default::default();
        Self { result: "invalid", ticket_id: None, csrf, name, photo, page: None }
    }
}

/// The page that a link belongs to, and how far the visit has come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VisitPage {
    pub client_name: String,
    /// `#` and six hex digits; empty for the product's.
    pub accent: String,
    pub terms_url: String,
    pub offline_message: String,
    /// The state of the visit.
    pub state: String,
    pub rated: bool,
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
