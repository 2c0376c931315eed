//! Live chat: decides what a visitor's act on our own page means, and turns an agent's message
//! into a frame for that page.
mod frames;
mod visit;

use patchbay_plugin::prelude::*;
use serde::Deserialize;

struct Livechat;

/// The settings of `settings.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Settings {
    page_title: String,
    greeting: String,
    accent: String,
    terms_url: String,
}

impl settings::Guest for Livechat {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        let settings: Settings = config(&acc)?;
        let mut found = settings::Validation::default();
        if !settings.accent.is_empty() && !is_colour(&settings.accent) {
            found.problem(
                "accent",
                Detail::new(
                    "livechat.accent",
                    "Write the colour as # and six digits, for example #0F9D8A.",
                ),
            );
        }
        let terms = settings.terms_url.as_str();
        if !terms.is_empty() && !terms.starts_with("https://") && !terms.starts_with("http://") {
            found.problem(
                "terms_url",
                Detail::new("livechat.terms", "The address of the terms must begin with https://."),
            );
        }
        let title = settings.page_title.trim();
        found.title =
            Some(if title.is_empty() { "Live chat".to_owned() } else { title.to_owned() });
        if !acc.public_url.is_empty() {
            found.fact("Public address", &acc.public_url);
        }
        Ok(found)
    }

    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl visitor::Guest for Livechat {
    fn handle(acc: Account, who: visitor::Session, what: visitor::Act) -> Result<Batch, Failure> {
        let settings: Settings = config(&acc)?;
        Ok(visit::batch(&settings.greeting, host::now_ms(), &who, what))
    }
}

impl outbound::Guest for Livechat {
    fn send(_acc: Account, msg: Message) -> Result<outbound::Sent, Failure> {
        let frame = frames::message(&msg, host::now_ms())?;
        Ok(outbound::Sent {
            external_ids: vec![msg.op_id],
            status: "sent".to_owned(),
            batch: Batch::empty().frame(&msg.thread, "message", &frame),
        })
    }
}

impl presence::Guest for Livechat {
    fn notify(_acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        Ok(frames::presence(&sig))
    }
}

patchbay_plugin::export!(Livechat: settings, visitor, outbound, presence);

/// `#` and six hexadecimal digits.
fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests;
