//! From a messaging event to the desk's events.

use super::{Page, consent, parts};
use crate::{each, id, number, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// What a webhook becomes, as it is being read.
#[derive(Debug, Default)]
pub struct InboundEvents {
    pub events: Vec<Event>,
    pub kv: Vec<KvOp>,
    /// Items without their sender or id.
    pub bad: usize,
}

impl InboundEvents {
    /// Stores a value once.
    pub fn store(&mut self, key: String, value: &str) {
        self.kv.retain(|op| op.key != key);
        self.kv.push(KvOp { key, value: Some(value.as_bytes().to_vec()) });
    }

    /// The batch. What cannot be read at all is kept for a look; beside readable items it must not
    /// stop them.
    pub fn batch(self, page: &Page) -> Result<Batch, Failure> {
        if self.bad > 0 && self.events.is_empty() {
            let message = "Something came that lacks its sender or its id.";
            return Err(page.never("unreadable", message));
        }
        Ok(Batch { events: self.events, kv: self.kv, ..Batch::empty() })
    }
}

/// Takes all private messages of an entry, also those that another app answers at the moment.
pub fn take(page: &Page, entry: &Value, taken: &mut InboundEvents) {
    for event in each(entry, "messaging").chain(each(entry, "standby")) {
        if one(page, event, taken).is_none() {
            taken.bad += 1;
            warn!("an event could not be read");
        }
    }
}

fn one(page: &Page, event: &Value, taken: &mut InboundEvents) -> Option<()> {
    let sender = id(&event["sender"]["id"])?;
    let at_ms = number(&event["timestamp"]).unwrap_or_else(host::now_ms);
    if sender == page.id || event["message"]["is_echo"] == true {
        return echo(page, event, at_ms, taken);
    }
    let frame = || InboundMessage {
        thread: sender.clone(),
        channel: page.flavour.channel.to_owned(),
        from: Actor { external_id: sender.clone(), ..Actor::default() },
        at_ms,
        ..InboundMessage::default()
    };
    if event["message"].is_object() {
        let found = message(page, &event["message"], frame())?;
        if let Event::Message(_) = found {
            taken.store(format!("last:{sender}"), &at_ms.to_string());
        }
        taken.events.push(found);
    } else if event["postback"].is_object() {
        taken.store(format!("last:{sender}"), &at_ms.to_string());
        taken.events.push(postback(&event["postback"], frame()).into());
    } else if event["message_edit"].is_object() {
        let edit = &event["message_edit"];
        let text = text(edit, "text").map(str::to_owned);
        let edit =
            Edit { external_id: id(&edit["mid"])?, thread: sender, text, deleted: false, at_ms };
        taken.events.push(edit.into());
    } else if event["reaction"].is_object() {
        taken.events.push(reaction(&event["reaction"], frame())?.into());
    } else if event["delivery"].is_object() {
        let at_ms = number(&event["delivery"]["watermark"]).unwrap_or(at_ms);
        let ids = each(&event["delivery"], "mids").filter_map(id);
        taken.events.extend(ids.map(|id| receipt(id, "delivered", at_ms)));
    } else if event["read"].is_object() {
        taken.events.push(match id(&event["read"]["mid"]) {
            Some(mid) => receipt(mid, "read", at_ms),
            // A watermark: everything until then has been seen.
            None => Signal { thread: sender, kind: "read".to_owned() }.into(),
        });
    } else if event["referral"].is_object() {
        let mut message = frame();
        message.external_id = format!("referral-{sender}-{at_ms}");
        let from = text(&event["referral"], "ref").or_else(|| text(&event["referral"], "source"));
        message.text =
            Some(format!("[came by a link] {}", from.unwrap_or_default()).trim().to_owned());
        message.automatic = true;
        parts::referral(&event["referral"], &mut message.extras);
        taken.events.push(message.into());
    } else if let Some(consent) = consent::read(&event["optin"], &sender, at_ms) {
        taken.events.push(consent.into());
    } else if event["order"].is_object() {
        let mut message = frame();
        message.external_id = format!("order-{sender}-{at_ms}");
        message.text = Some(parts::order(&event["order"]));
        taken.events.push(message.into());
    } else {
        taken.events.extend(noted(page, event, frame()).map(Event::Message));
    }
    Some(())
}

/// What the page itself wrote: by this desk, which knows it, or in the provider's own app and by
/// other programs. An id that the desk has sent the host drops; the app's id tells before it is kept.
fn echo(page: &Page, event: &Value, at_ms: u64, taken: &mut InboundEvents) -> Option<()> {
    let said = &event["message"];
    let app = id(&said["app_id"]).filter(|app| !page.app.is_empty() && *app == page.app);
    // Whoever tries an account writes to themselves: that came as a message already.
    if !said.is_object() || app.is_some() || said["is_self"] == true {
        debug!("an echo was passed over");
        return Some(());
    }
    let customer = id(&event["recipient"]["id"]).filter(|customer| *customer != page.id)?;
    let frame = InboundMessage {
        thread: customer.clone(),
        channel: page.flavour.channel.to_owned(),
        from: Actor { external_id: customer, ..Actor::default() },
        at_ms,
        ..InboundMessage::default()
    };
    let found = match message(page, said, frame)? {
        Event::Message(message) => message.by_business(None).into(),
        other => other,
    };
    taken.events.push(found);
    Some(())
}

fn receipt(external_id: String, status: &str, at_ms: u64) -> Event {
    Receipt { external_id, status: status.to_owned(), at_ms, code: None }.into()
}

fn message(page: &Page, said: &Value, mut message: InboundMessage) -> Option<Event> {
    message.external_id = id(&said["mid"])?;
    if said["is_deleted"] == true {
        let InboundMessage { external_id, thread, at_ms, .. } = message;
        return Some(Edit { external_id, thread, text: None, deleted: true, at_ms }.into());
    }
    message.text = text(said, "text").map(str::to_owned);
    message.reply_to = id(&said["reply_to"]["mid"]);
    if let Some(payload) = text(&said["quick_reply"], "payload") {
        message.contents.push(Content::Choice(ChoiceMade {
            id: payload.to_owned(),
            title: message.text.clone().unwrap_or_else(|| payload.to_owned()),
            offered_by: message.reply_to.clone(),
        }));
    }
    let story = &said["reply_to"]["story"];
    if let Some(url) = text(story, "url") {
        message.extras.push(("story".to_owned(), id(&story["id"]).unwrap_or_default()));
        parts::attach(page, &mut message, "story", url, "");
    }
    parts::all(page, said, &mut message);
    parts::referral(&said["referral"], &mut message.extras);
    let nothing =
        message.text.is_none() && message.attachments.is_empty() && message.contents.is_empty();
    if nothing {
        let app = page.flavour.app;
        message.text = Some(format!("[message] This cannot be shown here; open it in {app}."));
        let raw: String = said.to_string().chars().take(4000).collect();
        message.extras.push(("raw".to_owned(), raw));
    }
    Some(message.into())
}

fn postback(said: &Value, mut message: InboundMessage) -> InboundMessage {
    let title = text(said, "title").or_else(|| text(said, "payload")).unwrap_or("[button]");
    let thread = &message.thread;
    message.external_id = id(&said["mid"]).map_or_else(
        || format!("postback-{thread}-{}", message.at_ms),
        |mid| format!("postback-{mid}"),
    );
    message.text = Some(title.to_owned());
    if let Some(payload) = text(said, "payload") {
        message.contents.push(Content::Choice(ChoiceMade {
            id: payload.to_owned(),
            title: title.to_owned(),
            offered_by: None,
        }));
    }
    parts::referral(&said["referral"], &mut message.extras);
    message
}

fn reaction(said: &Value, message: InboundMessage) -> Option<Reaction> {
    let word = match text(said, "reaction") {
        Some("love") => "❤️",
        Some("smile" | "haha") => "😆",
        Some("wow") => "😮",
        Some("sad") => "😢",
        Some("angry") => "😠",
        Some("dislike") => "👎",
        _ => "👍",
    };
    let emoji = text(said, "emoji").unwrap_or(word).to_owned();
    let on = text(said, "action") != Some("unreact");
    let InboundMessage { thread, from, at_ms, .. } = message;
    let external_id = id(&said["mid"])?;
    Some(Reaction { external_id, thread, from, emoji: on.then_some(emoji), at_ms })
}

/// What is about the account or about who answers, rather than from the customer.
const BESIDE: [&str; 5] = [
    "policy_enforcement",
    "pass_thread_control",
    "take_thread_control",
    "request_thread_control",
    "app_roles",
];

/// Kinds that are not known yet: the customer did something, and the desk says so.
fn noted(page: &Page, event: &Value, message: InboundMessage) -> Option<InboundMessage> {
    let known = ["sender", "recipient", "timestamp"];
    let kinds = event.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let kinds: Vec<&str> = kinds.filter(|name| !known.contains(name)).collect();
    let policy = &event["policy_enforcement"];
    if let Some(action) = text(policy, "action") {
        let reason = text(policy, "reason").unwrap_or_default();
        warn!("the provider enforces a policy", action = action, reason = reason);
    }
    let kind = kinds.first().filter(|_| !kinds.iter().any(|kind| BESIDE.contains(kind)));
    let Some(kind) = kind else {
        info!("an event the desk does not use", kinds = kinds.join(" "));
        return None;
    };
    Some(unknown(page, kind, event, message))
}

/// An unknown thing of a customer's, named, with the provider's own data. Its id is the same each
/// time it is delivered.
pub fn unknown(
    page: &Page,
    kind: &str,
    value: &Value,
    mut message: InboundMessage,
) -> InboundMessage {
    let raw = value.to_string();
    let fold = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let hash = raw.bytes().fold(0xcbf2_9ce4_8422_2325, fold);
    let app = page.api.name;
    message.external_id = format!("event-{kind}-{hash:016x}");
    message.text = Some(format!("[{kind}] This cannot be shown here; open it in {app}."));
    message.automatic = true;
    message.extras.push(("raw".to_owned(), raw.chars().take(4000).collect()));
    message
}
