//! Between mail and the host: blobs in, blobs out, and messages in the host's words.

use crate::compose::{Draft, File, Problem};
use crate::mime::{transfer::unpack, wrapped::opened};
use crate::parts;
use crate::receive::{Letter, News};
use patchbay_plugin::media;
use patchbay_plugin::prelude::*;

/// Above the host's own limit for whole messages, so that only a broken host reaches it.
const RAW_MAX: usize = 64 << 20;
const PIECE: usize = 192 * 1024;

/// The message's bytes, in one allocation of the right size; what was packed twice is opened.
///
/// # Errors
/// When the store cannot be read now, or the message is too large for a plugin's memory.
pub fn whole(blob: &Blob) -> Result<Vec<u8>, Failure> {
    let size = blob.meta().size.and_then(|s| usize::try_from(s).ok()).unwrap_or(0);
    let mut raw = Vec::with_capacity(size.min(RAW_MAX));
    loop {
        let piece = blob.read(raw.len() as u64, PIECE as u32).map_err(Failure::retryable)?;
        if piece.is_empty() {
            return Ok(opened(raw));
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

/// News of a message of ours, and why it failed where it did.
#[must_use]
pub fn receipts(news: News, at_ms: u64) -> Vec<Event> {
    let News { external_id, status, code, sentence } = news;
    let reason = sentence.map(|sentence| ReceiptReason {
        external_id: external_id.clone(),
        status: status.to_owned(),
        code: code.clone(),
        message: Some(sentence),
        provider: None,
    });
    let receipt = Receipt { external_id, status: status.to_owned(), at_ms, code };
    std::iter::once(receipt.into()).chain(reason.map(Event::from)).collect()
}

/// A letter as the host takes it; its attachments go into the store.
///
/// # Errors
/// When the store cannot take them now.
pub fn message(letter: Letter, raw: &[u8], channel: &str) -> Result<InboundMessage, Failure> {
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
    let empty = letter.text.is_empty() && letter.html.is_none() && attachments.is_empty();
    let text = if empty { "[empty message]".to_owned() } else { letter.text };
    let address = letter.from.address;
    Ok(InboundMessage {
        external_id: letter.external_id,
        thread: letter.thread,
        channel: channel.to_owned(),
        from: Actor {
            external_id: address.to_lowercase(),
            display_name: letter.from.name,
            attrs: vec![("email".to_owned(), address)],
        },
        at_ms: u64::try_from(letter.at_ms).unwrap_or(0),
        subject: letter.subject,
        text: Some(text).filter(|text| !text.is_empty()),
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
fn store(found: &parts::PackedAttachment, raw: &[u8]) -> Result<Blob, Detail> {
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

/// An agent's message as the composer takes it.
#[must_use]
pub fn draft(msg: Message) -> Draft {
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
#[must_use]
pub fn stored(detail: Detail) -> Problem {
    Problem { code: "email.store", message: detail.message, passing: true }
}

/// A composer's problem as the host takes it.
#[must_use]
pub fn failure(problem: Problem) -> Failure {
    let detail = Detail::new(problem.code, problem.message);
    if problem.passing { Failure::retryable(detail) } else { Failure::Permanent(detail) }
}
