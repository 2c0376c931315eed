//! The HTTP ground: what every route shares.
//!
//! * [`Problem`] is the one shape of an error.
//! * [`Input`] reads a request's body, JSON or form.
//! * [`Credentials`] are the tokens a request carries, wherever it carries them.
//! * [`assemble`] puts the API, the other routes and the web files together.

mod access_log;
mod answers;
mod api_host;
mod api_page;
mod assets;
mod asyncapi;
mod client_ip;
mod connection_limit;
mod credentials;
mod csrf;
pub mod csv;
mod entity_tag;
mod extract;
mod field_errors;
mod health;
pub mod openapi;
mod problem;
mod rate_limit;
mod required_fields;
mod router;
mod routes;
mod security_headers;
mod serve;
pub mod tables;
#[cfg(test)]
mod tests;
mod workbook;

pub use self::client_ip::ClientAddr;
pub use self::csrf::same_origin;
pub use self::extract::{Input, Query, nullable};
pub use answers::{AnyJson, FileBytes, IntOrText, Success, SuccessWith, SuccessWord};
pub(crate) use api_host::is_good_entry as is_api_host;
pub use assets::{visitor_frame, web_file_text, workspace_page};
pub use asyncapi::SocketShapes;
pub use connection_limit::ConnectionLimit;
pub use credentials::{AUTH_COOKIE, Credential, Credentials, Source, cookie};
pub use entity_tag::{changed_text, json_if_changed};
pub use field_errors::{FieldErrors, names_each_once};
pub use health::Readiness;
pub use problem::{Code, Problem, ProblemBody, ProblemError};
pub use rate_limit::RateLimits;
pub use router::{Front, assemble};
pub use routes::erased;
pub(crate) use routes::routes;
pub use serve::{Patience, serve};
