//! Realtime: committed events to open sockets, with cursors.
//!
//! The ground knows no room: payloads are opaque, who may see an event stands in its audience, and
//! what a client's frame means is decided by the [`Desk`] that the composition root hands in. Only
//! this folder holds sockets (law L6).
//!
//! * [`Hub`] reads the log when a commit wakes it and offers each event to the client's sockets.
//! * [`socket`] is one connection: it numbers what it has sent, reads the log itself whenever its
//!   place and the hub's differ, and so sends every event once and in order.
//! * Typing and presence pass through the hub only and are never stored.

mod desk;
mod events;
mod frame;
mod hub;
mod seats;
mod socket;
#[cfg(test)]
mod tests;

pub use desk::{Answer, Desk, Peer, SocketError};
pub use events::event_shapes;
pub use frame::{Scope, frame, frame_of};
pub use hub::{Hub, HubOptions};
pub use seats::{SeatLimits, VisitSeat};
pub use socket::{upgrade, upgrade_visitor};
