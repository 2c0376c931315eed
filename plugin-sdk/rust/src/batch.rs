//! Empty values of the generated records, so that a plugin writes only the fields it fills.
#![expect(clippy::derivable_impls, reason = "the types are generated, so nothing can be derived")]

use crate::effects::{
    Actor, Attachment, Batch, CallEvent, ChoiceMade, ContactCard, Content, Custom, Edit, Event,
    InboundMessage, KvOp, Location, Reaction, Receipt, Signal, Timer, VisitorFrame,
};
use crate::media::Blob;
use crate::poll::Outcome;
use crate::settings::Validation;
use crate::socket::{Plan, Step};
use crate::types::Detail;

impl Default for Batch {
    fn default() -> Self {
        Self {
            events: Vec::new(),
            cursor: None,
            kv: Vec::new(),
            timers: Vec::new(),
            visitor: Vec::new(),
        }
    }
}

impl Batch {
    /// A batch that does nothing.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Adds an event.
    #[must_use]
    pub fn event(mut self, event: impl Into<Event>) -> Self {
        self.events.push(event.into());
        self
    }

    /// Adds a frame for a visitor's page; `data` is JSON.
    #[must_use]
    pub fn frame(mut self, session: &str, name: &str, data: &serde_json::Value) -> Self {
        self.visitor.push(VisitorFrame {
            session: session.to_owned(),
            name: name.to_owned(),
            data: data.to_string(),
        });
        self
    }

    /// Stores a value that later calls read with [`crate::host::kv_get`].
    #[must_use]
    pub fn store(mut self, key: &str, value: impl Into<Vec<u8>>) -> Self {
        self.kv.push(KvOp { key: key.to_owned(), value: Some(value.into()) });
        self
    }

    /// Forgets a stored value.
    #[must_use]
    pub fn forget(mut self, key: &str) -> Self {
        self.kv.push(KvOp { key: key.to_owned(), value: None });
        self
    }

    /// Sets (or with `None` cancels) a timer.
    #[must_use]
    pub fn timer(mut self, name: &str, at_ms: Option<u64>) -> Self {
        self.timers.push(Timer { name: name.to_owned(), at_ms });
        self
    }
}

impl Default for Actor {
    fn default() -> Self {
        Self { external_id: String::new(), display_name: None, attrs: Vec::new() }
    }
}

impl Default for InboundMessage {
    fn default() -> Self {
        Self {
            external_id: String::new(),
            thread: String::new(),
            channel: String::new(),
            from: Actor::default(),
            at_ms: 0,
            subject: None,
            text: None,
            html: None,
            reply_to: None,
            references: Vec::new(),
            verified_ticket: None,
            attachments: Vec::new(),
            contents: Vec::new(),
            automatic: false,
            extras: Vec::new(),
        }
    }
}

impl Attachment {
    /// An attachment with stored bytes, its kind taken from the media type.
    pub fn stored(blob: Blob, mime: &str, filename: Option<String>) -> Self {
        Self {
            blob: Some(blob),
            mime: mime.to_owned(),
            filename,
            kind: crate::media::kind_of(mime).to_owned(),
            content_id: None,
        }
    }
}

impl Custom {
    /// An event of the plugin's own kind with a JSON payload.
    pub fn json(kind: &str, payload: &serde_json::Value) -> Self {
        Self { kind: kind.to_owned(), payload: payload.to_string().into_bytes() }
    }
}

macro_rules! event_from {
    ($($record:ident => $case:ident),+ $(,)?) => {$(
        impl From<$record> for Event {
            fn from(value: $record) -> Self {
                Self::$case(value)
            }
        }
    )+};
}
event_from!(
    InboundMessage => Message,
    Receipt => Receipt,
    Edit => Edit,
    Signal => Signal,
    Reaction => Reaction,
    CallEvent => Call,
    Custom => Custom,
);

macro_rules! content_from {
    ($($record:ident => $case:ident),+ $(,)?) => {$(
        impl From<$record> for Content {
            fn from(value: $record) -> Self {
                Self::$case(value)
            }
        }
    )+};
}
content_from!(
    Location => Location,
    ContactCard => Contact,
    ChoiceMade => Choice,
    Custom => Custom,
);

impl Default for Plan {
    fn default() -> Self {
        Self {
            url: String::new(),
            headers: Vec::new(),
            subprotocols: Vec::new(),
            hello: Vec::new(),
            heartbeat_ms: None,
        }
    }
}

impl Default for Step {
    fn default() -> Self {
        Self {
            batch: Batch::default(),
            send: Vec::new(),
            state: None,
            heartbeat_ms: None,
            reconnect: None,
        }
    }
}

impl Default for Validation {
    fn default() -> Self {
        Self { title: None, problems: Vec::new(), facts: Vec::new() }
    }
}

impl Validation {
    /// Adds a fact worth showing.
    pub fn fact(&mut self, label: &str, value: impl ToString) {
        self.facts.push((label.to_owned(), value.to_string()));
    }

    /// Adds a problem with a setting; an empty name means the account as a whole.
    pub fn problem(&mut self, setting: &str, detail: Detail) {
        self.problems.push((setting.to_owned(), detail));
    }
}

impl Default for Outcome {
    fn default() -> Self {
        Self { batch: Batch::default(), more: false, next_in_ms: None }
    }
}
