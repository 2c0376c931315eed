//! Contacts: the people outside, and how each channel knows them.

mod resolve;
mod store;

pub use resolve::{Contact, Known, Person, resolve};
pub use store::{identities, name};
