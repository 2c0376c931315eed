//! From a webhook to a batch: every item of every entry, with its file.

use crate::book::Book;
use crate::fetch;
use crate::kinds::{self, MessageContent};
use crate::own;
use crate::{CHANNEL, Number};
use graph::{each, id, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// All events of a request.
pub fn events(number: &Number, body: &Value) -> Result<Batch, Failure> {
    let mut taker = Taker {
        number,
        book: Book::default(),
        events: Vec::new(),
        late: Batch::empty(),
        now: host::now_ms(),
        bad: 0,
    };
    for change in each(body, "entry").flat_map(|entry| each(entry, "changes")) {
        taker.change(text(change, "field").unwrap_or_default(), &change["value"]);
    }
    // What cannot be read at all is kept for a look; beside readable items it must not stop them.
    if taker.bad > 0 && taker.events.is_empty() {
        let message = "WhatsApp sent something that lacks its sender or its id.";
        return Err(Failure::Permanent(Detail::new("whatsapp.unreadable", message)));
    }
    let Taker { book, events, late, .. } = taker;
    let kv = book.into_kv().into_iter().chain(late.kv).collect();
    Ok(Batch { events, kv, timers: late.timers, ..Batch::empty() })
}

/// Where a message belongs, and by whom and when it was written.
pub struct Head {
    pub external_id: String,
    pub thread: String,
    pub from: Actor,
    pub at_ms: u64,
}

pub struct Taker<'a> {
    pub number: &'a Number,
    pub book: Book,
    pub events: Vec<Event>,
    /// Timers and values of files that are waited for.
    pub late: Batch,
    pub now: u64,
    bad: usize,
}

impl Taker<'_> {
    fn change(&mut self, field: &str, value: &Value) {
        let takes = ["messages", "smb_message_echoes", "message_echoes", "user_preferences"];
        if !takes.contains(&field) {
            about_the_account(field, value);
            return;
        }
        let to = id(&value["metadata"]["phone_number_id"]);
        if to.as_ref().is_some_and(|to| *to != self.number.id) {
            // One account may have several numbers; each is a channel with an address of its own.
            info!("an event for another number was left to it", number = to.unwrap_or_default());
            return;
        }
        for error in each(value, "errors") {
            let code = error["code"].as_u64().unwrap_or(0);
            warn!("WhatsApp reports a problem", code = code, said = words(error));
        }
        for message in each(value, "messages") {
            let contact = contact_of(value, message);
            if self.message(message, contact).is_none() {
                self.bad += 1;
                warn!("a message could not be read");
            }
        }
        for echo in each(value, "message_echoes") {
            if own::echo(self, value, echo).is_none() {
                self.bad += 1;
                warn!("an echo could not be read");
            }
        }
        for preference in each(value, "user_preferences") {
            if own::preference(self, value, preference).is_none() {
                self.bad += 1;
                warn!("a preference could not be read");
            }
        }
        for status in each(value, "statuses") {
            if self.status(status).is_none() {
                self.bad += 1;
                warn!("a receipt could not be read");
            }
        }
    }

    /// `None`: it lacks what makes it a message.
    fn message(&mut self, message: &Value, contact: Option<&Value>) -> Option<()> {
        let (phone, scoped) = Book::names(message, contact);
        let external_id = id(&message["id"])?;
        let at_ms = kinds::at_ms(message, self.now);
        let key = self.book.key(phone.as_deref(), scoped.as_deref(), at_ms)?;
        let from = actor(&key, phone.as_deref(), contact);
        let head = Head { external_id, thread: thread_of(message, &key), from, at_ms };
        let event = match message["type"].as_str() {
            Some("reaction") => {
                let reaction = &message["reaction"];
                let emoji = text(reaction, "emoji").map(str::to_owned);
                let Head { thread, from, .. } = head;
                Reaction { external_id: id(&reaction["message_id"])?, thread, from, emoji, at_ms }
                    .into()
            }
            Some("edit" | "revoke") => self.changed(message, head)?,
            _ => {
                self.moved(message, at_ms);
                self.book.newest(&head.thread, &head.external_id);
                self.written(message, head, |found| found)
            }
        };
        self.events.push(event);
        Some(())
    }

    /// A message that its writer changed or took back, by its id. Of one taken back the event that is
    /// given ends the fetching of its file.
    pub fn changed(&mut self, message: &Value, head: Head) -> Option<Event> {
        let Head { thread, at_ms, .. } = head;
        if message["type"] == "edit" {
            let text = kinds::said(&message["edit"]["message"]).text;
            let external_id = id(&message["edit"]["original_message_id"])?;
            return Some(Edit { external_id, thread, text, deleted: false, at_ms }.into());
        }
        let external_id = id(&message["revoke"]["original_message_id"])?;
        let edit = Edit { external_id, thread, text: None, deleted: true, at_ms };
        let file = fetch::withdrawn(&edit, &mut self.late);
        self.events.push(edit.into());
        Some(file.into())
    }

    /// A message with its words, contents and file; `by` says whose it is before its file is fetched.
    pub fn written(
        &mut self,
        message: &Value,
        head: Head,
        by: impl FnOnce(InboundMessage) -> InboundMessage,
    ) -> Event {
        let MessageContent { text, file, contents, automatic, mut extras } = kinds::said(message);
        extras.extend(id(&message["group_id"]).map(|group| ("group".to_owned(), group)));
        let Head { external_id, thread, from, at_ms } = head;
        let mut found = by(InboundMessage {
            external_id,
            thread,
            channel: CHANNEL.to_owned(),
            from,
            at_ms,
            text,
            reply_to: graph::text(&message["context"], "id").map(str::to_owned),
            contents,
            automatic,
            extras,
            ..InboundMessage::default()
        });
        if let Some(file) = file {
            fetch::first(self.number, &mut found, file, &mut self.late);
        }
        found.into()
    }

    fn moved(&mut self, message: &Value, at_ms: u64) {
        let system = &message["system"];
        if system["type"] == "user_changed_number"
            && let (Some(old), Some(new)) = (id(&message["from"]), id(&system["wa_id"]))
        {
            self.book.moved(&old, &new, at_ms);
        }
    }

    fn reason(&self, external_id: &str, status: &str, error: &Value) -> ReceiptReason {
        let (code, sentence) = self.number.api.told(error["code"].as_u64().unwrap_or(0), 0);
        let said = words(error);
        warn!("WhatsApp could not deliver a message", code = code, means = sentence, said = said);
        ReceiptReason {
            external_id: external_id.to_owned(),
            status: status.to_owned(),
            code: Some(code),
            message: Some(sentence.to_string()),
            provider: Some(said).filter(|said| !said.is_empty()),
        }
    }

    fn status(&mut self, status: &Value) -> Option<()> {
        let external_id = id(&status["id"])?;
        let word = match status["status"].as_str()? {
            "sent" => "sent",
            "delivered" => "delivered",
            "read" | "played" => "read",
            "failed" => "failed",
            other => {
                info!("a receipt of a new kind", status = other);
                return Some(());
            }
        };
        let error = each(status, "errors").next();
        let at_ms = kinds::at_ms(status, self.now);
        let reason = error.map(|error| self.reason(&external_id, word, error));
        let code = reason.as_ref().and_then(|reason| reason.code.clone());
        self.events.push(Receipt { external_id, status: word.to_owned(), at_ms, code }.into());
        self.events.extend(reason.map(Event::from));
        if error.is_some_and(|error| error["code"] == own::NO_MARKETING) {
            own::refused(self, status, at_ms);
        }
        Some(())
    }
}

