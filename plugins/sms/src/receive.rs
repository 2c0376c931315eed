//! From a webhook's form to a batch: a message with its files, or a delivery report. Pure but for
//! the files.

use crate::api::Api;
use crate::opt_out::{OptOut, opt_out};
use crate::status;
use patchbay_plugin::media::ending_of;
use patchbay_plugin::prelude::*;

const CHANNEL: &str = "SMS";
/// More files than the provider ever sends.
const FILES_MAX: usize = 20;

/// The fields of a form, by name; the first of a name counts.
#[derive(Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    pub fn put(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    pub fn read(body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| {
                    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                    (decoded(name), decoded(value))
                })
                .collect(),
        )
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = || std::str::from_utf8(bytes.get(at + 1..at + 3)?).ok();
        match bytes[at] {
            b'+' => out.push(b' '),
            b'%' => match hex().and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                Some(byte) => {
                    out.push(byte);
                    at += 2;
                }
                None => out.push(b'%'),
            },
            byte => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What a webhook brings.
pub fn webhook(api: &Api, body: &[u8]) -> Result<Batch, Failure> {
    let fields = Fields::read(body);
    let status = fields.get("MessageStatus").or_else(|| fields.get("SmsStatus"));
    let sid = fields.get("MessageSid").or_else(|| fields.get("SmsSid"));
    let (Some(sid), Some(from)) = (sid, fields.get("From")) else {
        if sid.is_some() && status.is_some() {
            return Ok(report(&fields, sid.unwrap_or_default(), status.unwrap_or_default()));
        }
        let detail = Detail::new("sms.form", "The webhook names no message and no sender.");
        return Err(Failure::Permanent(detail));
    };
    match status {
        None | Some("received" | "receiving") => Ok(message(api, &fields, sid, from, &[])),
        Some(status) => Ok(report(&fields, sid, status)),
    }
}

fn report(fields: &Fields, sid: &str, status: &str) -> Batch {
    let code = fields.get("ErrorCode").and_then(|code| code.parse().ok());
    let mut batch = Batch::empty();
    if let Some(receipt) = status::receipt(sid, status, code, host::now_ms()) {
        status::tell(receipt, code, &mut batch);
        status::left(code, fields.get("To"), &mut batch);
    }
    batch
}

/// A customer's message, and what a word of leaving or coming back means. `told`: what the batch it
/// goes into has stored so far.
pub fn message(api: &Api, fields: &Fields, sid: &str, from: &str, told: &[KvOp]) -> Batch {
    let mut message = InboundMessage {
        external_id: sid.to_owned(),
        thread: from.to_owned(),
        channel: CHANNEL.to_owned(),
        from: actor(fields, from),
        // The provider does not say when.
        at_ms: host::now_ms(),
        text: fields.get("Body").map(str::to_owned),
        extras: extras(fields),
        ..InboundMessage::default()
    };
    let count = fields.get("NumMedia").and_then(|count| count.parse().ok()).unwrap_or(0);
    for place in 0..usize::min(count, FILES_MAX) {
        let Some(url) = fields.get(&format!("MediaUrl{place}")) else { continue };
        let mime = fields.get(&format!("MediaContentType{place}"));
        attach(api, &mut message, url, mime.unwrap_or("application/octet-stream"), place);
    }
    let mut batch = Batch::empty();
    if message.text.is_none() && message.attachments.is_empty() {
        message.text = Some("[empty message]".to_owned());
    }
    if let Some(OptOut { kind, said, kv }) = opt_out(fields, from, told) {
        message.extras.retain(|(name, _)| name != "opt-out");
        message.extras.push(("opt-out".to_owned(), kind.to_owned()));
        batch.kv.extend(kv);
        // Beside the customer's own word.
        batch.events.extend(said.map(|said| {
            Event::Message(InboundMessage {
                external_id: format!("{sid}-opt-out"),
                thread: message.thread.clone(),
                channel: CHANNEL.to_owned(),
                from: message.from.clone(),
                at_ms: message.at_ms,
                text: Some(said.to_owned()),
                automatic: true,
                ..InboundMessage::default()
            })
        }));
        // The line says it to agents; this is kept at the person.
        batch.events.extend(said.map(|_| crate::opt_out::consent(from, kind == "START")));
    }
    batch.events.insert(0, Event::Message(message));
    batch
}

fn actor(fields: &Fields, from: &str) -> Actor {
    let mut attrs = Vec::new();
    // Not of short codes and names.
    if from.starts_with('+') {
        attrs.push(("phone".to_owned(), from.to_owned()));
    }
    for (name, field) in [("city", "FromCity"), ("country", "FromCountry")] {
        if let Some(value) = fields.get(field) {
            attrs.push((name.to_owned(), value.to_owned()));
        }
    }
    Actor {
        external_id: from.to_owned(),
        display_name: fields.get("ProfileName").map(str::to_owned),
        attrs,
    }
}

fn extras(fields: &Fields) -> Vec<(String, String)> {
    let named = [("to", "To"), ("service", "MessagingServiceSid"), ("opt-out", "OptOutType")];
    let known = named.into_iter().filter_map(|(name, field)| Some((name, fields.get(field)?)));
    known.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn attach(api: &Api, message: &mut InboundMessage, url: &str, mime: &str, place: usize) {
    let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let ending = ending_of(&mime).unwrap_or("bin");
    let kind = if ending == "vcf" { "contact" } else { media::kind_of(&mime) };
    let filename = format!("{kind}_{}.{ending}", place + 1);
    match fetch(api, url, &mime, &filename) {
        Ok(blob) => message.attachments.push(Attachment {
            blob: Some(blob),
            mime,
            filename: Some(filename),
            kind: kind.to_owned(),
            content_id: None,
        }),
        // A message without its file is worth more than no message.
        Err(reason) => {
            warn!("a file could not be fetched", kind = kind);
            let note = format!("[{kind}: {filename}] {reason}");
            message.text = Some(match message.text.take() {
                Some(text) => format!("{text}\n{note}"),
                None => note,
            });
        }
    }
}

/// Fetches a file, once more after a passing trouble, or says in a sentence why not.
fn fetch(api: &Api, url: &str, mime: &str, filename: &str) -> Result<Blob, String> {
    let mut last = String::new();
    for _ in 0..2 {
        match api.download(url) {
            Ok(response) if response.ok() => {
                let filename = Some(filename.to_owned());
                let meta = BlobMeta { mime: mime.to_owned(), filename, size: None };
                return response.into_blob(meta).map_err(|detail| detail.message);
            }
            Ok(response) if matches!(response.status(), 404 | 410) => {
                return Err("Twilio no longer has the file.".to_owned());
            }
            Ok(response) => {
                last = format!("Twilio does not give the file ({}).", response.status())
            }
            Err(NetError::TooLarge) => {
                return Err("The file is larger than this desk takes.".to_owned());
            }
            Err(NetError::Denied(detail)) => return Err(detail.message),
            Err(_) => last = "The file could not be fetched.".to_owned(),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let fields = Fields::read(b"From=%2B1500&Body=caf%C3%A9+ok%21%zz&Empty=&a=1&a=2");
        assert_eq!(fields.get("From"), Some("+1500"));
        assert_eq!(fields.get("Body"), Some("café ok!%zz"));
        assert_eq!((fields.get("Empty"), fields.get("a")), (None, Some("1")));
    }
}
