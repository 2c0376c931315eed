//! The SQL of channels.

mod accounts;
mod changes;
mod deliveries;
mod early_receipts;
mod inputs;
mod leases;
mod log;
mod oauth;
mod offers;
mod sockets;
mod timers;
mod usage;

pub use accounts::contact_scope;
pub(super) use accounts::{
    NewChannel, account, all_across_clients, cursor, insert, kv, note_inbound, note_outbound,
    remove, set_cursor, set_kv, set_status, update,
};
pub(super) use changes::{
    LeasedChange, before_waiting_edit, changed_message, due_changes_across_clients,
    interrupted_changes_across_clients, later_change, lease_change, move_change, move_changes,
    queue_change,
};
pub(super) use deliveries::{
    Lease, Leased, Progress, arrival, back_to_queue, being_sent, channels_waiting_across_clients,
    due, finish, has_parts_left, interrupted_across_clients, lease, move_deliveries,
    next_due_across_clients, out_messages_of_ticket, outbound_ticket, queue_delivery, recipient,
    renew_across_clients, set_arrival, set_progress, ticket_of_thread,
};
pub(super) use early_receipts::{
    has_open_sends, insert_early_receipt, prune_early_receipts_across_clients, take_early_receipts,
};
pub(super) use inputs::{
    Input, Inserted, NewInput, due_again_across_clients, input, insert_input, postpone_input,
    prune_inputs_across_clients, quarantined, set_input_state, waiting_inputs,
};
pub use leases::forget_leases_of_other_owners;
pub(super) use leases::{keep_lease, release, take_lease};
pub(super) use log::{
    LogRow, NewLine, faults, insert_log, insert_log_of_call, log_page, log_page_of_plugin,
    prune_log_across_clients,
};
pub(super) use oauth::{
    Begun, begin_sign_in, grant, lock_settings, prune_sign_ins_across_clients, set_grant,
    use_sign_in_across_clients, write_settings,
};
pub(super) use offers::{
    log_of_plugin_across_clients, plugins_used, switch_off, switch_on, switched_off_across_clients,
};
pub(super) use sockets::{set_socket_state, socket_state};
pub(super) use timers::{
    LeasedTimer, cancel_timer, count_timers, due_timers_across_clients, end_timer, lease_timer,
    next_timer_across_clients, postpone_timer, set_timer,
};
pub(super) use usage::{
    StepRow, UsageRow, UsageScope, prune_usage_across_clients, queues_across_clients, set_usage,
    usage_by_step, waiting,
};
