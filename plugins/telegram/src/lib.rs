//! Telegram bots: what customers write becomes messages, and what agents write reaches them.

mod api;
mod contents;
mod edits;
mod plan;
mod pull;
mod reactions;
mod receive;
mod refusal;
mod send;
mod split;
mod verify;
mod wire;

use api::Api;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};
use serde::Deserialize;

struct Telegram;

/// The plain settings of `settings.json`.
#[derive(Debug, Deserialize)]
struct Settings {
    #[serde(default)]
    api_base: String,
}

fn api(acc: &Account) -> Result<Api, Failure> {
    let settings: Settings = config(acc)?;
    let base = settings.api_base.trim();
    Ok(Api::new(if base.is_empty() { "https://api.telegram.org" } else { base }))
}

impl settings::Guest for Telegram {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&api(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        verify::connect(&api(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for Telegram {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let update: Value = serde_json::from_slice(&req.body)?;
        let mut batch = Batch::empty();
        receive::update(&api(&acc)?, &update, &mut batch)?;
        Ok((None, batch))
    }
}

impl poll::Guest for Telegram {
    fn pull(acc: Account, cursor: Option<Vec<u8>>) -> Result<poll::Outcome, Failure> {
        pull::pull(&api(&acc)?, cursor.as_deref())
    }
}

impl outbound_parts::Guest for Telegram {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        send::send_part(&api(&acc)?, &msg, &part)
    }
}

impl outbound_edits::Guest for Telegram {
    fn edit(acc: Account, what: outbound_edits::Target, msg: Message) -> Result<Batch, Failure> {
        edits::edit(&api(&acc)?, &what, &msg)
    }

    fn delete(acc: Account, what: outbound_edits::Target) -> Result<Batch, Failure> {
        edits::delete(&api(&acc)?, &what)
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        edits::react(&api(&acc)?, &what, emoji.as_deref())
    }
}

impl presence::Guest for Telegram {
    /// Telegram shows typing for five seconds and knows no end of it; that an agent has read a
    /// message cannot be said.
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        if sig.kind == "typing"
            && let Some((chat, topic)) = wire::parse_thread(&sig.thread)
        {
            let chat = receive::stored_chat(&format!("moved:{chat}")).unwrap_or(chat);
            let mut parameters = json!({"chat_id": chat, "action": "typing"});
            if let Some(topic) = topic {
                parameters["message_thread_id"] = json!(topic);
            }
            api(&acc)?.call("sendChatAction", &parameters).map_err(|error| error.while_asking())?;
        }
        Ok(Batch::empty())
    }
}

patchbay_plugin::export!(Telegram: settings, webhook, poll, outbound_parts, outbound_edits, presence);

#[cfg(test)]
mod tests;
