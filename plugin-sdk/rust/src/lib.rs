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
mod files;
pub mod host;
pub mod http;
pub mod media;
mod parts;
pub mod split;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;
pub mod text;
mod told;

pub use bindings::imports::patchbay::plugin::{effects, outgoing, talk, types};
pub use config::config;
pub use files::FileUrl;
pub use told::{Consent, ReceiptReason};

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

/// Sending what an agent wrote, part by part, where one message takes several requests.
pub mod outbound_parts {
    pub use crate::bindings::outbound_parts::exports::patchbay::plugin::outbound_parts::{
        Guest, Position, SentPart,
    };
}

/// Typing and read signals to the customer's side.
pub mod presence {
    pub use crate::bindings::presence::exports::patchbay::plugin::presence::{Guest, Signal};
}

/// A connection that the provider pushes events through.
pub mod socket {
    pub use crate::bindings::socket::exports::patchbay::plugin::socket::{
        Frame, Guest, Input, Plan, Step,
    };
}

/// Changing what was already sent.
pub mod outbound_edits {
    pub use crate::bindings::outbound_edits::exports::patchbay::plugin::outbound_edits::{
        Guest, Target,
    };
}

/// Who is behind an id.
pub mod directory {
    pub use crate::bindings::directory::exports::patchbay::plugin::directory::{Guest, Profile};
}

/// Telephony.
pub mod calls {
    pub use crate::bindings::calls::exports::patchbay::plugin::calls::{Command, Guest, Softphone};
}

/// A time that a batch asked for has come.
pub mod timers {
    pub use crate::bindings::timers::exports::patchbay::plugin::timers::Guest;
}

/// After a sign-in at the provider.
pub mod oauth {
    pub use crate::bindings::oauth::exports::patchbay::plugin::oauth::{Grant, Guest};
}

/// AI: answers an agent might give.
pub mod suggest {
    pub use crate::bindings::suggest::exports::patchbay::plugin::suggest::{Guest, Suggestion};
}

/// AI: another language.
pub mod translate {
    pub use crate::bindings::translate::exports::patchbay::plugin::translate::{
        Guest, Translation,
    };
}

/// AI: what a conversation is about.
pub mod analyse_text {
    pub use crate::bindings::analyse_text::exports::patchbay::plugin::analyse_text::{
        Analysis, Guest,
    };
}

/// AI: speech to text.
pub mod transcribe {
    pub use crate::bindings::transcribe::exports::patchbay::plugin::transcribe::{
        Guest, Segment, Transcript,
    };
}

/// AI: how something was said.
pub mod analyse_voice {
    pub use crate::bindings::analyse_voice::exports::patchbay::plugin::analyse_voice::{
        Guest, Voice,
    };
}

/// AI: an answer that shows where it comes from.
pub mod answer {
    pub use crate::bindings::answer::exports::patchbay::plugin::answer::{
        Citation, Guest, Passage, Recommendation, Sentence,
    };
}

/// AI: what a message tells.
pub mod message_insight {
    pub use crate::bindings::message_insight::exports::patchbay::plugin::message_insight::{
        Guest, Insight,
    };
}

/// What nearly every plugin uses.
pub mod prelude {
    pub use crate::config::config;
    pub use crate::effects::{
        Actor, Attachment, Batch, CallEvent, ChoiceMade, ContactCard, Content, Custom, Edit, Event,
        InboundMessage, KvOp, Location, Reaction, Receipt, Signal, Timer, VisitorFrame,
    };
    pub use crate::failure::NetFailure;
    pub use crate::files::FileUrl;
    pub use crate::http::{NetError, Part, Request, Response};
    pub use crate::media::{Blob, BlobMeta};
    pub use crate::outgoing::Message;
    pub use crate::text::{Text, TextChannel};
    pub use crate::told::{Consent, ReceiptReason};
    pub use crate::types::{Account, Detail, Failure, Header, Retry};
    pub use crate::{
        calls, debug, directory, error, host, info, mail, media, oauth, outbound, outbound_edits,
        outbound_parts, poll, presence, settings, socket, timers, visitor, warn, webhook,
    };
}
