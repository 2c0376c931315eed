//! What calls about tickets answer.

use super::{
    MessageFile, MessageNote, MessageView, ScheduledReply, TicketListRow, TicketStatus, TicketView,
};
use crate::{
    http::{AnyJson, SuccessWord},
    tickets::{
        model::{Hop, SendRules},
        outbound::{reply::Reply, window::Window},
    },
};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct TicketPage {
    pub data: Vec<TicketListRow>,
    /// How many tickets the list has, as far as they were counted.
    pub count: i64,
    /// There are more than `count`.
    #[serde(rename = "countMore")]
    pub count_more: bool,
    pub status: SuccessWord,
}

/// How many tickets a department or a label has; the id is 0 for those that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketCount {
    pub id: i64,
    pub count: i64,
}

/// The counts of a list's groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketCounts {
    pub data: Vec<TicketCount>,
    /// A group may have more than was counted.
    #[serde(rename = "countMore")]
    pub count_more: bool,
}

/// A part of a conversation: first how many messages there are, then the days.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ConversationPart {
    Total {
        /// Of all messages of the conversation.
        total: i64,
    },
    Day {
        /// `DD/MM/YYYY`, in the time zone of the caller: their own, or the account's.
        date: String,
        /// The oldest first.
        messages: Vec<MessageView>,
    },
}

/// What happened to a message, hop by hop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageTrace {
    pub message_id: i64,
    pub ticket_id: i64,
    pub hops: Vec<Hop>,
}

/// A ticket was put aside, or taken up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Snoozed {
    pub result: SuccessWord,
    /// Milliseconds; null where it is not put aside.
    pub snoozed_until: Option<i64>,
}

/// Whether the caller follows a ticket from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketFollowing {
    pub result: SuccessWord,
    pub following: bool,
}

/// A ticket was marked as spam, or is none any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SpamMarked {
    pub result: SuccessWord,
    #[schema(value_type = TicketStatus)]
    pub status: i64,
}

/// A merge was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Unmerged {
    pub result: SuccessWord,
    /// False where the ticket stays closed, because its customer has another open one there by now.
    pub reopened: bool,
}

/// The new ticket that was split off.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SplitTicket {
    pub result: SuccessWord,
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub data: TicketView,
}

/// Whom an agent can write to first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StartsWith {
    /// Any mail address.
    Email,
    /// Any telephone number.
    Phone,
    /// Who has written before.
    Known,
}

/// A channel on which an agent can write first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StartChannel {
    pub channel_id: i64,
    /// The value, such as `EMAIL`.
    pub channel: String,
    /// The account's name.
    pub name: String,
    pub starts: StartsWith,
    /// Where the contact is reached, the best first.
    pub addresses: Vec<String>,
    /// The open conversation that would be gone on with.
    pub ticket_number: Option<i64>,
    pub window: Option<Window>,
    pub send: SendRules,
}

/// A conversation that an agent started, or went on with.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StartedConversation {
    pub result: SuccessWord,
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// There was an open conversation with this customer already.
    pub continued: bool,
    pub data: MessageView,
}

/// The letter with which something was forwarded: a ticket of its own.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ForwardedTicket {
    pub result: SuccessWord,
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub data: TicketView,
}

/// One change of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HistoryEntry {
    pub id: i64,
    /// Milliseconds.
    pub at: i64,
    /// A username, or what did it by itself.
    pub by: String,
    pub kind: String,
    /// Codes, ids or usernames, with commas between them.
    pub before: String,
    pub after: String,
    pub why: String,
}

/// A sender whose messages are held back, or were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlockedSender {
    pub id: i64,
    pub name: String,
    /// What the channel calls the sender.
    pub sender: String,
    pub contact_id: i64,
    pub channel: String,
    pub channel_name: String,
    pub reason: String,
    /// The username of who did it.
    pub by: String,
    /// Milliseconds.
    pub at_ms: i64,
    /// False where the block was taken away and messages are still held.
    pub blocked: bool,
    /// How many messages are held.
    pub held: i64,
    /// When the newest of them came; milliseconds.
    pub held_ms: Option<i64>,
}

/// A page of blocked senders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlockPage {
    pub result: SuccessWord,
    pub data: Vec<BlockedSender>,
    pub more: bool,
}

/// A block was taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Unblocked {
    pub result: SuccessWord,
    /// How many messages are still held.
    pub held: i64,
}

