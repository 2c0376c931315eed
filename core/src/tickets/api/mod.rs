//! Tickets and messages as the API and the events carry them: one shape for both.

mod answers;
mod events;
mod message;
mod requests;
mod ticket;

pub use answers::*;
pub use events::*;
pub use message::*;
pub use requests::*;
pub use ticket::*;
