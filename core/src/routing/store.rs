//! The SQL of routing.

pub(super) mod agents;
pub(super) mod decisions;
pub(super) mod items;
pub(super) mod queues;
pub(super) mod skills;
