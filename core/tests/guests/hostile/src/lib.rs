//! A plugin that does, on request, everything a plugin must not get away with.
//!
//! The setting `do` names the act. Without one it behaves.

mod acts;
mod normalise;

// As plugins of the SDK have it.
#[global_allocator]
static HEAP: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

wit_bindgen::generate!({
    path: "../../../../plugin-sdk/wit",
    inline: "
        package guests:hostile;
        world hostile {
            include patchbay:plugin/settings-plugin@1.0.0;
            include patchbay:plugin/webhook-plugin@1.0.0;
            include patchbay:plugin/poll-plugin@1.0.0;
            include patchbay:plugin/mail-plugin@1.0.0;
            include patchbay:plugin/visitor-plugin@1.0.0;
            include patchbay:plugin/outbound-plugin@1.0.0;
            include patchbay:plugin/presence-plugin@1.0.0;
        }
    ",
    world: "guests:hostile/hostile",
    generate_all,
});

use exports::patchbay::plugin as offered;
use patchbay::plugin::{
    effects::{Actor, Attachment, Batch, Custom, Event, InboundMessage, KvOp, Timer, VisitorFrame},
    host,
    media::{Blob, BlobMeta, BlobWriter},
    types::{Account, Detail, Failure},
};

struct Hostile;

export!(Hostile);

fn detail(code: &str, message: &str) -> Detail {
    Detail { code: code.to_string(), message: message.to_string(), provider: None }
}

fn config(acc: &Account) -> serde_json::Value {
    serde_json::from_str(&acc.config).unwrap_or_default()
}

fn empty() -> Batch {
    Batch { events: vec![], cursor: None, kv: vec![], timers: vec![], visitor: vec![] }
}

fn message(id: &str, thread: &str, text: &str) -> InboundMessage {
    InboundMessage {
        external_id: id.to_string(),
        thread: thread.to_string(),
        channel: "HOSTILE".to_string(),
        from: Actor { external_id: "p".to_string(), display_name: None, attrs: vec![] },
        at_ms: 1,
        subject: None,
        text: Some(text.to_string()),
        html: None,
        reply_to: None,
        references: vec![],
        verified_ticket: None,
        attachments: vec![],
        contents: vec![],
        automatic: false,
        extras: vec![],
    }
}

impl offered::settings::Guest for Hostile {
    fn check(acc: Account) -> Result<offered::settings::Validation, Failure> {
        let facts = acts::run(&config(&acc))?;
        Ok(offered::settings::Validation { title: Some(acc.id), problems: vec![], facts })
    }

    fn connect(_: Account, webhook_url: String) -> Result<(), Failure> {
        if webhook_url.is_empty() {
            let problem = detail("hostile.url", "no address");
            return Err(Failure::NeedsConfig(vec![("public_url".to_string(), problem)]));
        }
        Ok(())
    }
}

impl offered::webhook::Guest for Hostile {
    fn handle(
        acc: Account,
        req: offered::webhook::Request,
    ) -> Result<(Option<offered::webhook::Reply>, Batch), Failure> {
        let mut batch = empty();
        match config(&acc)["do"].as_str() {
            Some("many-events") => {
                batch.events = (0..100_000)
                    .map(|i| Event::Message(message(&i.to_string(), "t", "x")))
                    .collect();
            }
            Some("big-event") => {
                batch.events = vec![Event::Message(message("1", "t", &"x".repeat(1 << 20)))];
            }
            Some("many-timers") => {
                let timer = |i: u32| Timer { name: i.to_string(), at_ms: Some(1) };
                batch.timers = (0..100_000).map(timer).collect();
            }
            Some("many-frames") => {
                let frame = |i: u32| VisitorFrame {
                    session: i.to_string(),
                    name: "ended".to_string(),
                    data: "{}".to_string(),
                };
                batch.visitor = (0..100_000).map(frame).collect();
            }
            Some("big-reply") => {
                let body = vec![b'x'; 1 << 20];
                let reply = offered::webhook::Reply { status: 200, headers: vec![], body };
                return Ok((Some(reply), batch));
            }
            Some("keep") => {
                // Notes what came, and says what was noted before: state that must stay its own.
                let before = host::kv_get("kept").unwrap_or_default();
                let text = String::from_utf8_lossy(&req.body).into_owned();
                let told = format!("{text} after {}", String::from_utf8_lossy(&before));
                batch.events = vec![Event::Message(message(&text, "kept", &told))];
                batch.kv = vec![KvOp { key: "kept".to_string(), value: Some(req.body.clone()) }];
            }
            Some("foreign") => {
                // Acts on visitors and conversations that belong to another account.
                let session = String::from_utf8_lossy(&req.body).into_owned();
                let payload = format!("{{\"session\":\"{session}\"}}").into_bytes();
                let kind = "livechat.ended".to_string();
                batch.events = vec![Event::Custom(Custom { kind, payload })];
                batch.visitor = vec![VisitorFrame {
                    session,
                    name: "message".to_string(),
                    data: "{\"text\":\"from a stranger\"}".to_string(),
                }];
            }
            Some("big-value") => {
                batch.kv = vec![KvOp { key: "k".to_string(), value: Some(vec![0; 300 << 10]) }];
            }
            _ => {
                let fields = normalise::normalise(&req.body)
                    .map_err(|e| Failure::Permanent(detail("hostile.json", &e.to_string())))?;
                let mut m = message(&fields.external_id, &fields.thread, &fields.text);
                m.from.external_id = fields.person;
                m.from.display_name = Some(fields.name);
                m.from.attrs = vec![("username".to_string(), fields.username)];
                m.at_ms = fields.at_ms;
                batch.events = vec![Event::Message(m)];
            }
        }
        let reply = (!req.query.is_empty()).then(|| offered::webhook::Reply {
            status: 200,
            headers: vec![],
            body: req.verified.into_bytes(),
        });
        Ok((reply, batch))
    }
}

