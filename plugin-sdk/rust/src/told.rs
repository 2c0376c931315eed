//! What providers tell that the interface has no record for: by documented pairs of `extras` and by
//! events of documented kinds, which every desk understands.

use crate::effects::{Custom, Event, InboundMessage};
use serde_json::{Map, Value};

impl InboundMessage {
    /// The business wrote this message itself, in the provider's own app or by another program.
    /// Thread and `from` stay the customer's; `author` is the writer's name, where it is told.
    #[must_use]
    pub fn by_business(mut self, author: Option<&str>) -> Self {
        self.extras.push(("authored-by".to_owned(), "business".to_owned()));
        let author = author.map(str::trim).filter(|author| !author.is_empty());
        self.extras.extend(author.map(|author| ("author-name".to_owned(), author.to_owned())));
        self
    }

    /// This message takes the place of the one with the id `earlier`, with its files: for changes
    /// that [`crate::effects::Edit`] cannot carry. The message needs an id of its own, for example
    /// the earlier one with `#` and the time of the change.
    #[must_use]
    pub fn replacing(mut self, earlier: &str) -> Self {
        self.extras.push(("replaces".to_owned(), earlier.to_owned()));
        self
    }
}

/// A person no longer wants to be written to, or wants to again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consent {
    /// The conversation it was said in.
    pub thread: String,
    /// The provider's id of the person.
    pub contact: String,
    /// For everything that the desk writes; otherwise for marketing only.
    pub everything: bool,
    /// Given; otherwise withdrawn.
    pub given: bool,
    /// When it was said, in milliseconds since the epoch.
    pub at_ms: Option<u64>,
    /// A sentence for agents.
    pub text: Option<String>,
}

impl From<Consent> for Event {
    fn from(consent: Consent) -> Self {
        let mut payload = Map::new();
        payload.insert("thread".to_owned(), consent.thread.into());
        payload.insert("contact".to_owned(), consent.contact.into());
        let topic = if consent.everything { "all" } else { "marketing" };
        payload.insert("topic".to_owned(), topic.into());
        let state = if consent.given { "given" } else { "withdrawn" };
        payload.insert("state".to_owned(), state.into());
        put(&mut payload, "at_ms", consent.at_ms.map(Value::from));
        put(&mut payload, "text", consent.text.map(Value::from));
        Self::Custom(Custom::json("consent", &Value::Object(payload)))
    }
}

/// Why a message moved on, in more words than a [`crate::effects::Receipt`] has. It goes beside the
/// receipt, not in its place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReceiptReason {
    /// The external id that `outbound.send` gave.
    pub external_id: String,
    /// As in the receipt: usually `failed`.
    pub status: String,
    /// As in the receipt.
    pub code: Option<String>,
    /// A sentence for agents.
    pub message: Option<String>,
    /// What the provider said, word for word.
    pub provider: Option<String>,
}

impl From<ReceiptReason> for Event {
    fn from(reason: ReceiptReason) -> Self {
        let mut payload = Map::new();
        payload.insert("external_id".to_owned(), reason.external_id.into());
        payload.insert("status".to_owned(), reason.status.into());
        put(&mut payload, "code", reason.code.map(Value::from));
        put(&mut payload, "message", reason.message.map(Value::from));
        put(&mut payload, "provider", reason.provider.map(Value::from));
        Self::Custom(Custom::json("receipt", &Value::Object(payload)))
    }
}

fn put(payload: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    payload.extend(value.map(|value| (name.to_owned(), value)));
}

#[cfg(test)]
mod tests {
    use super::{Consent, ReceiptReason};
    use crate::effects::{Event, InboundMessage};

    fn payload(event: Event) -> (String, String) {
        let Event::Custom(custom) = event else { panic!("a custom event") };
        (custom.kind, String::from_utf8(custom.payload).expect("text"))
    }

    #[test]
    fn what_is_told_has_the_documented_names() {
        let consent = Consent {
            thread: "c-7".into(),
            contact: "u-1".into(),
            at_ms: Some(5),
            ..Consent::default()
        };
        assert_eq!(
            payload(consent.clone().into()),
            (
                "consent".to_owned(),
                r#"{"at_ms":5,"contact":"u-1","state":"withdrawn","thread":"c-7","topic":"marketing"}"#
                    .to_owned()
            )
        );
        let all = Consent { everything: true, given: true, at_ms: None, ..consent };
        assert_eq!(
            payload(all.into()).1,
            r#"{"contact":"u-1","state":"given","thread":"c-7","topic":"all"}"#
        );
        let reason = ReceiptReason {
            external_id: "m-1".into(),
            status: "failed".into(),
            message: Some("It is blocked.".into()),
            ..ReceiptReason::default()
        };
        assert_eq!(
            payload(reason.into()),
            (
                "receipt".to_owned(),
                r#"{"external_id":"m-1","message":"It is blocked.","status":"failed"}"#.to_owned()
            )
        );
        let message = InboundMessage::default().by_business(Some(" Bo ")).replacing("m-1");
        let pairs: Vec<_> = message.extras.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(
            pairs,
            [("authored-by", "business"), ("author-name", "Bo"), ("replaces", "m-1")]
        );
        assert!(InboundMessage::default().by_business(Some(" ")).extras.len() == 1);
    }
}
