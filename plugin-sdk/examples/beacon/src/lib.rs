//! Beacon bots: private messages come over a gateway that the host holds, answers go by REST.
//!
//! The gateway is a state machine ([`session`]) over frames ([`wire`]); what a frame means for the
//! desk is in [`events`].

mod api;
mod events;
mod send;
mod session;
mod wire;

use api::Api;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use serde::Deserialize;

struct Beacon;

/// The plain settings of `settings.json`.
#[derive(Debug, Deserialize)]
struct Settings {
    #[serde(default)]
    api_base: String,
    #[serde(default)]
    gateway_url: String,
}

fn or<'a>(text: &'a str, usual: &'a str) -> &'a str {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() { usual } else { text }
}

fn api(acc: &Account) -> Result<Api, Failure> {
    let settings: Settings = config(acc)?;
    Ok(Api::new(or(&settings.api_base, "https://api.beacon.example")))
}

impl settings::Guest for Beacon {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        let api = api(&acc)?;
        let mut found = settings::Validation::default();
        match api.get("users/@me") {
            Ok(me) => found.title = me["global_name"].as_str().map(str::to_owned),
            Err(Failure::AuthExpired(detail)) => {
                found.problem("bot_token", detail);
                return Ok(found);
            }
            Err(other) => return Err(other),
        }
        let gateway: Value = api.get("gateway/bot")?;
        found.fact("Sessions left today", &gateway["session_start_limit"]["remaining"]);
        Ok(found)
    }

    /// Nothing to register: the host connects to the gateway.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl socket::Guest for Beacon {
    fn open(acc: Account, _state: Option<Vec<u8>>) -> Result<socket::Plan, Failure> {
        let settings: Settings = config(&acc)?;
        let url = or(&settings.gateway_url, "wss://gateway.beacon.example");
        // The gateway speaks first; what it says decides between identify and resume.
        Ok(socket::Plan { url: format!("{url}?v=1&encoding=json"), ..socket::Plan::default() })
    }

    fn advance(
        acc: Account,
        state: Option<Vec<u8>>,
        what: socket::Input,
    ) -> Result<socket::Step, Failure> {
        session::step(&api(&acc)?, state.as_deref(), what)
    }
}

impl outbound::Guest for Beacon {
    fn send(acc: Account, msg: Message) -> Result<outbound::Sent, Failure> {
        send::send(&api(&acc)?, &msg)
    }
}

impl outbound_edits::Guest for Beacon {
    fn edit(acc: Account, what: outbound_edits::Target, msg: Message) -> Result<Batch, Failure> {
        send::edit(&api(&acc)?, &what, &msg)
    }

    fn delete(acc: Account, what: outbound_edits::Target) -> Result<Batch, Failure> {
        send::delete(&api(&acc)?, &what)
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        send::react(&api(&acc)?, &what, emoji.as_deref())
    }
}

impl presence::Guest for Beacon {
    /// Beacon shows typing for a while and knows no end of it, and no read marks of bots.
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        if sig.kind == "typing" {
            api(&acc)?.call("POST", &format!("channels/{}/typing", sig.thread), None)?;
        }
        Ok(Batch::empty())
    }
}

impl directory::Guest for Beacon {
    fn lookup(
        acc: Account,
        external_id: String,
        _thread: String,
    ) -> Result<Option<directory::Profile>, Failure> {
        let user = match api(&acc)?.get(&format!("users/{external_id}")) {
            Ok(user) => user,
            Err(Failure::Permanent(detail)) if detail.code == "beacon.10013" => return Ok(None),
            Err(other) => return Err(other),
        };
        let actor = events::actor(&user);
        Ok(Some(directory::Profile {
            display_name: actor.display_name,
            avatar: None,
            attrs: actor.attrs,
        }))
    }
}

patchbay_plugin::export!(Beacon: settings, socket, outbound, outbound_edits, presence, directory);

#[cfg(test)]
mod tests;
