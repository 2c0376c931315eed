//! A ticket.

use super::{MessageView, TicketDue};
use crate::{
    contacts::ContactCard,
    tickets::{model::SendRules, outbound::window::Window, record::origin::Origin},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, SchemaType, Type},
    },
};

/// The code of a ticket's status: 0 open, 1 pending, 2 resolved, 3 closed, 5 spam. 4 is what lists call
/// all of them.
pub struct TicketStatus;

impl ToSchema for TicketStatus {}

impl PartialSchema for TicketStatus {
    fn schema() -> RefOr<Schema> {
        let codes = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .enum_values(Some([0, 1, 2, 3, 5]))
            .description(Some("0 open, 1 pending, 2 resolved, 3 closed, 5 spam."));
        RefOr::T(Schema::Object(codes.build()))
    }
}

/// High, medium, low, or none. For the description only: rows keep the letter.
pub struct TicketSeverity;

impl PartialSchema for TicketSeverity {
    fn schema() -> RefOr<Schema> {
        let word = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some("High, medium, low, or empty for none."))
            .enum_values(Some(["H", "M", "L", ""]));
        RefOr::T(Schema::Object(word.build()))
    }
}

impl ToSchema for TicketSeverity {}

/// What stands beside a ticket's own fields, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Appointment {
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    #[serde(rename = "Preferred Appointment Date", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub at: Option<String>,
}

/// A ticket as the API and the events carry it. `read` and `unread` are those of the viewer; in events,
/// which go to many, a ticket counts as unread and the client works out its own.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Ticket)]
pub struct TicketView {
    pub id: i64,
    pub ticket_number: i64,
    pub title: String,
    /// The channel's value, such as `TELEGRAM`.
    pub channel: String,
    /// The connected account; null where it is gone.
    pub channel_id: Option<i64>,
    pub channel_name: String,
    #[schema(value_type = TicketStatus)]
    pub closed: i64,
    #[schema(value_type = TicketSeverity)]
    pub severity: String,
    /// Usernames, with commas between them.
    pub assignee: String,
    /// When it changed last; seconds.
    pub ts: i64,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub created_at: String,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub updated_at: String,
    pub read: bool,
    /// Usernames of those who have read it; filled where one ticket is asked for.
    pub reader: Vec<String>,
    pub department_id: Option<i64>,
    /// The ids, as a JSON list in a text: `[3,1]`.
    pub label: String,
    /// What the team reads it in; empty where nobody said.
    pub language: String,
    /// What the customer writes in; `und` where nobody can tell.
    pub source_lang: String,
    pub phone: String,
    pub email: String,
    /// The customer's.
    pub name: String,
    /// The same as `contact_id`.
    #[serde(rename = "userId")]
    pub user_id: Option<i64>,
    pub contact_id: Option<i64>,
    /// Whether somebody has answered.
    #[serde(rename = "hasResponded")]
    pub has_responded: bool,
    /// The same.
    pub responded: bool,
    #[serde(rename = "newMessage")]
    pub new_message: bool,
    /// 1 where it has something unread.
    pub unread: i64,
    /// Whether a message has a file.
    pub attachment: bool,
    /// The visit of a live chat.
    pub session_id: Option<i64>,
    pub session_name: String,
    pub livechat: bool,
    pub snippet: String,
    pub message_count: i64,
    /// Why it was opened or continued, as somebody would say it.
    pub why: String,
    pub other: Appointment,
    /// What is due soonest; null for nothing.
    pub due: Option<TicketDue>,
    #[serde(flatten)]
    pub origin: Origin,
    #[serde(flatten)]
    pub emotions: CustomerEmotions,
    #[serde(flatten)]
    pub unfilled: UnfilledTicket,
}

/// What helpers told of the customer's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomerEmotions {
    /// Of the newest one, in percent by name.
    pub emotion: BTreeMap<String, i64>,
    /// How many have which as their strongest.
    pub emotion_2: BTreeMap<String, i64>,
}

