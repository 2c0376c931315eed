//! Private messages as Messenger and Instagram share them: the same events, the same way to send.

mod consent;
mod inbound;
mod outbound;
mod parts;
mod plan;
mod profile;
mod table;

pub use inbound::{InboundEvents, take, unknown};
pub use outbound::{address, notify, react, send_part};
pub use parts::attach;
pub use profile::lookup;
pub use table::TABLE;

use crate::Api;
use patchbay_plugin::prelude::*;

/// How the two differ.
#[derive(Debug, Clone, Copy)]
pub struct Flavour {
    /// The channel value of private messages.
    pub channel: &'static str,
    /// The provider's app, for notices.
    pub app: &'static str,
    pub text_max: usize,
    pub length: fn(&str) -> usize,
    /// Files are handed in with the message; otherwise the provider fetches them from this desk.
    pub uploads: bool,
    /// A reaction is sent as this word where the provider knows only one.
    pub love: Option<&'static str>,
}

/// One account of private messages.
#[derive(Debug, Clone)]
pub struct Page {
    pub api: Api,
    /// The page or account itself: whoever else sends is a customer.
    pub id: String,
    /// The app of this desk, where it is known: what it sent is no news.
    pub app: String,
    /// The node that sends: the page's id, or `me`.
    pub node: String,
    pub flavour: Flavour,
    /// The app may answer for seven days, as a person.
    pub human_agent: bool,
    /// Where the provider can fetch files.
    pub public_url: String,
}

impl Page {
    /// `<plugin>.<word>`
    pub fn code(&self, word: &str) -> String {
        format!("{}.{word}", self.api.id)
    }

    /// A final failure of our own.
    pub fn never(&self, word: &str, message: impl Into<String>) -> Failure {
        Failure::Permanent(Detail::new(self.code(word), message))
    }
}

/// The provider's id of a message, where it has one: some were made here for events without.
pub fn real<'a>(thread: &str, id: &'a str) -> Option<&'a str> {
    if ["referral-", "order-", "event-"].iter().any(|made| id.starts_with(made)) {
        return None;
    }
    match id.strip_prefix("postback-") {
        Some(rest) if rest.strip_prefix(thread).is_some_and(|rest| rest.starts_with('-')) => None,
        Some(mid) => Some(mid),
        None => Some(id).filter(|id| !id.is_empty()),
    }
}

/// When a customer wrote last, as an earlier call stored it.
pub fn last_at(thread: &str) -> Option<u64> {
    String::from_utf8(host::kv_get(&format!("last:{thread}"))?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::real;

    #[test]
    fn ids_made_here_are_told_from_the_providers() {
        for made in ["referral-9-1", "order-9-1", "postback-9-1", "event-optin-ab", ""] {
            assert_eq!(real("9", made), None, "{made}");
        }
        assert_eq!(real("9", "m_abc"), Some("m_abc"));
        assert_eq!(real("9", "postback-m_abc"), Some("m_abc"));
        assert_eq!(real("9", "postback-91-x"), Some("91-x"));
    }
}
