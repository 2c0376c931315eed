//! The tools: what each is called, takes and gives.

mod directory;
mod draft_reply;
mod queue_figures;
mod read_contact;
mod read_ticket;
mod schema;
mod search_knowledge;
mod search_tickets;

pub(super) use directory::NoArguments;

use super::untrusted::Marked;
use rmcp::{
    model::{JsonObject, Tool as Definition, ToolAnnotations},
    schemars::JsonSchema,
};
use std::{
    any::Any,
    sync::{Arc, LazyLock},
};

/// All tools as the protocol lists them: made once, since each call of one looks it up.
static DEFINITIONS: LazyLock<Vec<Definition>> =
    LazyLock::new(|| Tool::ALL.iter().map(|tool| tool.define()).collect());

/// A tool of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    SearchTickets,
    ReadTicket,
    SearchKnowledge,
    ReadContact,
    ListLabels,
    ListDepartments,
    ListAgents,
    QueueFigures,
    DraftReply,
}

impl Tool {
    /// All of them, in the order in which they are listed.
    pub const ALL: &[Self] = &[
        Self::SearchTickets,
        Self::ReadTicket,
        Self::SearchKnowledge,
        Self::ReadContact,
        Self::ListLabels,
        Self::ListDepartments,
        Self::ListAgents,
        Self::QueueFigures,
        Self::DraftReply,
    ];

    /// The tool of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tool| tool.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::SearchTickets => "search_tickets",
            Self::ReadTicket => "read_ticket",
            Self::SearchKnowledge => "search_knowledge",
            Self::ReadContact => "read_contact",
            Self::ListLabels => "list_labels",
            Self::ListDepartments => "list_departments",
            Self::ListAgents => "list_agents",
            Self::QueueFigures => "queue_figures",
            Self::DraftReply => "draft_reply",
        }
    }

    /// What a call of it is about, for the audit log.
    pub fn subject_kind(self) -> &'static str {
        match self {
            Self::ReadTicket | Self::DraftReply => "ticket",
            Self::ReadContact => "contact",
            _ => "mcp",
        }
    }

    /// All of them as the protocol lists them.
    pub fn definitions() -> &'static [Definition] {
        &DEFINITIONS
    }

    fn define(self) -> Definition {
        let (title, text) = self.texts();
        let (input, output) = self.schemas();
        // A draft may take the place of one; nothing else of the desk is touched.
        let annotations = match self {
            Self::DraftReply => ToolAnnotations::with_title(title)
                .read_only(false)
                .destructive(true)
                .idempotent(false)
                .open_world(false),
            _ => ToolAnnotations::with_title(title).read_only(true).open_world(false),
        };
        Definition::new(self.name(), text, input)
            .with_title(title)
            .with_raw_output_schema(output)
            .with_annotations(annotations)
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::SearchTickets => (
                "Search tickets",
                "Finds tickets and live chats that the user may see, by words, number, status, label, \
                 department and assignee. Without words it lists them, the newest change first.",
            ),
            Self::ReadTicket => (
                "Read a ticket",
                "A ticket's facts and its newest messages, the oldest of them first; internal notes of the \
                 team are marked `internal`. It does not mark the ticket as read.",
            ),
            Self::SearchKnowledge => (
                "Search the knowledge base",
                "Passages of published articles that may answer a question, the best first, each with the \
                 id and the address of its source.",
            ),
            Self::ReadContact => (
                "Read a contact",
                "What is known of a customer, and how channels know them. Addresses and numbers may be \
                 hidden, and contacts may be hidden from the user.",
            ),
            Self::ListLabels => {
                ("List labels", "The labels that tickets can have, with their ids.")
            }
            Self::ListDepartments => {
                ("List departments", "The departments that tickets can belong to, with their ids.")
            }
            Self::ListAgents => {
                ("List agents", "The users of the desk who can sign in, with their usernames.")
            }
            Self::QueueFigures => (
                "Queue figures",
                "How the desk stands: open, unassigned and overdue tickets and each queue at this moment, \
                 and how many tickets came in and were resolved in a range of days. For users who may see \
                 reports.",
            ),
            Self::DraftReply => (
                "Draft a reply",
                "Keeps a draft of a reply to a ticket in the user's own composer, where they read, change \
                 and send it. Nothing is sent. Where the user has a draft already, its version has to be \
                 named to replace it. Needs an API key that may write.",
            ),
        }
    }

    fn schemas(self) -> (Arc<JsonObject>, Arc<JsonObject>) {
        match self {
            Self::SearchTickets => {
                both::<search_tickets::TicketSearch, Marked<search_tickets::TicketHits>>()
            }
            Self::ReadTicket => {
                both::<read_ticket::TicketQuery, Marked<read_ticket::TicketReading>>()
            }
            Self::SearchKnowledge => {
                both::<search_knowledge::KnowledgeQuery, Marked<search_knowledge::KnowledgePassages>>(
                )
            }
            Self::ReadContact => {
                both::<read_contact::ContactQuery, Marked<read_contact::ContactReading>>()
            }
            Self::ListLabels => both::<NoArguments, directory::Labels>(),
            Self::ListDepartments => both::<NoArguments, directory::Departments>(),
            Self::ListAgents => both::<NoArguments, directory::Agents>(),
            Self::QueueFigures => both::<queue_figures::FiguresQuery, queue_figures::Figures>(),
            Self::DraftReply => both::<draft_reply::ReplyDraft, draft_reply::DraftReceipt>(),
        }
    }
}

fn both<Input: JsonSchema + Any, Output: JsonSchema + Any>() -> (Arc<JsonObject>, Arc<JsonObject>) {
    (schema::input::<Input>(), schema::output::<Output>())
}
