//! The event log: what happened, per client, numbered without gaps.
//!
//! Sockets, sync calls and everything that reacts reads this one log. An event is appended in the
//! transaction that made it true; its number comes from the client's counter row, which is updated
//! as the last thing of the transaction, so the order of numbers is the order of commits.

mod consumer;
mod data;
pub mod log;
mod model;
pub mod offsets;

pub use consumer::{LogConsumer, consume};
pub use data::{EventData, EventShape};
pub use model::{Audience, Event, NewEvent};
