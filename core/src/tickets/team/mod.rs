//! What the team does among itself at a ticket: notes, pins, reactions, and what a colleague
//! works on.

pub(in crate::tickets) mod agent_activity;
pub(in crate::tickets) mod conversation_notes;
mod follow;
pub(in crate::tickets) mod mentions;
mod news;
pub(in crate::tickets) mod notes;
pub(in crate::tickets) mod pins;
pub(in crate::tickets) mod team_reaction;
