//! Tickets: conversations with customers, their messages and their state.
//!
//! The room knows no channel's ways, no SLA and no socket (law L5). What comes in is handed to
//! [`intake`]; what goes out is stored by [`reply`] and taken over, in the same transaction, by the
//! [`Carrier`] that the composition root gives. Everything that happened is announced as events.

mod again;
mod announce;
pub mod api;
mod appointment;
mod automation;
mod block;
mod carrier;
mod colleague;
mod contact;
pub mod contents;
mod conversation;
mod convert;
mod department;
mod drafts;
mod edit;
mod enter;
mod family;
mod field;
mod files;
mod forward;
mod grouped;
mod held;
mod history;
mod intake;
mod jobs;
mod label;
mod language;
mod link;
mod list;
mod merge;
mod missed;
mod model;
mod notes;
mod origin;
mod path;
mod pins;
mod places;
mod quoted;
mod reactions;
mod read;
mod remove;
mod replace;
mod reply;
mod routes;
mod sanitise;
mod schedule;
mod seen;
mod severity;
mod signature;
mod snooze;
mod spam;
mod split;
mod status;
mod store;
mod team_reaction;
#[cfg(test)]
mod tests;
mod view;
mod wanted;
mod window;
mod work;

pub use announce::{announce, audience, change_state};
pub use automation::{Admitted, Automation};
pub use block::sender_blocked;
pub use carrier::{Carrier, ChangeKind, Outgoing, OutgoingChange};
pub use contact::{Earlier, hold_contacts};
pub use conversation::{Talk, TalkMessage};
pub use convert::become_ticket;
pub use edit::{Change, ChangeState, settle_change, text_before};
pub use enter::{Entered, Entry, MANUAL, enter};
pub use family::{BatchTargets, hold as hold_tickets, hold_places, newest_message, ticket_showing};
pub use field::field_values;
pub use files::{NewFile, kind_of, signed_url};
pub use history::{Step as HistoryStep, note as note_history};
pub use intake::{Inbound, InboundFile, IntakeOutcome, edit_inbound, intake};
pub use jobs::job_handlers;
pub use label::{labels_of, set_labels};
pub use language::{Translatable, known_language};
pub use model::{
    Filter, Hop, ListKind, SendRules, Status, Viewer, check_reply, may_see, numbers, snippet,
};
pub use reactions::{InboundReaction, react_inbound};
pub use replace::replace_inbound;
pub use reply::Reply;
pub use routes::{FormLimits, read_form, read_form_within, routes};
pub use seen::ExpectedVersion;
pub use signature::Signer;
pub use status::{ProviderNotice, assign, change_status, say, tell};
pub use store::{
    ANY, BODY, CONTACT, LABEL, MESSAGES, NO_REASON, OF_TICKET, POSTS, SENDER, StateChange,
    StoredFile, TAKES_PART, TITLE, TicketRow, external_of, externals_of, files_of_message,
    files_of_messages, first_answer_at, has_call, held_ticket, hold_ticket, html_for_sending,
    index_messages_across_clients, index_tickets_across_clients, message_for_sending,
    message_of_external, name_sender, note_external, references, retry_requested, set_state,
    ticket_for, ticket_id, ticket_row, trace_of_message, visible_ticket,
};
pub use view::{message_view, ticket_view};
pub use wanted::{Sort, TicketFilter, WANTED_MAX};
pub use window::{After, WindowRule};

use crate::{accounts::Accounts, blobs::Blobs, clock::Clock, crypto::Keys, db::Db, ids::Ids};
use std::sync::Arc;

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Tickets(Arc<Room>);

struct Room {
    parts: Parts,
    places: places::PageCursors,
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
    pub upload_max: u64,
}

impl std::ops::Deref for Tickets {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl Tickets {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Room { parts, places: places::PageCursors::default() }))
    }
}
