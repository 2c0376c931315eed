//! What the socket tells about tickets and messages.

use super::{
    CustomerEmotions, MessageError, MessageNote, MessageView, ScheduledReply, SendStatus,
    TicketDue, TicketView, UnreadTotals,
};
use crate::{http::AnyJson, room_events};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

room_events! { event_shapes:
    NewMessage<'_> => "newMessage",
    CreateTicket<'_> => "createTicket",
    MessageEdited => "messageEdited",
    MessageStateChanged => "messageState",
    AddNote => "addNote",
    RemoveNote => "removeNote",
    Mentioned => "mentioned",
    FollowingChanged => "followingChanged",
    FollowedNews => "followedNews",
    AddPin => "addPin",
    RemovePin => "removePin",
    AddReaction => "addReaction",
    RemoveReaction => "removeReaction",
    MessageInsight => "messageInsight",
    SyncDelete => "syncDelete",
    ReadMessage => "readMessage",
    TicketStatusChanged => "ticketStatusChanged",
    ParticipantChanged => "participantChanged",
    TicketLabelsChanged => "ticketLabelsChanged",
    TicketDepartmentChanged => "ticketDepartmentChanged",
    TicketLanguageChanged => "ticketLanguageChanged",
    TicketSeverityChanged => "ticketSeverityChanged",
    TicketAppointmentChanged => "ticketAppointmentChanged",
    TicketContactChanged => "ticketContactChanged",
    TicketFieldChanged => "ticketFieldChanged",
    TicketSnoozed => "ticketSnoozed",
    TicketDueChanged => "ticketDueChanged",
    TicketMerged => "ticketMerged",
    TicketSplit => "ticketSplit",
    TicketLinked => "ticketLinked",
    ScheduledChanged => "scheduledChanged",
    LiveChatConverted => "liveChatConverted",
    DraftChanged => "draftChanged",
    SenderBlocked => "senderBlocked",
    HeldChanged => "heldChanged",
    Typing => "typing",
    Viewing => "viewing",
    UnreadTotals => "unreadCount",
}

/// A message came or was written.
#[derive(Serialize, ToSchema)]
pub struct NewMessage<'a> {
    pub ticket: &'a TicketView,
    pub message: &'a MessageView,
    /// The id that the sender's browser gave the message.
    pub queue_id: Option<&'a str>,
}

/// A ticket came into being.
#[derive(Serialize, ToSchema)]
pub struct CreateTicket<'a> {
    pub ticket: &'a TicketView,
    /// Its first message; null for one that was split off another ticket.
    pub message: Option<&'a MessageView>,
    /// The id that the sender's browser gave the message.
    pub queue_id: Option<&'a str>,
}

/// A message reads otherwise.
#[derive(Serialize, ToSchema)]
pub struct MessageEdited {
    pub ticket_id: i64,
    pub message: MessageView,
    /// What lists show of the ticket now.
    pub snippet: String,
}

/// How far an outgoing message has come.
#[derive(Serialize, ToSchema)]
pub struct MessageStateChanged {
    pub ticket_id: i64,
    pub message_id: i64,
    pub queue_id: Option<String>,
    /// `queued`, `sending`, `sent`, `delivered`, `read`, `failed`, `unknown` or `kept`.
    pub state: String,
    #[serde(rename = "sendStatus")]
    #[schema(value_type = SendStatus)]
    pub send_status: &'static str,
    pub error: Option<MessageError>,
    /// When it is tried again; milliseconds.
    pub retry_at: Option<i64>,
}

/// Something done at a message, with the message as it is now.
#[derive(Serialize, ToSchema)]
pub struct MessageAct {
    pub ticket_id: i64,
    pub message_id: i64,
    pub message: MessageView,
    /// The username.
    pub by: String,
    /// What lists show of the ticket now, where the message is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub snippet: Option<String>,
}

/// A note was put at a message.
#[derive(Serialize, ToSchema)]
pub struct AddNote {
    #[serde(flatten)]
    pub act: MessageAct,
    pub note: MessageNote,
}

