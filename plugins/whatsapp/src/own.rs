//! What the business itself does in the WhatsApp Business app, and what customers want to be sent.

use crate::book::Book;
use crate::inbound::{Head, Taker, actor, contact_of, thread_of};
use crate::kinds;
use graph::{each, id, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The code by which a message ends whose customer takes no marketing.
pub const NO_MARKETING: u64 = 131_050;

/// A message that somebody wrote in the app: WhatsApp tells of none that this desk sent. `None`: it
/// lacks what makes it a message.
pub fn echo(taker: &mut Taker<'_>, value: &Value, echo: &Value) -> Option<()> {
    let external_id = id(&echo["id"])?;
    let (phone, scoped) = (id(&echo["to"]), text(echo, "to_user_id"));
    let at_ms = kinds::at_ms(echo, taker.now);
    let key = taker.book.key(phone.as_deref(), scoped, at_ms)?;
    let contact = each(value, "contacts").find(|one| id(&one["wa_id"]) == phone);
    let from = actor(&key, phone.as_deref(), contact);
    let head = Head { external_id, thread: thread_of(echo, &key), from, at_ms };
    let event = match echo["type"].as_str() {
        Some("reaction") => reaction(&echo["reaction"], &head.thread, &head.external_id, at_ms),
        Some("edit" | "revoke") => taker.changed(echo, head)?,
        _ => taker.written(echo, head, |found| found.by_business(None)),
    };
    taker.events.push(event);
    Some(())
}

/// A reaction has no author of the own side, so it is told in words.
fn reaction(said: &Value, thread: &str, external_id: &str, at_ms: u64) -> Event {
    let words = match text(said, "emoji") {
        Some(emoji) => format!("The business reacted with {emoji} in WhatsApp."),
        None => "The business took a reaction back in WhatsApp.".to_owned(),
    };
    let payload = json!({
        "thread": thread, "id": external_id, "message": said["message_id"], "text": words,
        "at_ms": at_ms,
    });
    Custom::json("whatsapp.own-reaction", &payload).into()
}

/// A customer no longer wants marketing, or wants it again.
pub fn preference(taker: &mut Taker<'_>, value: &Value, said: &Value) -> Option<()> {
    let (number, scoped) = Book::names(said, contact_of(value, said));
    let number = id(&said["wa_id"]).or(number);
    let scoped = text(said, "user_id").map(str::to_owned).or(scoped);
    let at_ms = kinds::at_ms(said, taker.now);
    let key = taker.book.key(number.as_deref(), scoped.as_deref(), at_ms)?;
    let given = match text(said, "value")? {
        "stop" => false,
        "resume" => true,
        other => {
            info!("a preference of a new kind", value = other);
            return Some(());
        }
    };
    let text = match text(said, "detail") {
        Some(detail) => detail.to_owned(),
        None if given => "The customer takes marketing messages again.".to_owned(),
        None => "The customer takes no more marketing messages.".to_owned(),
    };
    taker.events.push(consent(key, given, at_ms, text));
    Some(())
}

/// A message was refused because its customer takes no marketing, which may have been told to
/// nobody before.
pub fn refused(taker: &mut Taker<'_>, status: &Value, at_ms: u64) {
    let number = id(&status["recipient_id"]);
    let scoped = text(status, "recipient_user_id");
    if let Some(key) = taker.book.key(number.as_deref(), scoped, at_ms) {
        let text = "The customer takes no more marketing messages.".to_owned();
        taker.events.push(consent(key, false, at_ms, text));
    }
}

fn consent(key: String, given: bool, at_ms: u64, text: String) -> Event {
    Consent {
        thread: key.clone(),
        contact: key,
        everything: false,
        given,
        at_ms: Some(at_ms),
        text: Some(text),
    }
    .into()
}
