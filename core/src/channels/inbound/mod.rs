//! What providers and visitors send: the eight doors, the one process behind them, what of a batch
//! becomes what, and inputs that failed.

pub(in crate::channels) mod account_lock;
pub(in crate::channels) mod call_events;
pub(in crate::channels) mod consents;
pub(in crate::channels) mod contents;
pub(in crate::channels) mod intake;
pub(in crate::channels) mod mailbox;
pub(in crate::channels) mod own_side;
pub(in crate::channels) mod poll;
pub(in crate::channels) mod process;
pub(in crate::channels) mod provider_notice;
pub(in crate::channels) mod quarantine;
pub(in crate::channels) mod receive;
pub(in crate::channels) mod replay;
pub(in crate::channels) mod socket;
pub(in crate::channels) mod timers;
pub(in crate::channels) mod visit;
pub(in crate::channels) mod visitor_host;
