//! What entering a ticket takes and answers.

use crate::{
    http::{IntOrText, SuccessWord},
    tickets::api::TicketView,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A ticket that an agent enters for a customer. For the description only: the fields may come as
/// JSON or as a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described")]
pub(super) struct ManualTicket {
    /// A contact that was picked; without one, the contact is found or made by what follows.
    #[schema(required = false)]
    contact_id: IntOrText,
    #[schema(required = false)]
    name: String,
    #[schema(required = false)]
    email: String,
    #[schema(required = false)]
    phone: String,
    #[schema(required = false)]
    title: String,
    /// In the customer's words.
    message: String,
    #[schema(required = false)]
    language: String,
    #[schema(required = false)]
    department_id: IntOrText,
    /// `H`, `M`, `L` or empty.
    #[schema(required = false)]
    severity: String,
    /// Ids, also as a text with commas.
    #[schema(required = false)]
    labels: Listed,
    /// Usernames, also as a text with commas.
    #[schema(required = false)]
    assignee: Listed,
    /// A key of the caller's own: the same again answers with the first ticket.
    #[schema(required = false)]
    queue_id: String,
}

/// Several values, as JSON or as a text with commas. For the description only.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = ListOrText)]
#[expect(dead_code, reason = "only described")]
pub(super) enum Listed {
    List(Vec<IntOrText>),
    Text(String),
}

/// What a customer fills in on a public form. For the description only, like [`ManualTicket`].
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described")]
pub(super) struct FormTicket {
    name: String,
    #[schema(required = false)]
    email: String,
    #[schema(required = false)]
    phone: String,
    #[schema(required = false)]
    title: String,
    message: String,
    #[schema(required = false)]
    language: String,
    /// The same again answers with the first ticket.
    #[schema(required = false)]
    queue_id: String,
    /// Stays empty: people do not see it.
    #[schema(required = false)]
    website: String,
}

/// A ticket that was entered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EnteredTicket {
    pub result: SuccessWord,
    pub id: i64,
    pub ticket_number: i64,
    /// False for a ticket that was given to others.
    pub visible: bool,
    pub data: Option<TicketView>,
}

/// What a public form shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PublicForm {
    pub result: SuccessWord,
    /// Empty for the page's own words.
    pub title: String,
    pub intro: String,
    /// Of `email`, `phone`, `title` and `file`, those that have to be filled in.
    pub required: Vec<String>,
    /// Characters.
    pub message_max: usize,
    pub files_max: usize,
    pub file_max_bytes: u64,
}

/// What came from a stranger is kept; this is the number to refer to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct TicketReceived {
    pub result: SuccessWord,
    pub ticket_number: i64,
}
