//! The SQL of channels.

mod accounts;
mod deliveries;
mod inputs;
mod leases;
mod log;
mod offers;
mod usage;

pub use accounts::contact_scope;
pub(super) use accounts::{
    NewChannel, all_across_clients, cursor, insert, kv, note_inbound, note_outbound, remove,
    set_cursor, set_kv, set_status, update,
};
pub(super) use deliveries::{
    Lease, Leased, arrival, back_to_queue, channels_waiting_across_clients, due, finish,
    interrupted_across_clients, lease, next_due_across_clients, out_messages_of_ticket,
    outbound_ticket, queue_delivery, recipient, renew_across_clients, set_arrival,
    ticket_of_thread,
};
pub(super) use inputs::{
    Input, NewInput, due_again_across_clients, input, insert_input, prune_inputs_across_clients,
    quarantined, set_input_state,
};
pub use leases::forget_leases_of_other_owners;
pub(super) use leases::{release, take_lease};
pub(super) use log::{
    LogRow, NewLine, faults, insert_log, log_page, log_page_of_plugin, prune_log_across_clients,
};
pub(super) use offers::{
    log_of_plugin_across_clients, plugins_used, switch_off, switch_on, switched_off_across_clients,
};
pub(super) use usage::{
    BucketRow, CallRow, UsageRow, Whose, prune_usage_across_clients, queues_across_clients,
    set_usage, usage_by_call, usage_by_time, waiting,
};
