//! Several tickets as one: merging, splitting, relating.

pub(in crate::tickets) mod link;
pub(in crate::tickets) mod merging;
pub(in crate::tickets) mod split;
