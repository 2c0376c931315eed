//! Background work: one queue with classes, fair between clients.
//!
//! A job is enqueued in the transaction that causes it. It may run twice, so every job is
//! idempotent; it carries ids, not rows. Each class has workers of its own, so that live work never
//! waits behind bulk work, and within a class the clients take turns. What waits for servers of a
//! client's choice has a class where one client has only a few workers.

mod busy;
mod model;
pub mod queue;
#[cfg(test)]
mod tests;
mod worker;

pub use model::{Class, Job, JobError, NewJob};
pub use worker::{Handlers, Workers};
