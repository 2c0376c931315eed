//! Mail: turns raw RFC 5322 messages into customers' messages, and agents' messages into mail.
//!
//! The host speaks IMAP and SMTP; nothing here opens a connection. The modules are pure, and this
//! file is the seam to the host: blobs, the clock and the signing key.
mod automatic;
mod bounce;
pub mod compose;
mod html;
pub mod mime;
pub mod parts;
mod quote;
pub mod receive;
pub mod settings;
pub mod thread;
mod wire;

use compose::{Draft, File, Problem, Sender};
use mime::transfer::unpack;
use patchbay_plugin::prelude::*;
use patchbay_plugin::{mail as port, media, settings as check};
use receive::{Around, Letter};
use settings::Settings;

struct Email;

/// Above the host's own limit for whole messages, so that only a broken host reaches it.
const RAW_MAX: usize = 64 << 20;
const PIECE: usize = 192 * 1024;

impl check::Guest for Email {
    fn check(acc: Account) -> Result<check::Validation, Failure> {
        let settings: Settings = config(&acc)?;
        let mut found = check::Validation::default();
        for (setting, code, message) in settings.problems(host::secret_exists) {
            found.problem(setting, Detail::new(code, message));
        }
        found.title = Some(settings.from_address.trim().to_owned()).filter(|t| !t.is_empty());
        if settings.plus_addressing
            && let Some(example) = thread::reply_address(settings.reply_base(), "1042", &sign)
        {
            found.fact("Replies go to", example);
        }
        Ok(found)
    }

    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl port::Guest for Email {
    fn receive(acc: Account, mail: port::RawMail) -> Result<Batch, Failure> {
        let settings: Settings = config(&acc)?;
        let raw = whole(&mail.raw)?;
        let around = Around {
            own: settings.own(),
            received_ms: i64::try_from(mail.received_ms).unwrap_or(0),
            sign: &sign,
        };
        let received = receive::read(&raw, &around);
        let mut batch = Batch::empty();
        if let Some(news) = received.news {
            batch = batch.event(Receipt {
                external_id: news.external_id,
                status: news.status.to_owned(),
                at_ms: mail.received_ms,
                code: news.code,
            });
        }
        if let Some(letter) = received.letter {
            batch = batch.event(message(letter, &raw)?);
        }
        Ok(batch)
    }

    fn compose(acc: Account, msg: Message) -> Result<port::Envelope, Failure> {
        let settings: Settings = config(&acc)?;
        let base = settings.reply_base().to_owned();
        let domain = base.rsplit_once('@').map_or("", |(_, domain)| domain);
        let signed = settings
            .plus_addressing
            .then(|| thread::reply_address(&base, &msg.ticket, &sign))
            .flatten();
        let other = base != settings.from_address.trim();
        let sender = Sender {
            name: if settings.from_name.trim().is_empty() {
                msg.agent_name.clone()
            } else {
                settings.from_name.clone()
            },
            address: settings.from_address.trim().to_owned(),
            domain: domain.to_owned(),
            reply_to: signed.or_else(|| other.then(|| base.clone())),
            now_ms: host::now_ms(),
        };

        let writer = media::BlobWriter::new(&BlobMeta {
            mime: "message/rfc822".to_owned(),
            filename: None,
            size: None,
        });
        let mut held: Vec<u8> = Vec::with_capacity(PIECE + 4096);
        let envelope = {
            let mut put = |bytes: &[u8]| {
                held.extend_from_slice(bytes);
                if held.len() >= PIECE {
                    writer.write(&held).map_err(stored)?;
                    held.clear();
                }
                Ok(())
            };
            compose::compose(&sender, draft(msg), &mut put).map_err(failure)?
        };
        if !held.is_empty() {
            writer.write(&held)?;
        }
        let raw = media::BlobWriter::finish(writer)?;
        Ok(port::Envelope {
            from: envelope.from,
            recipients: envelope.recipients,
            raw,
            message_id: envelope.message_id,
        })
    }
}

patchbay_plugin::export!(Email: settings, mail);

/// HMAC with the account's reply secret. Without one nothing is signed and nothing is trusted.
fn sign(data: &[u8]) -> Option<Vec<u8>> {
    host::sign("reply_secret", data).ok()
}

/// The message's bytes, in one allocation of the right size.
fn whole(blob: &Blob) -> Result<Vec<u8>, Failure> {
    let size = blob.meta().size.and_then(|s| usize::try_from(s).ok()).unwrap_or(0);
    let mut raw = Vec::with_capacity(size.min(RAW_MAX));
    loop {
        let piece = blob.read(raw.len() as u64, PIECE as u32).map_err(Failure::retryable)?;
        if piece.is_empty() {
            return Ok(raw);
        }
        if raw.len() + piece.len() > RAW_MAX {
            return Err(Failure::Permanent(Detail::new(
                "email.too-large",
                "The message is larger than the plugin reads.",
            )));
        }
        raw.extend_from_slice(&piece);
    }
}

fn message(letter: Letter, raw: &[u8]) -> Result<InboundMessage, Failure> {
    let mut extras = letter.extras;
    let mut attachments = Vec::new();
    for found in letter.attachments {
        let kind = kind_of(&found.mime, found.filename.as_deref());
        let blob = match store(&found, raw) {
            Ok(blob) => Some(blob),
            // One file above the limit must not cost the customer's words.
            Err(detail) if detail.code == "media.too-large" => {
                let name = found.filename.clone().unwrap_or_else(|| found.mime.clone());
                extras.push(("note:too-large".to_owned(), format!("{name} is too large to keep.")));
                None
            }
            Err(detail) => return Err(Failure::retryable(detail)),
        };
        attachments.push(Attachment {
            blob,
            mime: found.mime,
            filename: found.filename,
            kind: kind.to_owned(),
            content_id: found.content_id,
        });
    }
    let address = letter.from.address;
    Ok(InboundMessage {
        external_id: letter.external_id,
        thread: letter.thread,
        channel: "EMAIL".to_owned(),
        from: Actor {
            external_id: address.to_lowercase(),
            display_name: letter.from.name,
            attrs: vec![("email".to_owned(), address)],
        },
        at_ms: u64::try_from(letter.at_ms).unwrap_or(0),
        subject: letter.subject,
        text: Some(letter.text).filter(|t| !t.is_empty()),
        html: letter.html,
        reply_to: letter.reply_to,
        references: letter.references,
        verified_ticket: letter.verified_ticket,
        attachments,
        contents: Vec::new(),
        automatic: letter.automatic.is_some(),
        extras,
    })
}

/// Unpacks one attachment straight into the store.
fn store(found: &parts::Found, raw: &[u8]) -> Result<Blob, Detail> {
    let writer = media::BlobWriter::new(&BlobMeta {
        mime: found.mime.clone(),
        filename: found.filename.clone(),
        size: None,
    });
    let body = raw.get(found.body.clone()).unwrap_or_default();
    unpack(body, found.packing, |piece| writer.write(piece))?;
    media::BlobWriter::finish(writer)
}

/// Mailers often call everything `application/octet-stream`; the name then tells more.
fn kind_of(mime: &str, filename: Option<&str>) -> &'static str {
    match (mime, filename) {
        ("application/octet-stream", Some(name)) => media::kind_of(media::mime_of(name)),
        _ => media::kind_of(mime),
    }
}

fn draft(msg: Message) -> Draft {
    let automatic = msg.extras.iter().any(|(k, v)| k == "automatic" && v != "false");
    let files = msg
        .attachments
        .into_iter()
        .filter_map(|a| {
            let blob = a.blob?;
            Some(File {
                filename: a.filename.unwrap_or_else(|| "attachment".to_owned()),
                mime: a.mime,
                content_id: a.content_id,
                read: Box::new(move |at| blob.read(at, PIECE as u32).map_err(stored)),
            })
        })
        .collect();
    Draft {
        op_id: msg.op_id,
        ticket: msg.ticket,
        to: if msg.to.is_empty() { vec![msg.recipient] } else { msg.to },
        cc: msg.cc,
        subject: msg.subject,
        text: msg.text,
        html: msg.html,
        in_reply_to: msg.reply_to,
        references: msg.references,
        automatic,
        files,
    }
}

/// The blob store could not do it now.
fn stored(detail: Detail) -> Problem {
    Problem { code: "email.store", message: detail.message, passing: true }
}

fn failure(problem: Problem) -> Failure {
    let detail = Detail::new(problem.code, problem.message);
    if problem.passing { Failure::retryable(detail) } else { Failure::Permanent(detail) }
}
