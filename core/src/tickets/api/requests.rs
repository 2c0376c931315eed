//! What calls about tickets take, where a form may send it as well as JSON.

use crate::{http::IntOrText, tickets::record::contents::Piece};
use utoipa::ToSchema;

/// What an agent writes first. The description of what is read field by field, because a form writes all of
/// it as text.
#[derive(ToSchema)]
pub struct StartRequest {
    pub channel_id: IntOrText,
    /// A contact that was picked; without one, the contact is found or made by the address.
    pub contact_id: Option<IntOrText>,
    /// A mail address, or a telephone number with its country code. Of a picked contact the best known
    /// one, where it is absent.
    pub address: Option<String>,
    /// What a new contact is called.
    pub name: Option<String>,
    /// The subject of a mail, which needs one.
    pub subject: Option<String>,
    pub message: Option<String>,
    /// `text` or `text/html`.
    #[schema(rename = "type")]
    pub kind: Option<String>,
    pub cc: Option<Vec<String>>,
    pub contents: Option<Vec<Piece>>,
    /// End it with the agent's signature.
    pub signature: Option<bool>,
    /// The browser's id; a repeated one answers with the first message.
    pub queue_id: Option<String>,
}

/// A template that a channel's provider has approved.
#[derive(ToSchema)]
pub struct ReplyTemplate {
    pub name: String,
    pub language: String,
    /// Placeholder and value, in order.
    pub parameters: Option<Vec<(String, String)>>,
}

/// What `template` of a reply may be.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum ReplyTemplateField {
    /// A provider's template, as one among `contents` is written, without its `kind`.
    Template(ReplyTemplate),
    /// The id of a canned reply, or its shortcut or title; none where it is empty or 0.
    Saved(IntOrText),
    /// `false` for none.
    None(bool),
}

/// An agent's reply. The description of what is read field by field, because a form writes all of it as
/// text and names lists in several ways.
#[derive(ToSchema)]
pub struct ReplyRequest {
    /// Id or number of the ticket.
    pub ticket_id: IntOrText,
    pub message: Option<String>,
    /// `text` or `text/html`.
    #[schema(rename = "type")]
    pub kind: Option<String>,
    /// The message that is answered.
    pub reply: Option<IntOrText>,
    /// The status to set with it.
    pub closed: Option<IntOrText>,
    /// The subject of a mail.
    pub title: Option<String>,
    pub cc: Option<Vec<String>>,
    #[schema(rename = "toEmail")]
    pub to_email: Option<Vec<String>>,
    /// More to whom it goes, as those of `toEmail`.
    pub email: Option<Vec<String>>,
    pub email2: Option<Vec<String>>,
    /// A canned reply, whose text is sent where `message` is empty, or a provider's template.
    pub template: Option<ReplyTemplateField>,
    /// Taken and not read: the answer is of whoever sends it.
    pub sender: Option<String>,
    /// The browser's id; a repeated one answers with the first message.
    pub queue_id: Option<String>,
    /// Ids of files that were uploaded before.
    pub upload_ids: Option<Vec<IntOrText>>,
    pub contents: Option<Vec<Piece>>,
    /// End it with the agent's signature.
    pub signature: Option<bool>,
    /// The newest message on the agent's screen.
    pub seen_id: Option<IntOrText>,
    /// The ticket's status there.
    pub seen_status: Option<IntOrText>,
    /// The merged ticket in whose conversation it goes out.
    pub via: Option<IntOrText>,
    /// When to send it; milliseconds.
    pub send_at: Option<IntOrText>,
    /// In how many seconds to send it.
    pub send_in: Option<IntOrText>,
}