impl offered::poll::Guest for Hostile {
    fn pull(_: Account, cursor: Option<Vec<u8>>) -> Result<offered::poll::Outcome, Failure> {
        let last = cursor.and_then(|c| c.first().copied()).unwrap_or(0);
        let batch = Batch { cursor: Some(vec![last + 1]), ..empty() };
        Ok(offered::poll::Outcome { batch, more: last < 2, next_in_ms: Some(7) })
    }
}

impl offered::mail::Guest for Hostile {
    fn receive(_: Account, mail: offered::mail::RawMail) -> Result<Batch, Failure> {
        let mut m = message(&format!("{}-{}", mail.uid_validity, mail.uid), "t", "mail");
        let size = mail.raw.meta().size.unwrap_or(0);
        let copy = BlobWriter::new(&meta("text/plain", "copy.txt"));
        let mut at = 0;
        loop {
            let piece = mail.raw.read(at, 65_536).map_err(Failure::Permanent)?;
            if piece.is_empty() {
                break;
            }
            at += piece.len() as u64;
            copy.write(&piece).map_err(Failure::Permanent)?;
        }
        let copy = BlobWriter::finish(copy).map_err(Failure::Permanent)?;
        m.attachments = vec![attachment(copy)];
        m.extras = vec![("size".to_string(), size.to_string())];
        Ok(Batch { events: vec![Event::Message(m)], ..empty() })
    }

    fn compose(
        _: Account,
        msg: offered::mail::Message,
    ) -> Result<offered::mail::Envelope, Failure> {
        let raw = BlobWriter::new(&meta("message/rfc822", "mail.eml"));
        let text = format!("To: {}\r\n\r\n{}", msg.recipient, msg.text.unwrap_or_default());
        raw.write(text.as_bytes()).map_err(Failure::Permanent)?;
        let raw = BlobWriter::finish(raw).map_err(Failure::Permanent)?;
        Ok(offered::mail::Envelope {
            from: "a@b.example".to_string(),
            recipients: vec![msg.recipient],
            raw,
            message_id: format!("{}@b.example", msg.op_id),
        })
    }
}

impl offered::visitor::Guest for Hostile {
    fn handle(
        _: Account,
        who: offered::visitor::Session,
        what: offered::visitor::Act,
    ) -> Result<Batch, Failure> {
        use offered::visitor::Act;
        let mut batch = empty();
        match what {
            Act::Message((id, text, files)) => {
                let mut m = message(&id, &who.id, &text);
                m.attachments = files;
                batch.events = vec![Event::Message(m)];
            }
            _ => {
                batch.visitor = vec![VisitorFrame {
                    session: who.id,
                    name: "seen".to_string(),
                    data: "{}".to_string(),
                }];
            }
        }
        Ok(batch)
    }
}

impl offered::outbound::Guest for Hostile {
    fn send(
        acc: Account,
        msg: offered::outbound::Message,
    ) -> Result<offered::outbound::Sent, Failure> {
        if config(&acc)["do"] == "unknown" {
            return Err(Failure::OutcomeUnknown(detail("hostile.unknown", "who knows")));
        }
        host::log(host::Level::Info, "sent", &[("op".to_string(), msg.op_id.clone())]);
        let sizes: u64 = msg.attachments.iter().filter_map(|a| a.blob.as_ref()?.meta().size).sum();
        Ok(offered::outbound::Sent {
            external_ids: vec![format!("{}-{}-{sizes}", msg.thread, msg.op_id)],
            status: "sent".to_string(),
            batch: empty(),
        })
    }
}

impl offered::presence::Guest for Hostile {
    fn notify(_: Account, _: offered::presence::Signal) -> Result<Batch, Failure> {
        Ok(empty())
    }
}

fn meta(mime: &str, name: &str) -> BlobMeta {
    BlobMeta { mime: mime.to_string(), filename: Some(name.to_string()), size: None }
}

fn attachment(blob: Blob) -> Attachment {
    Attachment {
        blob: Some(blob),
        mime: "text/plain".to_string(),
        filename: Some("copy.txt".to_string()),
        kind: "document".to_string(),
        content_id: None,
    }
}