/// A note was taken away.
#[derive(Serialize, ToSchema)]
pub struct RemoveNote {
    #[serde(flatten)]
    pub act: MessageAct,
    pub note_id: i64,
}

/// A note in a conversation names somebody.
#[derive(Serialize, ToSchema)]
pub struct Mentioned {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// The ticket is a live chat.
    pub livechat: bool,
    pub message_id: i64,
    /// The beginning of the note.
    pub text: String,
    /// Who is named, by name or by a department; not who wrote it.
    pub usernames: Vec<String>,
    /// The username.
    pub by: String,
}

/// A message was pinned.
#[derive(Serialize, ToSchema)]
pub struct AddPin {
    #[serde(flatten)]
    pub act: MessageAct,
}

/// A message is not pinned any more.
#[derive(Serialize, ToSchema)]
pub struct RemovePin {
    #[serde(flatten)]
    pub act: MessageAct,
}

/// An emoji was put on a message.
#[derive(Serialize, ToSchema)]
pub struct AddReaction {
    #[serde(flatten)]
    pub act: MessageAct,
    pub reaction: Option<String>,
}

/// An emoji was taken off a message.
#[derive(Serialize, ToSchema)]
pub struct RemoveReaction {
    #[serde(flatten)]
    pub act: MessageAct,
    pub reaction: Option<String>,
}

/// A helper told something of a message.
#[derive(Serialize, ToSchema)]
pub struct MessageInsight {
    #[serde(flatten)]
    pub act: MessageAct,
    /// `emotion`, `recommendation`, or a type of `GET /api/wauchat`.
    pub kind: String,
    #[serde(flatten)]
    pub emotions: CustomerEmotions,
}

/// A message was deleted. The log's event has the message as it is then; a colleague's page passes the
/// ids on alone.
#[derive(Serialize, ToSchema)]
pub struct SyncDelete {
    pub ticket_id: i64,
    pub message_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = MessageView, required = false)]
    pub message: Option<MessageView>,
    /// The username.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub by: Option<String>,
    /// What lists show of the ticket now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub snippet: Option<String>,
}

impl SyncDelete {
    /// As a colleague's page passes it on.
    #[must_use]
    pub fn passed(ticket_id: i64, message_id: i64) -> Self {
        Self { ticket_id, message_id, message: None, by: None, snippet: None }
    }
}

impl From<MessageAct> for SyncDelete {
    fn from(act: MessageAct) -> Self {
        let MessageAct { ticket_id, message_id, message, by, snippet } = act;
        Self { ticket_id, message_id, message: Some(message), by: Some(by), snippet }
    }
}

/// Somebody read a ticket up to a message.
#[derive(Serialize, ToSchema)]
pub struct ReadMessage {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub username: String,
    pub read_to: i64,
}

/// A ticket's status is another one.
#[derive(Serialize, ToSchema)]
pub struct TicketStatusChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub status: i64,
    /// The username, or the desk's own word.
    pub by: String,
    pub ticket: TicketView,
}

/// Other people take part in a ticket.
#[derive(Serialize, ToSchema)]
pub struct ParticipantChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// Usernames, as are `added` and `removed`.
    pub participants: Vec<String>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket carries other labels.
#[derive(Serialize, ToSchema)]
pub struct TicketLabelsChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// The ids, as a JSON list in a text.
    pub label: String,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket is another department's.
#[derive(Serialize, ToSchema)]
pub struct TicketDepartmentChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub department_id: Option<i64>,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket is read in another language.
#[derive(Serialize, ToSchema)]
pub struct TicketLanguageChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// What the team reads it in.
    pub language: String,
    /// What the customer writes in.
    pub source_lang: String,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket's severity is another one.
#[derive(Serialize, ToSchema)]
pub struct TicketSeverityChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// `H`, `M`, `L` or empty.
    pub severity: String,
    pub by: String,
    pub ticket: TicketView,
}

/// When a ticket's customer wants to be seen or called is another time.
#[derive(Serialize, ToSchema)]
pub struct TicketAppointmentChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// Milliseconds.
    pub appointment: Option<i64>,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket is another contact's.
