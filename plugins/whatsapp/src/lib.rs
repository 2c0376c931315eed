//! WhatsApp by the Cloud API: what customers write becomes messages, and what agents write reaches
//! them.

mod book;
mod choices;
mod connect;
mod fetch;
mod inbound;
mod kinds;
mod outbound;
mod own;
mod plan;
mod refusal;
mod words;

use book::Book;
use graph::{Api, Hook};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use serde::Deserialize;

const CHANNEL: &str = "WHATSAPP";

struct WhatsApp;

/// The plain settings of `settings.json`.
#[derive(Debug, Deserialize)]
struct Settings {
    #[serde(default)]
    phone_number_id: String,
    #[serde(default)]
    waba_id: String,
    #[serde(flatten)]
    graph: graph::Settings,
}

/// An account: its number, and how it is reached.
#[derive(Debug)]
struct Number {
    id: String,
    waba: String,
    api: Api,
}

fn number(acc: &Account) -> Result<Number, Failure> {
    let settings: Settings = config(acc)?;
    let usual = ("https://graph.facebook.com", "v25.0");
    let api = Api::new(("whatsapp", "WhatsApp"), &refusal::TABLE, &settings.graph, usual);
    let id = settings.phone_number_id.trim().to_owned();
    Ok(Number { id, waba: settings.waba_id.trim().to_owned(), api })
}

impl settings::Guest for WhatsApp {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        connect::check(&number(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        connect::connect(&number(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for WhatsApp {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        match graph::hook(&req)? {
            Hook::Answer(reply) => Ok((Some(reply), Batch::empty())),
            Hook::Events(body) => Ok((None, inbound::events(&number(&acc)?, &body)?)),
        }
    }
}

impl outbound_parts::Guest for WhatsApp {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        outbound::send_part(&number(&acc)?, &msg, &part)
    }
}

impl outbound_edits::Guest for WhatsApp {
    fn edit(_: Account, _: outbound_edits::Target, _: Message) -> Result<Batch, Failure> {
        Err(unsupported("WhatsApp has no way to change a sent message."))
    }

    fn delete(_: Account, _: outbound_edits::Target) -> Result<Batch, Failure> {
        Err(unsupported("WhatsApp has no way to take a sent message back."))
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        let number = number(&acc)?;
        let Some(message) = what.external_ids.first() else { return Ok(Batch::empty()) };
        let mut body = outbound::addressed(&what.thread)?;
        body["type"] = json!("reaction");
        // An empty text takes the emoji away again.
        body["reaction"] = json!({ "message_id": message, "emoji": emoji.unwrap_or_default() });
        let path = format!("{}/messages", number.id);
        // Putting the same emoji on twice does no harm.
        number.api.post(&path, &body).map_err(|error| number.api.asking(error))?;
        Ok(Batch::empty())
    }
}

fn unsupported(message: &str) -> Failure {
    Failure::Permanent(Detail::new("unsupported", message))
}

impl presence::Guest for WhatsApp {
    /// Typing and reading are both said about the customer's last message; typing ends by itself
    /// after 25 seconds and marks that message as read, which WhatsApp does not separate.
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        let Some(last) = Book::last(&sig.thread) else { return Ok(Batch::empty()) };
        let mut body =
            json!({ "messaging_product": "whatsapp", "status": "read", "message_id": last });
        match sig.kind.as_str() {
            "typing" => body["typing_indicator"] = json!({ "type": "text" }),
            "read" => {}
            _ => return Ok(Batch::empty()),
        }
        let number = number(&acc)?;
        let path = format!("{}/messages", number.id);
        number.api.post(&path, &body).map_err(|error| number.api.asking(error))?;
        Ok(Batch::empty())
    }
}

impl timers::Guest for WhatsApp {
    fn fire(acc: Account, name: String, at_ms: u64) -> Result<Batch, Failure> {
        fetch::again(&number(&acc)?, &name, at_ms)
    }
}

patchbay_plugin::export!(WhatsApp: settings, webhook, outbound_parts, outbound_edits, presence, timers);

#[cfg(test)]
mod tests;
