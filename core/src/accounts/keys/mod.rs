//! Keys to the API for programs: whoever may have them makes one, sees it once, and revokes it.
//!
//! A key acts as whoever made it, with no more than its scopes let it do. It opens the calls of
//! the API and nothing else: no socket, no change of anybody's sign-in, and no further keys.

mod manage;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod unlock;

pub(super) use model::is_key;
pub(super) use routes::routes;
