//! A client's users, as its admins keep them: list, create, change, disable,
//! enable, and links for passwords.
//!
//! Who may do what to whom is decided in `model`, in the transaction of the act and on rows that
//! nobody else is changing: two admins cannot take each other's rights at the same moment.

mod change;
mod create;
mod link;
mod list;
mod model;
mod roles;
mod routes;
mod store;
mod switch;
#[cfg(test)]
mod tests;

pub(super) use roles::store::{beginning as beginning_role, seed as seed_roles};
pub(super) use routes::routes;
pub(super) use store::overwrite_password;
