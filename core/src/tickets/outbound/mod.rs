//! What the desk sends: replies, their files and windows, changes of what was sent, and answers
//! for later.

pub(in crate::tickets) mod carrier;
pub(in crate::tickets) mod drafts;
pub(in crate::tickets) mod edit;
pub(in crate::tickets) mod forward;
pub(in crate::tickets) mod forward_body;
pub(in crate::tickets) mod remove;
pub(in crate::tickets) mod reply;
pub(in crate::tickets) mod resend;
pub(in crate::tickets) mod saved_reply;
pub(in crate::tickets) mod schedule;
pub(in crate::tickets) mod signature;
pub(in crate::tickets) mod start;
pub(in crate::tickets) mod start_address;
pub(in crate::tickets) mod start_offers;
pub(in crate::tickets) mod start_target;
pub(in crate::tickets) mod window;
