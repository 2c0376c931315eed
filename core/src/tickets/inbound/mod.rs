//! What customers write: new messages and tickets, replacements, reactions, and what a block
//! holds back.

pub(in crate::tickets) mod blocked_messages;
pub(in crate::tickets) mod create;
pub(in crate::tickets) mod imported;
pub(in crate::tickets) mod intake;
pub(in crate::tickets) mod reactions;
pub(in crate::tickets) mod replace;
