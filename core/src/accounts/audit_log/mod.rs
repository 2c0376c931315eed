//! Reading the audit log: admins list it and take it away as a table.

mod csv;
mod read;
mod routes;
#[cfg(test)]
mod tests;

pub(super) use super::audit_log::routes::routes;
