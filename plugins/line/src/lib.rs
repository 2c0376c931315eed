//! LINE Official Accounts: what customers write becomes messages, and what agents write reaches
//! them.

mod api;
mod fetch;
mod memory;
mod people;
mod plan;
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

struct Line;

/// The plain settings of `settings.json`.
#[derive(Debug, Default, Deserialize)]
struct Settings {
    #[serde(default)]
    api_base: String,
    #[serde(default)]
    data_base: String,
    #[serde(default)]
    free_replies: bool,
    #[serde(default)]
    preview_picture: String,
}

impl Settings {
    fn api(&self) -> Api {
        Api::new(&self.api_base, &self.data_base)
    }
}

impl settings::Guest for Line {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config::<Settings>(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        verify::connect(&config::<Settings>(&acc)?.api(), &webhook_url)
    }
}

impl webhook::Guest for Line {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let body: Value = serde_json::from_slice(&req.body)?;
        let settings: Settings = config(&acc)?;
        Ok((None, receive::webhook(&settings.api(), settings.free_replies, &body)?))
    }
}

impl outbound_parts::Guest for Line {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        send::send_part(&acc, &config(&acc)?, &msg, &part)
    }
}

impl presence::Guest for Line {
    /// Typing is shown as an animation that the next message ends, and only in private chats.
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        let api = config::<Settings>(&acc)?.api();
        match sig.kind.as_str() {
            "typing" if sig.thread.starts_with('U') => {
                let body = json!({"chatId": sig.thread, "loadingSeconds": 5});
                api.post("/v2/bot/chat/loading/start", &body).map_err(|e| e.while_asking())?;
            }
            "read" => {
                if let Some(token) = memory::read_token(&sig.thread) {
                    let body = json!({"markAsReadToken": token});
                    api.post("/v2/bot/chat/markAsRead", &body).map_err(|e| e.while_asking())?;
                }
            }
            _ => {}
        }
        Ok(Batch::empty())
    }
}

impl directory::Guest for Line {
    fn lookup(
        acc: Account,
        external_id: String,
        thread: String,
    ) -> Result<Option<directory::Profile>, Failure> {
        people::lookup(&config::<Settings>(&acc)?.api(), &external_id, &thread)
    }
}

impl timers::Guest for Line {
    fn fire(acc: Account, name: String, _at_ms: u64) -> Result<Batch, Failure> {
        fetch::again(&config::<Settings>(&acc)?.api(), &name)
    }
}

patchbay_plugin::export!(Line: settings, webhook, outbound_parts, presence, directory, timers);

#[cfg(test)]
mod tests;
