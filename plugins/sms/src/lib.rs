//! Text messages by an HTTP API of Twilio's kind: what customers write becomes messages, and what
//! agents write reaches their phones.

mod api;
mod date;
mod opt_out;
mod plan;
mod pull;
mod receive;
mod refusal;
mod send;
mod status;
mod verify;

use api::Api;
use patchbay_plugin::prelude::*;
use serde::Deserialize;

struct Sms;

/// The plain settings of `settings.json`.
#[derive(Debug, Default, Deserialize)]
struct Settings {
    #[serde(default)]
    account_sid: String,
    #[serde(default)]
    sender: String,
    #[serde(default)]
    mms: bool,
    #[serde(default)]
    status_url: String,
    #[serde(default)]
    api_base: String,
}

impl Settings {
    fn api(&self) -> Api {
        Api::new(&self.api_base, &self.account_sid)
    }
}

impl settings::Guest for Sms {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config::<Settings>(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        verify::connect(&config::<Settings>(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for Sms {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let batch = receive::webhook(&config::<Settings>(&acc)?.api(), &req.body)?;
        // An empty answer of the provider's own form: nothing is sent back by itself.
        let reply = webhook::Reply {
            status: 200,
            headers: vec![Header {
                name: "Content-Type".to_owned(),
                value: b"text/xml; charset=utf-8".to_vec(),
            }],
            body: b"<Response></Response>".to_vec(),
        };
        Ok((Some(reply), batch))
    }
}

impl poll::Guest for Sms {
    fn pull(acc: Account, cursor: Option<Vec<u8>>) -> Result<poll::Outcome, Failure> {
        pull::pull(&config::<Settings>(&acc)?, cursor.as_deref())
    }
}

impl outbound_parts::Guest for Sms {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        send::send_part(&acc, &config(&acc)?, &msg, &part)
    }
}

impl timers::Guest for Sms {
    fn fire(acc: Account, name: String, _at_ms: u64) -> Result<Batch, Failure> {
        status::ask(&config::<Settings>(&acc)?.api(), &name)
    }
}

patchbay_plugin::export!(Sms: settings, webhook, poll, outbound_parts, timers);

#[cfg(test)]
mod tests;
