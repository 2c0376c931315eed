//! Several tickets as one: merging, splitting, relating.

pub(in crate::tickets) mod link;
pub(in crate::tickets) mod merge;
pub(in crate::tickets) mod split;