/// The contact a message is from; WhatsApp puts one in for each sender.
pub fn contact_of<'a>(value: &'a Value, message: &Value) -> Option<&'a Value> {
    let all: Vec<&Value> = each(value, "contacts").collect();
    let same = |contact: &&&Value| {
        let number =
            id(&contact["wa_id"]).is_some_and(|number| id(&message["from"]) == Some(number));
        let scoped =
            id(&contact["user_id"]).is_some_and(|one| id(&message["from_user_id"]) == Some(one));
        number || scoped
    };
    let found = all.iter().find(same).or(match all.as_slice() {
        [only] => Some(only),
        _ => None,
    });
    found.copied()
}

/// The conversation of a message: its group, or else the person's own.
pub fn thread_of(message: &Value, key: &str) -> String {
    id(&message["group_id"]).map_or_else(|| key.to_owned(), |group| format!("group:{group}"))
}

pub fn actor(key: &str, phone: Option<&str>, contact: Option<&Value>) -> Actor {
    let profile = contact.map_or(&Value::Null, |contact| &contact["profile"]);
    let mut attrs = Vec::new();
    if let Some(phone) = phone {
        attrs.push(("phone".to_owned(), format!("+{phone}")));
    }
    if let Some(name) = text(profile, "username") {
        attrs.push(("username".to_owned(), name.to_owned()));
    }
    Actor {
        external_id: key.to_owned(),
        display_name: text(profile, "name").map(str::to_owned),
        attrs,
    }
}

/// What WhatsApp says about templates, quality and the account goes into the channel's log, where
/// admins look.
fn about_the_account(field: &str, value: &Value) {
    let said: String = match field {
        "message_template_status_update" => {
            ["event", "message_template_name", "message_template_language", "reason"]
                .iter()
                .filter_map(|name| text(value, name))
                .collect::<Vec<_>>()
                .join(" ")
        }
        "phone_number_quality_update" | "account_update" | "account_alerts" => {
            ["event", "current_limit", "alert_severity", "alert_type"]
                .iter()
                .filter_map(|name| text(value, name))
                .collect::<Vec<_>>()
                .join(" ")
        }
        _ => String::new(),
    };
    info!("WhatsApp says something about the account", field = field, said = said);
}

fn words(error: &Value) -> String {
    let said = text(&error["error_data"], "details").or_else(|| text(error, "message"));
    said.or_else(|| text(error, "title")).unwrap_or_default().to_owned()
}
