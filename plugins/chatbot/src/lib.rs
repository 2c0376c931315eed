//! A bot in front of the agents: customers of a page or an app write by a signed JSON interface, the
//! bot answers from rules and knowledge, and hands over to a person.

mod bot;
mod changes;
mod knowledge;
mod later;
mod receive;
mod rules;
mod script;
mod send;
mod site;
mod talk;
mod verify;
mod wire;
mod words;

use patchbay_plugin::prelude::*;
use serde::Deserialize;
use site::Site;

const CHANNEL: &str = "WAUCHAT";

struct Chatbot;

/// The plain settings of `settings.json`, with the schema's defaults where they matter.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
struct Settings {
    callback_url: String,
    bot_name: String,
    rules: String,
    knowledge: String,
    sureness: u32,
    person_words: String,
    misses: u32,
    miss_text: String,
    handover_text: String,
    quiet_minutes: u64,
    back_word: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            callback_url: String::new(),
            bot_name: "Bot".to_owned(),
            rules: String::new(),
            knowledge: String::new(),
            sureness: 50,
            person_words: String::new(),
            misses: 2,
            miss_text: String::new(),
            handover_text: String::new(),
            quiet_minutes: 240,
            back_word: String::new(),
        }
    }
}

impl Settings {
    fn site(&self) -> Site {
        Site::new(&self.callback_url)
    }

    /// For so long after the last message of a conversation the bot leaves it to people.
    fn quiet_ms(&self) -> u64 {
        self.quiet_minutes.saturating_mul(60_000)
    }
}

impl settings::Guest for Chatbot {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config(&acc)?)
    }

    /// Nothing to register: the other side is told the webhook's address by whoever builds it.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl webhook::Guest for Chatbot {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        receive::webhook(&config(&acc)?, &req.body)
    }
}

impl outbound::Guest for Chatbot {
    fn send(acc: Account, msg: Message) -> Result<outbound::Sent, Failure> {
        send::send(&acc, &config(&acc)?, &msg)
    }
}

impl outbound_edits::Guest for Chatbot {
    fn edit(acc: Account, what: outbound_edits::Target, msg: Message) -> Result<Batch, Failure> {
        changes::edit(&config::<Settings>(&acc)?.site(), &what, &msg)
    }

    fn delete(acc: Account, what: outbound_edits::Target) -> Result<Batch, Failure> {
        changes::delete(&config::<Settings>(&acc)?.site(), &what)
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        changes::react(&config::<Settings>(&acc)?.site(), &what, emoji.as_deref())
    }
}

impl presence::Guest for Chatbot {
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        changes::signal(&config::<Settings>(&acc)?.site(), &sig)
    }
}

impl timers::Guest for Chatbot {
    fn fire(acc: Account, name: String, at_ms: u64) -> Result<Batch, Failure> {
        later::fire(&config::<Settings>(&acc)?.site(), &name, at_ms)
    }
}

patchbay_plugin::export!(Chatbot: settings, webhook, outbound, outbound_edits, presence, timers);

#[cfg(test)]
mod tests;
