//! Leaving and coming back: the words by which a customer does, and what the desk says of it.

use crate::receive::Fields;
use patchbay_plugin::prelude::*;

/// The provider's own words; whoever sends one is blocked, let in again, or told what the number is.
const WORDS: [(&str, &[&str]); 3] = [
    ("STOP", &["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"]),
    ("START", &["START", "UNSTOP", YES]),
    ("HELP", &["HELP", "INFO"]),
];

/// The one word that is an ordinary answer too.
const YES: &str = "YES";

/// What a message means for being written to.
#[derive(Debug)]
pub struct OptOut {
    pub kind: &'static str,
    /// A line for agents, because not everybody knows what the word does.
    pub said: Option<&'static str>,
    pub kv: Option<KvOp>,
}

/// What the provider says of the message, else what its word means. `told`: what the same batch has
/// stored so far.
pub fn opt_out(fields: &Fields, from: &str, told: &[KvOp]) -> Option<OptOut> {
    let known = |word: &str| WORDS.into_iter().map(|(kind, _)| kind).find(|kind| *kind == word);
    let provider = fields.get("OptOutType").and_then(|kind| known(&plain(kind)));
    let word = plain(fields.get("Body").unwrap_or_default());
    // Words are looked for in texts only; other apps' senders have a scheme.
    let texted = !from.contains(':');
    let meant = || WORDS.into_iter().find(|(_, words)| texted && words.contains(&word.as_str()));
    let kind = provider.or_else(|| meant().map(|(kind, _)| kind))?;
    let key = format!("left:{from}");
    let said = match kind {
        "STOP" => Some(
            "[unsubscribed] The customer takes no more texts from this sender until they send START.",
        ),
        // A YES of somebody who never left answers a question.
        "START" if provider.is_some() || word != YES || has_left(&key, told) => {
            Some("[subscribed] The customer takes texts from this sender again.")
        }
        _ => None,
    };
    let value = (kind == "STOP").then(|| b"1".to_vec());
    Some(OptOut { kind, kv: said.map(|_| KvOp { key, value }), said })
}

/// What is kept at the person: the provider blocks everything, not marketing alone.
pub fn consent(from: &str, given: bool) -> Event {
    let (thread, contact) = (from.to_owned(), from.to_owned());
    Consent { thread, contact, everything: true, given, at_ms: None, text: None }.into()
}

fn has_left(key: &str, told: &[KvOp]) -> bool {
    match told.iter().rfind(|op| op.key == key) {
        Some(op) => op.value.is_some(),
        None => host::kv_get(key).is_some_and(|value| !value.is_empty()),
    }
}

/// A word without the blanks and punctuation around it.
fn plain(text: &str) -> String {
    text.trim_matches(|letter: char| !letter.is_alphanumeric()).to_uppercase()
}
