//! A Facebook page: private messages by Messenger, and the comments below its posts.

mod connect;
mod feed;

use graph::messenger::{self, Flavour, InboundEvents, Page};
use graph::{Api, Hook, each};
use patchbay_plugin::prelude::*;
use serde::Deserialize;

/// The channel value of comments and visitors' posts.
const COMMENTS: &str = "FB_PAGE_POST";

const FLAVOUR: Flavour = Flavour {
    channel: "FB_PM",
    app: "Messenger",
    text_max: 2000,
    length: graph::units,
    uploads: true,
    love: None,
};

struct Facebook;

/// The plain settings of `settings.json`.
#[derive(Debug, Deserialize)]
struct Settings {
    #[serde(default)]
    page_id: String,
    #[serde(default)]
    app_id: String,
    #[serde(default)]
    human_agent: bool,
    #[serde(flatten)]
    graph: graph::Settings,
}

fn open(acc: &Account) -> Result<(Page, String), Failure> {
    let settings: Settings = config(acc)?;
    let usual = ("https://graph.facebook.com", "v25.0");
    let api = Api::new(("facebook", "Facebook"), &messenger::TABLE, &settings.graph, usual);
    let id = settings.page_id.trim().to_owned();
    let app = settings.app_id.trim().to_owned();
    let page = Page {
        api,
        app: app.clone(),
        node: id.clone(),
        id,
        flavour: FLAVOUR,
        human_agent: settings.human_agent,
        public_url: acc.public_url.clone(),
    };
    Ok((page, app))
}

fn page(acc: &Account) -> Result<Page, Failure> {
    open(acc).map(|(page, _)| page)
}

impl settings::Guest for Facebook {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        let (page, app) = open(&acc)?;
        connect::check(&page, &app)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        let (page, app) = open(&acc)?;
        connect::connect(&page, &app, &webhook_url)
    }
}

impl webhook::Guest for Facebook {
    fn handle(
        acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        let body = match graph::hook(&req)? {
            Hook::Answer(reply) => return Ok((Some(reply), Batch::empty())),
            Hook::Events(body) => body,
        };
        let page = page(&acc)?;
        let mut taken = InboundEvents::default();
        for entry in each(&body, "entry") {
            let to = graph::id(&entry["id"]);
            if to.as_ref().is_some_and(|to| *to != page.id) {
                info!("an event for another page was left out", page = to.unwrap_or_default());
                continue;
            }
            messenger::take(&page, entry, &mut taken);
            feed::take(&page, entry, &mut taken);
        }
        Ok((None, taken.batch(&page)?))
    }
}

impl outbound_parts::Guest for Facebook {
    fn send_part(
        acc: Account,
        msg: Message,
        part: outbound_parts::Position,
    ) -> Result<outbound_parts::SentPart, Failure> {
        let page = page(&acc)?;
        if feed::is_thread(&msg.thread) {
            return feed::send_part(&page, &msg, &part);
        }
        messenger::send_part(&page, &msg, &part)
    }
}

impl outbound_edits::Guest for Facebook {
    fn edit(_: Account, _: outbound_edits::Target, _: Message) -> Result<Batch, Failure> {
        Err(unsupported())
    }

    fn delete(_: Account, _: outbound_edits::Target) -> Result<Batch, Failure> {
        Err(unsupported())
    }

    fn react(
        acc: Account,
        what: outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        let page = page(&acc)?;
        let Some(message) = what.external_ids.first() else { return Ok(Batch::empty()) };
        if feed::is_thread(&what.thread) {
            return feed::like(&page, message, emoji.is_some());
        }
        messenger::react(&page, &what.thread, message, emoji.as_deref())
    }
}

fn unsupported() -> Failure {
    let message = "Messenger has no way to change a sent message or to take it back.";
    Failure::Permanent(Detail::new("unsupported", message))
}

impl presence::Guest for Facebook {
    fn notify(acc: Account, sig: presence::Signal) -> Result<Batch, Failure> {
        if feed::is_thread(&sig.thread) {
            return Ok(Batch::empty());
        }
        messenger::notify(&page(&acc)?, &sig)
    }
}

impl directory::Guest for Facebook {
    /// Comments tell the name themselves, and their writers' ids are of another kind.
    fn lookup(
        acc: Account,
        external_id: String,
        thread: String,
    ) -> Result<Option<directory::Profile>, Failure> {
        if feed::is_thread(&thread) {
            return Ok(None);
        }
        messenger::lookup(&page(&acc)?, &external_id, "first_name,last_name,profile_pic")
    }
}

patchbay_plugin::export!(
    Facebook: settings, webhook, outbound_parts, outbound_edits, presence, directory
);

#[cfg(test)]
mod tests;
