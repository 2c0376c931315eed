//! A client's roles: what users may do, under a name. Six are there from the beginning, and admins change
//! them or make others.
//!
//! A role's type, rank and permissions are written into the rows of its users in the transaction that
//! changes it, so that a request reads one row and nobody acts with half of a role.

mod list;
pub(super) mod model;
mod remove;
mod routes;
mod save;
pub(super) mod store;
#[cfg(test)]
mod tests;

pub(super) use routes::routes;
