//! What becomes of a ticket: status, snooze, spam, blocks, severity, labels, departments,
//! fields, and the automation that does the same.

pub(in crate::tickets) mod appointment;
pub(in crate::tickets) mod block;
pub(in crate::tickets) mod convert;
pub(in crate::tickets) mod department;
pub(in crate::tickets) mod due;
pub(in crate::tickets) mod field;
pub(in crate::tickets) mod insight;
pub(in crate::tickets) mod jobs;
pub(in crate::tickets) mod label;
pub(in crate::tickets) mod language;
pub(in crate::tickets) mod severity;
pub(in crate::tickets) mod snooze;
pub(in crate::tickets) mod spam;
pub(in crate::tickets) mod status;
pub(in crate::tickets) mod work;
