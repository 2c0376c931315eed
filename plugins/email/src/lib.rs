//! Mail: turns raw RFC 5322 messages into customers' messages, and agents' messages into mail.
//!
//! The host speaks IMAP and SMTP; nothing here opens a connection. What mail is, the crate `letters`
//! knows; this file hands it the clock and the signing key.
pub mod settings;

pub use letters::{compose, mime, parts, receive, thread, verdict};

use compose::Sender;
use letters::{draft, failure, message, receipts, stored, whole};
use patchbay_plugin::prelude::*;
use patchbay_plugin::{mail as port, media, settings as check};
use receive::Around;
use settings::Settings;

struct Email;

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
            trust: settings.trust(),
            sign: &sign,
        };
        let received = receive::read(&raw, &around);
        let mut batch = Batch::empty();
        if let Some(news) = received.news {
            batch.events.extend(receipts(news, mail.received_ms));
        }
        if let Some(letter) = received.letter {
            batch = batch.event(message(letter, &raw, "EMAIL")?);
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
