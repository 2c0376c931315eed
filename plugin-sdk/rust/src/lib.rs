//! The guest side of the Patchbay plugin interface.
//!
//! A plugin is a Rust library (`crate-type = ["cdylib", "rlib"]`) that implements the interfaces
//! it needs and names them once:
//!
//! ```
//! use patchbay_plugin::prelude::*;
//!
//! struct Echo;
//!
//! impl settings::Guest for Echo {
//!     fn check(_acc: Account) -> Result<settings::Validation, Failure> {
//!         Ok(settings::Validation { title: Some("Echo".into()), ..Default::default() })
//!     }
//!
//!     fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
//!         Ok(())
//!     }
//! }
//!
//! patchbay_plugin::export!(Echo: settings);
//! ```
//!
//! Everything also compiles for the machine you work on, where the imports are test doubles
//! ([`testing`]): `cargo test` runs a plugin's logic without any host.

mod batch;
pub mod bindings;
pub mod config;
mod export;
pub mod failure;
pub mod host;
pub mod http;
pub mod media;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

pub use bindings::imports::patchbay::plugin::{effects, outgoing, types};
pub use config::config;

pub use serde;
pub use serde_json;

/// "Check settings" and registering the webhook.
pub mod settings {
    pub use crate::bindings::settings::exports::patchbay::plugin::settings::{Guest, Validation};
}

/// The provider calls us.
pub mod webhook {
    pub use crate::bindings::webhook::exports::patchbay::plugin::webhook::{Guest, Reply, Request};
}

/// We ask the provider.
pub mod poll {
    pub use crate::bindings::poll::exports::patchbay::plugin::poll::{Guest, Outcome};
}

/// Raw mail in, raw mail out.
pub mod mail {
    pub use crate::bindings::mail::exports::patchbay::plugin::mail::{Envelope, Guest, RawMail};
}

/// A visitor did something on our own page.
pub mod visitor {
    pub use crate::bindings::visitor::exports::patchbay::plugin::visitor::{Act, Guest, Session};
}

/// Sending what an agent wrote.
pub mod outbound {
    pub use crate::bindings::outbound::exports::patchbay::plugin::outbound::{Guest, Sent};
}

/// Typing and read signals to the customer's side.
pub mod presence {
    pub use crate::bindings::presence::exports::patchbay::plugin::presence::{Guest, Signal};
}

/// What nearly every plugin uses.
pub mod prelude {
    pub use crate::config::config;
    pub use crate::effects::{
        Actor, Attachment, Batch, Custom, Edit, Event, InboundMessage, KvOp, Receipt, Signal,
        Timer, VisitorFrame,
    };
    pub use crate::failure::NetFailure;
    pub use crate::http::{NetError, Part, Request, Response};
    pub use crate::media::{Blob, BlobMeta};
    pub use crate::outgoing::Message;
    pub use crate::types::{Account, Detail, Failure, Header, Retry};
    pub use crate::{
        debug, error, host, info, mail, media, outbound, poll, presence, settings, visitor, warn,
        webhook,
    };
}
