//! Tickets and messages as the API and the events carry them: one shape for both.

mod answers;
mod due;
mod events;
mod message;
mod requests;
mod ticket;

pub use answers::*;
pub use due::*;
pub use events::*;
pub use message::*;
pub use requests::*;
pub use ticket::*;
