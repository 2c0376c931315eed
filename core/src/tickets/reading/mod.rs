//! Reading: one conversation, what is read, and what was missed.

pub(in crate::tickets) mod catch_up;
pub(in crate::tickets) mod conversation;
pub(in crate::tickets) mod read;