/// Fields that integrations expect and that nothing fills.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct UnfilledTicket {
    pub campaign_id: Option<i64>,
    pub default_chat: i64,
    pub encryption: i64,
    pub encryption_method: String,
    pub group_id: Option<i64>,
    pub case_type: String,
    pub typing: Vec<String>,
}

/// A live chat in a list: the group of its visit.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LivechatGroup {
    pub session_id: i64,
    pub session_name: String,
    pub collapsed: bool,
    /// Seconds.
    pub ts: i64,
    /// How many visits there are.
    pub sessions: i64,
    pub livechats: Vec<TicketView>,
}

/// A row of a list: a ticket, or the group of a live chat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TicketListRow {
    Ticket(Box<TicketView>),
    Livechat(Box<LivechatGroup>),
}

/// An agent who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Participant {
    pub id: i64,
    pub username: String,
    pub name: String,
    /// Where the photo is; empty for none.
    pub photo: String,
}

/// A ticket that another one is related to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkedTicket {
    pub id: i64,
    pub ticket_number: i64,
    pub title: String,
    pub channel: String,
    #[schema(value_type = TicketStatus)]
    pub closed: i64,
    /// The customer's.
    pub name: String,
}

/// A ticket that was merged into the one that is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MergedTicket {
    pub id: i64,
    pub ticket_number: i64,
    pub title: String,
    pub channel: String,
    pub channel_name: String,
    /// The customer's.
    pub name: String,
    pub email: String,
    /// What may be sent in its own conversation; null where its account is gone.
    pub send: Option<SendRules>,
    pub window: Option<Window>,
    /// Who merged it.
    pub by: Option<String>,
    /// Milliseconds.
    pub at_ms: Option<i64>,
    pub why: Option<String>,
}

/// The ticket that this one was merged into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MergedInto {
    pub id: Option<i64>,
    pub ticket_number: Option<i64>,
    /// Null where the viewer may not see it.
    pub title: Option<String>,
    pub by: Option<String>,
    /// Milliseconds.
    pub at_ms: Option<i64>,
    pub why: Option<String>,
}

/// An answer that waits for its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScheduledReply {
    pub id: i64,
    pub ticket_id: i64,
    /// The agent's username.
    pub sender: Option<String>,
    pub sender_name: Option<String>,
    pub message: String,
    /// How many files it has.
    pub files: usize,
    pub queue_id: String,
    /// Milliseconds.
    pub send_at: i64,
    /// Why it could not be sent.
    pub error: Option<String>,
}

/// Under which name an account knows a contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContactIdentity {
    /// The account's name; empty where the same id means the same person on each.
    pub account: String,
    /// What kind of id it is.
    pub kind: &'static str,
    pub external_id: String,
    /// What the provider shows for it.
    pub display: String,
}

/// The contact of a ticket, with the names by which accounts know it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TicketContact {
    #[serde(flatten)]
    pub card: ContactCard,
    pub identities: Vec<ContactIdentity>,
}

/// One ticket with all that its page shows beside the messages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TicketDetails {
    #[serde(flatten)]
    pub ticket: TicketView,
    pub contact: Option<TicketContact>,
    pub links: Vec<LinkedTicket>,
    pub merged: Vec<MergedTicket>,
    pub merged_into: Option<MergedInto>,
    /// Whether the sender's messages are held back.
    pub blocked: bool,
    /// Milliseconds.
    pub snoozed_until: Option<i64>,
    /// Whether the caller follows the ticket.
    pub following: bool,
    pub scheduled: Vec<ScheduledReply>,
    /// The one that was pinned last comes first.
    pub pinned: Vec<MessageView>,
    pub participants: Vec<Participant>,
    /// Whether the customer hears of what is written.
    pub told: bool,
    pub send: SendRules,
    pub window: Option<Window>,
}
