//! A connected account: in memory, as plugins are told of it, as the API shows it, and whether it
//! is well.

pub(in crate::channels) mod ai_helper;
pub(in crate::channels) mod call_context;
pub(in crate::channels) mod health;
pub(in crate::channels) mod page;
pub(in crate::channels) mod plugin;
pub(in crate::channels) mod registry;
pub(in crate::channels) mod supervise;
pub(in crate::channels) mod view;
