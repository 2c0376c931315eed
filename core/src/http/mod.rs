//! The HTTP ground: what every route shares.
//!
//! * [`Problem`] is the one shape of an error.
//! * [`Input`] reads a request's body, JSON or form.
//! * [`Credentials`] are the tokens a request carries, wherever it carries them.
//! * [`assemble`] puts the API, the other routes and the web files together.

mod address;
mod answers;
mod api_host;
mod api_page;
mod assets;
mod asyncapi;
mod connection_limit;
mod credentials;
pub mod csv;
mod health;
mod input;
mod observe;
pub mod openapi;
mod origin;
mod problem;
mod required_fields;
mod router;
mod serve;
mod shield;
#[cfg(test)]
mod tests;

pub use address::ClientAddr;
pub use answers::{AnyJson, FileBytes, IntOrText, Success, SuccessWith, SuccessWord};
pub(crate) use api_host::is_good_entry as is_api_host;
pub use asyncapi::SocketShapes;
pub use connection_limit::ConnectionLimit;
pub use credentials::{AUTH_COOKIE, Credential, Credentials, Source, cookie};
pub use health::Readiness;
pub use input::{Input, Query};
pub use origin::same_origin;
pub use problem::{Code, Problem, ProblemBody, ProblemError};
pub use router::{Front, assemble};
pub use serve::{Patience, serve};
