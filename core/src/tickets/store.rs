//! The SQL of tickets.

mod files;
mod lists;
mod messages;
mod tickets;

pub use files::{StoredFile, files_of_message, files_of_messages};
pub(super) use files::{attach, file, insert_file, own_uploads};
pub(super) use lists::{count, page, unread_totals, updated_since};
pub(super) use messages::{
    MessageRow, NewMessage, body_of, count_messages, edit_body, html_of, insert_message, message,
    message_by_queue, messages_before, reply_target,
};
pub use messages::{
    StateChange, external_of, html_for_sending, message_for_sending, message_of_external,
    note_external, references, retry_requested, set_state, trace_of_message,
};
pub(super) use tickets::{
    NewTicket, Touch, candidate_by_external, candidate_by_number, candidate_by_thread,
    insert_ticket, mark_read, next_number, participants, readers, remove_ticket, set_participants,
    set_status, touch,
};
pub use tickets::{TicketRow, ticket_row, visible_ticket};