#[derive(Serialize, ToSchema)]
pub struct TicketContactChanged {
    pub ticket_id: i64,
    pub contact_id: i64,
    /// The contact before.
    pub was: Option<i64>,
    pub by: String,
    pub ticket: TicketView,
}

/// What stands in a custom field of a ticket is another value.
#[derive(Serialize, ToSchema)]
pub struct TicketFieldChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub field_id: i64,
    /// Null for nothing.
    pub value: AnyJson,
    pub by: String,
    /// Milliseconds.
    pub at: i64,
}

/// Whoever is told follows a ticket, or no more: in another window, or by another device.
#[derive(Serialize, ToSchema)]
pub struct FollowingChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub following: bool,
}

/// What happened to a ticket that somebody follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsKind {
    /// The customer wrote.
    Message,
    /// A colleague answered.
    Reply,
    Opened,
    Pending,
    Resolved,
    Closed,
}

/// Something happened to a ticket that whoever is told follows.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedNews {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// The ticket is a live chat.
    pub livechat: bool,
    pub title: String,
    pub kind: NewsKind,
    /// Who follows it and may see it; not who did it.
    pub usernames: Vec<String>,
    /// The username, or the desk's own word; empty for the customer.
    pub by: String,
}

/// A ticket was put aside, or came back.
#[derive(Serialize, ToSchema)]
pub struct TicketSnoozed {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// Milliseconds; null for a ticket that came back.
    pub snoozed_until: Option<i64>,
    pub by: String,
}

/// Something else is due soonest on a ticket, or at another moment.
#[derive(Serialize, ToSchema)]
pub struct TicketDueChanged {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// Null for nothing.
    pub due: Option<TicketDue>,
}

/// Two tickets became one, or are two again. Told once for each of them.
#[derive(Serialize, ToSchema)]
pub struct TicketMerged {
    pub source_id: i64,
    pub source_number: i64,
    pub target_id: i64,
    pub target_number: i64,
    pub merged: bool,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket was split. Told once for each of the two.
#[derive(Serialize, ToSchema)]
pub struct TicketSplit {
    pub from_id: i64,
    pub from_number: i64,
    pub into_id: i64,
    pub into_number: i64,
    pub by: String,
    pub ticket: TicketView,
}

/// A ticket is related to other ones than before.
#[derive(Serialize, ToSchema)]
pub struct TicketLinked {
    pub ticket_id: i64,
    pub by: String,
}

/// Other answers wait for their time in a ticket.
#[derive(Serialize, ToSchema)]
pub struct ScheduledChanged {
    pub ticket_id: i64,
    pub scheduled: Vec<ScheduledReply>,
}

/// A live chat became a ticket.
#[derive(Serialize, ToSchema)]
pub struct LiveChatConverted {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub by: String,
    pub ticket: TicketView,
}

/// One's own draft is another one.
#[derive(Serialize, ToSchema)]
pub struct DraftChanged {
    pub ticket_id: i64,
    pub version: i64,
    /// The tab it was written in, as that calls itself.
    pub tab: String,
}

/// What became of a contact's way to write to us.
#[derive(Serialize, ToSchema)]
pub struct SenderBlocked {
    pub contact_id: i64,
    pub blocked: bool,
    pub by: String,
}

/// How many messages of a blocked sender are held back now. For admins.
#[derive(Serialize, ToSchema)]
pub struct HeldChanged {
    /// The block.
    pub id: i64,
    pub held: i64,
}

/// Somebody writes, or has stopped. Not stored.
#[derive(Serialize, ToSchema)]
pub struct Typing {
    pub ticket_id: i64,
    /// `visitor` for a customer.
    pub username: String,
    pub name: String,
    pub typing: bool,
}

/// Somebody looks at a ticket, or went. Not stored.
#[derive(Serialize, ToSchema)]
pub struct Viewing {
    pub ticket_id: i64,
    pub username: String,
    pub name: String,
    /// Tells a browser's tabs apart.
    pub tab: String,
    pub state: ViewingState,
    /// Who has just come asks the others to say it too.
    pub asks: bool,
}

/// What somebody does at a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ViewingState {
    Viewing,
    Replying,
    Gone,
}
