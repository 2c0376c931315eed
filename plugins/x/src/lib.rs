//! X: direct messages to an account, and posts that mention it.

mod api;
mod challenge;
mod dm;
mod earlier;
mod post;
mod pull;
mod receive;
mod refusal;
mod send;
mod text;
mod told;
mod verify;

use api::Api;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;
use serde::Deserialize;

struct X;

/// The plain settings of `settings.json`.
#[derive(Debug, Default, Deserialize)]
struct Settings {
    #[serde(default)]
    user_id: String,
    #[serde(default)]
    api_base: String,
}

impl Settings {
    fn api(&self) -> Api {
        Api::new(&self.api_base)
    }
}

fn unsupported<T>() -> Result<T, Failure> {
    let text = "X does not let a message be changed or reacted to.";
    Err(Failure::Permanent(Detail::new("unsupported", text)))
}

impl settings::Guest for X {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config::<Settings>(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        verify::connect(&config::<Settings>(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for X {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        if req.verified != "signature" {
            return challenge::answer(&req);
        }
        let body = serde_json::from_slice(&req.body)?;
        let settings: Settings = config(&acc)?;
        Ok((None, receive::webhook(&settings.api(), settings.user_id.trim(), &body)?))
    }
}

impl poll::Guest for X {
    fn pull(acc: Account, cursor: Option<Vec<u8>>) -> Result<poll::Outcome, Failure> {
        pull::pull(&config::<Settings>(&acc)?, cursor.as_deref())
    }
}

impl outbound_parts::Guest for X {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        send::send_part(&config::<Settings>(&acc)?, &msg, &part)
    }
}

impl outbound_edits::Guest for X {
    fn edit(_acc: Account, _what: outbound_edits::Target, _msg: Message) -> Result<Batch, Failure> {
        unsupported()
    }

    fn delete(acc: Account, what: outbound_edits::Target) -> Result<Batch, Failure> {
        send::delete(&config::<Settings>(&acc)?.api(), &what)
    }

    fn react(
        _acc: Account,
        _what: outbound_edits::Target,
        _emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        unsupported()
    }
}

impl oauth::Guest for X {
    fn granted(acc: Account, _what: oauth::Grant) -> Result<Vec<(String, String)>, Failure> {
        verify::whose(&config::<Settings>(&acc)?)
    }
}

patchbay_plugin::export!(X: settings, webhook, poll, outbound_parts, outbound_edits, oauth);

#[cfg(test)]
mod tests;
