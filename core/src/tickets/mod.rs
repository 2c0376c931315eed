//! Tickets: conversations with customers, their messages and their state.
//!
//! The room knows no channel's ways, no SLA and no socket (law L5). What comes in is handed to
//! [`intake`]; what goes out is stored by [`reply`] and taken over, in the same transaction, by the
//! [`Carrier`] that the composition root gives. Everything that happened is announced as events.

pub mod api;
mod automation;
mod inbound;
mod lifecycle;
mod list;
mod merge;
mod model;
mod outbound;
mod reading;
mod record;
mod routes;
mod store;
mod team;
#[cfg(test)]
mod tests;

pub use api::{DueMetric, DueState, TicketDue};
pub use automation::{Admitted, Automation};
pub use inbound::create::{Entered, Entry, MANUAL, enter};
pub use inbound::imported::{Imported, import};
pub use inbound::intake::{Inbound, InboundFile, IntakeOutcome, edit_inbound, intake};
pub use inbound::reactions::{InboundReaction, react_inbound};
pub use inbound::replace::replace_inbound;
pub use lifecycle::block::sender_blocked;
pub use lifecycle::convert::become_ticket;
pub use lifecycle::due::set_due;
pub use lifecycle::field::field_values;
pub use lifecycle::insight::{NewInsight, Subject};
pub use lifecycle::jobs::job_handlers;
pub use lifecycle::label::{labels_of, set_labels};
pub use lifecycle::language::{Translatable, known_language};
pub use lifecycle::status::{ProviderNotice, assign, change_status, say, tell};
pub use list::filter::{Sort, TicketFilter, WANTED_MAX};
pub use list::filter_query::FilterQuery;
pub use model::{
    Filter, Hop, ListKind, SendRules, Status, Viewer, check_reply, may_see, numbers, snippet, utc,
};
pub use outbound::carrier::{Carrier, ChangeKind, Outgoing, OutgoingChange, StartBy, Startable};
pub use outbound::edit::{Change, ChangeState, settle_change, text_before};
pub use outbound::reply::Reply;
pub use outbound::saved_reply::SavedReplies;
pub use outbound::signature::Signer;
pub use outbound::window::{After, WindowRule};
pub use reading::conversation::{Talk, TalkMessage};
pub use record::announce::{announce, audience, change_state};
pub use record::contact::{Earlier, hold_contacts};
pub use record::contents;
pub use record::expected_version::ExpectedVersion;
pub use record::files::{NewFile, kind_of, signed_url};
pub use record::history::{Step as HistoryStep, note as note_history};
pub use record::insights::{EMOTION, KINDS as INSIGHT_KINDS, RECOMMENDATION};
pub use record::merge_group::{
    BatchTargets, hold as hold_tickets, hold_places, newest_message, ticket_showing,
};
pub use record::view::{message_view, ticket_view};
pub use routes::{FormLimits, read_form, read_form_within, routes};
pub use store::{
    ANY, BODY, CONTACT, ExportedTicket, LABEL, MESSAGES, NO_REASON, OF_TICKET, POSTS,
    Participation, SENDER, StateChange, StoredFile, TAKES_PART, TITLE, TicketRow, external_of,
    externals_of, field_values_between, files_of_message, files_of_messages, first_answer_at,
    has_call, has_number, held_ticket, hold_ticket, html_for_sending,
    index_messages_across_clients, index_tickets_across_clients, message_for_sending,
    message_of_external, name_sender, note_external, open_by_user, opened_since, references,
    retry_requested, set_state, taken_after, ticket_for, ticket_id, ticket_row, tickets_after,
    trace_of_message, visible_ticket,
};
pub use team::{conversation_notes::ConversationNote, mentions::MentionedParties};

use crate::{accounts::Accounts, blobs::Blobs, clock::Clock, crypto::Keys, db::Db, ids::Ids};
use std::sync::Arc;

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Tickets(Arc<Room>);

struct Room {
    parts: Parts,
    places: list::page_cursors::PageCursors,
}

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    pub blobs: Blobs,
    pub accounts: Accounts,
    pub carrier: Arc<dyn Carrier>,
    pub signer: Arc<dyn Signer>,
    pub saved_replies: Arc<dyn SavedReplies>,
    pub upload_max: u64,
}

impl std::ops::Deref for Tickets {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl Tickets {
    /// Whether the ids in an identity's scope are telephone numbers, as those of some channels are.
    #[must_use]
    pub fn has_numbers(&self, client_id: i64, scope: &str) -> bool {
        let channel = scope.strip_prefix("channel:").and_then(|id| id.parse().ok());
        channel.is_some_and(|id| self.carrier.identity_kind(client_id, id) == "phone")
    }

    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Room { parts, places: list::page_cursors::PageCursors::default() }))
    }
}
