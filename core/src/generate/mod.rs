//! Demo data by the million, to see how a desk behaves when it has grown.
//!
//! What is made is plainly demo: people, labels and departments carry the word in their names, mail
//! addresses end in `example.invalid`. The skew is that of a busy desk: few labels and departments are
//! on most tickets, a few threads are thousands of messages long, most tickets are closed.
//!
//! No events are written: a browser that is open meanwhile loads its lists anew.

mod model;
mod store;
mod write;

pub use write::{AGENTS, Amount, Stage, agent_name, generate, has_tickets};
