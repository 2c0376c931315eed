//! The SQL of tickets.

/// The columns of a [`TicketRow`], with `t` the ticket, `c` its contact and `r` the viewer's reading.
macro_rules! select_tickets {
    ($rest:literal) => {
        concat!(
            "select t.id, t.client_id, t.number, t.channel, t.channel_id, t.kind,
                    coalesce(t.sends_in, t.thread) as thread, t.contact_id, t.title, t.status, t.severity, t.assignee, t.assignee_ids, t.department_id, t.labels,
                    t.language, t.source_lang, t.snippet, t.message_count, t.last_in_id, t.responded, t.has_attachment,
                    t.session_id, t.merged_into, t.why, t.origin, t.due, t.emotions, t.appointment_at, t.created_at, t.updated_at,
                    coalesce(c.name, '') as contact_name, coalesce(c.email, '') as contact_email,
                    coalesce(c.phone, '') as contact_phone, coalesce(r.read_to, 0) as read_to
               from tickets t
               left join contacts c on c.id = t.contact_id
               left join ticket_reads r on r.ticket_id = t.id and ",
            $rest
        )
    };
}

mod blocks;
mod calls;
mod candidates;
mod changes;
mod contact;
mod department;
mod drafts;
mod driven_list;
mod due_list;
mod exported;
mod fields;
mod files;
mod followers;
mod history;
mod insights;
mod labels;
mod language;
mod links;
mod list_index;
mod list_scan;
mod lists;
mod locks;
mod merges;
mod messages;
mod notes;
mod opened;
mod sections;
mod sending;
mod splits;
mod starting;
mod taken;
mod tickets;
mod words;

pub(super) use super::store::driven_list::{Driver, few, few_by};
pub(super) use super::store::due_list::{count_due, due, set_due, undue};
pub(super) use super::store::list_index::{IndexScan, along, count_along, count_in_lines};
pub(super) use super::store::list_scan::{
    FilterParams, count_departments, count_labels, count_plain, count_walked, newest, oldest,
};
pub use super::store::locks::{held_ticket, hold_ticket};
pub(super) use super::store::locks::{hold_contact, hold_ticket_of};
pub(super) use blocks::{
    BlockRow, HeldRow, NewBlock, block, block_by_id, blocked, blocked_of_contact, blocks,
    change_held, drop_held, forget_block, held_before, held_one, held_since_across_clients, hold,
    lock_block, next_held, unblock,
};
pub use calls::has_call;
pub(super) use candidates::{
    candidate_by_external, candidate_by_number, candidate_by_thread, open_in_thread,
};
pub(super) use changes::{
    Locked, last_inbound_at, lock_message, put_back, set_edit, set_reactions, take_back, write_text,
};
pub(super) use contact::{identity_of, of_contact, set_contact, set_origin};
pub(super) use department::set_department;
pub(super) use drafts::{
    ScheduledRow, author_now, draft, insert_scheduled, keep_draft, scheduled, scheduled_failed,
    scheduled_one, take_scheduled,
};
pub use exported::{ExportedTicket, field_values_between, has_number, tickets_after};
pub(super) use fields::{field_rows, set_field};
pub use files::{StoredFile, files_of_message, files_of_messages};
pub(super) use files::{attach, file, insert_file, own_uploads, set_aside_files};
pub(super) use followers::{follow, followers, following, has_followers, is_following, unfollow};
pub(super) use history::{
    history, insert_history, others_of_contact, set_appointment, set_severity, set_snoozed,
    snoozed_until,
};
pub(super) use insights::{set_emotions, set_insights};
pub(super) use labels::set_labels;
pub(super) use language::{keep_translations, set_language, set_source_language, translatable};
pub(super) use links::{insert_link, linked, remove_link};
pub(super) use lists::{tickets_of, unread_total, updated_since, users_named};
pub(super) use merges::{
    FAMILY_MAX, MergeRow, Standing, family, has_files, insert_merge, last_merge, newest_of,
    newest_said, path, said_count, set_merged, set_standing, shown_in, sources, standing,
    undo_merge,
};
pub(super) use messages::{
    MessageRow, NewMessage, body_of, edit_body, html_of, insert_message, message, message_by_queue,
    reply_target,
};
pub use messages::{
    NO_REASON, StateChange, message_of_external, name_sender, note_external, retry_requested,
    set_state, trace_of_message,
};
pub(super) use notes::{
    answered_after, note_mention, pinned, set_notes, set_pinned, written_after,
};
pub use opened::opened_since;
pub(super) use sections::{count_messages, messages_before, newest_ids};
pub use sending::{external_of, externals_of, html_for_sending, message_for_sending, references};
pub use splits::first_answer_at;
pub(super) use splits::{
    counted, first_said, going, is_parted, move_messages, part, set_replied_at, set_sends_in,
    set_split_from, split_from,
};
pub(super) use starting::last_thread;
pub use taken::{Participation, open_by_user, taken_after};
pub(super) use tickets::{
    NewTicket, Touch, before_spam, insert_ticket, keep_aside, mark_read, participants, readers,
    remove_ticket, set_kind, set_participants, set_status, touch,
};
pub use tickets::{TicketRow, ticket_for, ticket_id, ticket_row, visible_ticket};
pub use words::{
    ANY, BODY, CONTACT, LABEL, MESSAGES, OF_TICKET, POSTS, SENDER, TAKES_PART, TITLE,
    index_messages_across_clients, index_tickets_across_clients,
};
