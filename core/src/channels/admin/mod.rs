//! What admins do with accounts: connect, check, change, look and remove; and what is kept how long.

pub(in crate::channels) mod audit_lines;
pub(in crate::channels) mod checked;
pub(in crate::channels) mod connect;
pub(in crate::channels) mod diagnostics;
pub(in crate::channels) mod export;
pub(in crate::channels) mod retention;
