//! What leaves: deliveries, changes of sent messages, call control, typing, and the receipts that
//! tell what became of it.

pub(in crate::channels) mod call_control;
pub(in crate::channels) mod carrier;
pub(in crate::channels) mod change;
pub(in crate::channels) mod deliver;
pub(in crate::channels) mod directory;
pub(in crate::channels) mod outcome;
pub(in crate::channels) mod receipts;
pub(in crate::channels) mod typing;
