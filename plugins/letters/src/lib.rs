//! What the mail channels share: raw RFC 5322 messages read as customers' messages, and agents'
//! messages written as mail.
//!
//! The modules are pure, except `seam`, which moves bytes between them and the host's store.

mod automatic;
mod bounce;
pub mod compose;
mod html;
mod inline;
pub mod mime;
pub mod parts;
mod quote;
pub mod receive;
mod seam;
pub mod thread;
pub mod verdict;
mod wire;

pub use seam::{draft, failure, message, receipts, stored, whole};
pub use wire::base64;
