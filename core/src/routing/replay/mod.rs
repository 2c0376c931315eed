//! Replay of routing's decisions, and what if: the journal of what each decision was made from, the same decisions made
//! once more, and the last days simulated under other rules before anything is switched on.
//!
//! [`recorder`] writes a line of the [`journal`] in the transaction of each decision. A replay reads the lines back
//! ([`reading`]): [`repeat`] decides once more from each, [`history`] finds out what happened, and [`what_if`] lets it happen
//! again under other rules. [`figures`] are the same for both, so that they can be compared.

mod check;
mod figures;
mod history;
mod journal;
pub mod model;
mod reading;
mod recorder;
mod repeat;
mod running;
mod store;
#[cfg(test)]
mod tests;
mod what_if;

pub(in crate::routing) use journal::StepRecord;
pub use model::{ReplayDraft, ReplayOutcome, ReplayResult};
pub use reading::Replay;
pub use recorder::Journals;
pub(in crate::routing) use running::{RUN, job};
pub(in crate::routing) use store::insert_hold;
