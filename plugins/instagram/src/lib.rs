//! An Instagram account: messages, comments below its posts, and mentions elsewhere.

mod comments;
mod connect;

use graph::messenger::{self, Flavour, InboundEvents, Page};
use graph::{Api, Hook, each};
use patchbay_plugin::prelude::*;
use serde::Deserialize;

const FLAVOUR: Flavour = Flavour {
    channel: "IG_PM",
    app: "Instagram",
    text_max: 1000,
    length: graph::bytes,
    uploads: false,
    love: Some("love"),
};

struct Instagram;

/// The plain settings of `settings.json`.
#[derive(Debug, Deserialize)]
struct Settings {
    #[serde(default)]
    login: String,
    #[serde(default)]
    account_id: String,
    #[serde(default)]
    page_id: String,
    #[serde(default)]
    app_id: String,
    #[serde(default)]
    human_agent: bool,
    #[serde(flatten)]
    graph: graph::Settings,
}

/// An account, and which of Meta's two ways leads to it.
#[derive(Debug)]
struct Access {
    page: Page,
    /// Signed in with Instagram itself, without a Facebook page.
    direct: bool,
    page_id: String,
    app_id: String,
}

fn access(acc: &Account) -> Result<Access, Failure> {
    let settings: Settings = config(acc)?;
    let direct = settings.login == "instagram";
    let host = if direct { "https://graph.instagram.com" } else { "https://graph.facebook.com" };
    let table = &messenger::TABLE;
    let api = Api::new(("instagram", "Instagram"), table, &settings.graph, (host, "v25.0"));
    let id = settings.account_id.trim().to_owned();
    let page_id = settings.page_id.trim().to_owned();
    let app_id = settings.app_id.trim().to_owned();
    let page = Page {
        api,
        app: app_id.clone(),
        node: if direct || page_id.is_empty() { "me".to_owned() } else { page_id.clone() },
        id,
        flavour: FLAVOUR,
        human_agent: settings.human_agent,
        public_url: acc.public_url.clone(),
    };
    Ok(Access { page, direct, page_id, app_id })
}

impl settings::Guest for Instagram {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        connect::check(&access(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        connect::connect(&access(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for Instagram {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let body = match graph::hook(&req)? {
            Hook::Answer(reply) => return Ok((Some(reply), Batch::empty())),
            Hook::Events(body) => body,
        };
        let page = access(&acc)?.page;
        let mut taken = InboundEvents::default();
        for entry in each(&body, "entry") {
            let to = graph::id(&entry["id"]);
            if to.as_ref().is_some_and(|to| *to != page.id && to != "0") {
                info!(
                    "an event for another account was left out",
                    account = to.unwrap_or_default()
                );
                continue;
            }
            messenger::take(&page, entry, &mut taken);
            comments::take(&page, entry, &mut taken)?;
        }
        Ok((None, taken.batch(&page)?))
    }
}

impl outbound_parts::Guest for Instagram {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        let page = access(&acc)?.page;
        if comments::is_thread(&msg.thread) {
            return comments::send_part(&page, &msg, &part);
        }
        messenger::send_part(&page, &msg, &part)
    }
}

impl outbound_edits::Guest for Instagram {
    fn edit(_: Account, _: outbound_edits::Target, _: Message) -> Result<Batch, Failure> {
        Err(unsupported("Instagram has no way to change a sent message or to take it back."))
    }

    fn delete(_: Account, _: outbound_edits::Target) -> Result<Batch, Failure> {
        Err(unsupported("Instagram has no way to change a sent message or to take it back."))
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        let Some(message) = what.external_ids.first() else { return Ok(Batch::empty()) };
        if comments::is_thread(&what.thread) {
            return Err(unsupported("Instagram has no way to like a comment from here."));
        }
        messenger::react(&access(&acc)?.page, &what.thread, message, emoji.as_deref())
    }
}

fn unsupported(message: &str) -> Failure {
    Failure::Permanent(Detail::new("unsupported", message))
}

impl presence::Guest for Instagram {
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        if comments::is_thread(&sig.thread) {
            return Ok(Batch::empty());
        }
        messenger::notify(&access(&acc)?.page, &sig)
    }
}

impl directory::Guest for Instagram {
    /// Instagram tells about people who have written a message, and about nobody else.
    fn lookup(
        acc: Account,
        external_id: String,
        thread: String,
    ) -> Result<Option<directory::Profile>, Failure> {
        if comments::is_thread(&thread) {
            return Ok(None);
        }
        messenger::lookup(&access(&acc)?.page, &external_id, "name,username,profile_pic")
    }
}

patchbay_plugin::export!(
    Instagram: settings, webhook, outbound_parts, outbound_edits, presence, directory
);

#[cfg(test)]
mod tests;