/// A message that is held back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldMessage {
    pub id: i64,
    pub text: String,
    /// How many files it has.
    pub files: usize,
    /// Milliseconds.
    pub at_ms: i64,
}

/// Held messages were let into the tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RestoredMessages {
    pub result: SuccessWord,
    pub restored: i64,
    pub left: i64,
}

/// Held messages were thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiscardedMessages {
    pub result: SuccessWord,
    pub discarded: usize,
}

/// One's own draft for a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnDraft {
    pub result: SuccessWord,
    /// As the browser wrote it; null for none.
    #[schema(value_type = AnyJson)]
    pub draft: Option<AnyJson>,
    pub version: i64,
}

/// An answer for later was called back, as it was written.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CalledBack {
    pub result: SuccessWord,
    pub ticket_id: i64,
    pub reply: Reply,
    pub files: Vec<MessageFile>,
}

/// A conversation that a colleague takes part in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ColleagueTicket {
    pub id: i64,
    pub ticket_number: i64,
    pub channel: String,
    pub title: String,
    /// The ids, as a JSON list in a text: `[3,1]`.
    pub label: String,
    #[schema(value_type = TicketStatus)]
    pub closed: i64,
    pub livechat: bool,
    /// Seconds.
    pub ts: i64,
    pub name: String,
    pub read: bool,
}

/// A colleague's conversations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ColleaguePage {
    pub result: SuccessWord,
    pub data: Vec<ColleagueTicket>,
    #[serde(rename = "expLevel")]
    pub exp_level: i64,
    /// Points for conversations that came to their end.
    pub exp: i64,
}

/// What was taken off the screen after an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TakenAway {
    /// A message was deleted.
    DeleteMessage { id: i64, ts: i64, ticket_id: i64, message_id: i64 },
    /// A ticket goes on in another one.
    MergeSession { id: i64, ts: i64, ticket_id: i64, into: i64 },
}

/// How many tickets, live chats and team chats have something unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnreadTotals {
    pub ticket: i64,
    pub livechat: i64,
    pub chat: i64,
}

/// What stands in a custom field of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldValue {
    pub field_id: i64,
    /// A text, a number, a switch, the id of a choice or a list of such ids, by the field's kind.
    pub value: AnyJson,
    /// The username of who wrote it.
    pub by: String,
    /// Milliseconds.
    pub at: i64,
}

/// A message that was changed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChangedMessage {
    pub result: SuccessWord,
    pub id: i64,
    pub data: MessageView,
}

impl From<MessageView> for ChangedMessage {
    fn from(data: MessageView) -> Self {
        Self { result: SuccessWord::Success, id: data.id, data }
    }
}

/// A note that was added, with its message.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AddedNote {
    pub result: SuccessWord,
    pub id: i64,
    pub note: MessageNote,
    pub data: MessageView,
}

/// A message or a ticket's severity, with a sentence that says what was done.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Described<T> {
    pub result: SuccessWord,
    pub description: String,
    pub data: T,
}

/// What became of a reply.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ReplyAnswer {
    /// It is on its way.
    Sent { result: SuccessWord, id: i64, queue_id: Option<String>, data: Box<MessageView> },
    /// It waits for its time, with the others of the ticket.
    Scheduled { result: SuccessWord, queue_id: Option<String>, scheduled: Vec<ScheduledReply> },
}

/// An uploaded file, with the names of the first one's parts as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketUpload {
    #[serde(flatten)]
    pub stored: MessageFile,
    /// The same as `url`, `mime` and `filename`.
    pub file: String,
    #[serde(rename = "fileType")]
    pub file_type: String,
    #[serde(rename = "fileName")]
    pub file_name: String,
}

impl From<MessageFile> for TicketUpload {
    fn from(stored: MessageFile) -> Self {
        let (file, file_type) = (stored.url.clone(), stored.mime.clone());
        Self { file, file_type, file_name: stored.filename.clone(), stored }
    }
}

/// Files were uploaded; the first one's parts stand beside the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketUploads {
    pub result: SuccessWord,
    pub file: String,
    #[serde(rename = "fileType")]
    pub file_type: String,
    #[serde(rename = "fileName")]
    pub file_name: String,
    pub files: Vec<TicketUpload>,
}

/// A ticket's status was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusSet {
    pub result: SuccessWord,
    /// The line that says so in the conversation; null where it had that status already.
    pub id: Option<i64>,
}
