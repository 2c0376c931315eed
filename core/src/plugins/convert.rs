//! Between the generated types and the model: plain copies, and blobs in and out of the table.

pub mod content;
pub mod talk;

use super::{
    account::Account,
    bindings::{effects, outgoing, types},
    capabilities::media::BlobHandle,
    model,
};
use crate::blobs::BlobMeta;
use wasmtime::component::{Resource, ResourceTable};

type Table<'a> = &'a mut ResourceTable;

/// The account as a guest sees it. Secret settings are taken out even if a caller left them in.
pub fn account(account: &Account, schema: &serde_json::Value) -> types::Account {
    let is_secret = |name: &String| schema["properties"][name.as_str()]["x-secret"] == true;
    let config = match account.config.as_object() {
        Some(map) if map.keys().any(is_secret) => {
            let open = map.iter().filter(|(name, _)| !is_secret(name));
            serde_json::Value::Object(open.map(|(k, v)| (k.clone(), v.clone())).collect())
                .to_string()
        }
        Some(_) => account.config.to_string(),
        None => "{}".to_owned(),
    };
    types::Account {
        id: format!("channel-{}", account.channel_id),
        config,
        public_url: account.public_url.clone(),
        extras: Vec::new(),
    }
}

pub fn detail_out(d: model::Detail) -> types::Detail {
    types::Detail { code: d.code, message: d.message, provider: d.provider }
}

fn detail(d: types::Detail) -> model::Detail {
    model::Detail {
        code: cut(d.code, 200),
        message: cut(d.message, 2_000),
        provider: d.provider.map(|p| cut(p, 4_000)),
    }
}

/// A text for people, at most so many bytes of it.
fn cut(text: String, max: usize) -> String {
    let mut text = clean(text);
    text.truncate(text.floor_char_boundary(max));
    text
}

/// Without NUL characters: no text of a person has them, and PostgreSQL cannot store them.
pub fn clean(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}

pub fn maybe(text: Option<String>) -> Option<String> {
    text.map(clean)
}

pub fn pairs(list: Vec<(String, String)>) -> Vec<(String, String)> {
    list.into_iter().map(|(name, value)| (clean(name), clean(value))).collect()
}

pub fn failure(f: types::Failure) -> model::Failure {
    let retry =
        |r: types::Retry| model::Retry { after_ms: r.after_ms, max_attempts: r.max_attempts };
    match f {
        types::Failure::Retryable((d, r)) => model::Failure::Retryable(detail(d), retry(r)),
        types::Failure::RateLimited((d, r)) => model::Failure::RateLimited(detail(d), retry(r)),
        types::Failure::Permanent(d) => model::Failure::Permanent(detail(d)),
        types::Failure::AuthExpired(d) => model::Failure::AuthExpired(detail(d)),
        types::Failure::NeedsConfig(list) => model::Failure::NeedsConfig(named(list)),
        types::Failure::OutcomeUnknown(d) => model::Failure::OutcomeUnknown(detail(d)),
    }
}

/// Pairs of setting and problem.
pub fn named(list: Vec<(String, types::Detail)>) -> Vec<(String, model::Detail)> {
    list.into_iter().map(|(name, d)| (clean(name), detail(d))).collect()
}

/// Lends a stored blob to the guest.
pub fn lend(table: Table<'_>, blob: &super::BlobRef) -> wasmtime::Result<Resource<BlobHandle>> {
    Ok(table.push(BlobHandle(blob.clone()))?)
}

/// Takes back a blob that the guest handed over.
pub fn take(table: Table<'_>, blob: Resource<BlobHandle>) -> wasmtime::Result<super::BlobRef> {
    Ok(table.delete(blob)?.0)
}

pub fn attachments_in(
    table: Table<'_>,
    list: &[model::Attachment],
) -> wasmtime::Result<Vec<effects::Attachment>> {
    list.iter()
        .map(|a| {
            Ok(effects::Attachment {
                blob: a.blob.as_ref().map(|b| lend(table, b)).transpose()?,
                mime: a.mime.clone(),
                filename: a.filename.clone(),
                kind: a.kind.clone(),
                content_id: a.content_id.clone(),
            })
        })
        .collect()
}

fn attachment(table: Table<'_>, a: effects::Attachment) -> wasmtime::Result<model::Attachment> {
    let BlobMeta { mime, filename } = BlobMeta::clean(&a.mime, a.filename.as_deref());
    Ok(model::Attachment {
        blob: a.blob.map(|b| take(table, b)).transpose()?,
        mime,
        filename,
        kind: clean(a.kind),
        content_id: maybe(a.content_id),
    })
}

pub fn outgoing(
    table: Table<'_>,
    m: &model::OutgoingMessage,
) -> wasmtime::Result<outgoing::Message> {
    Ok(outgoing::Message {
        op_id: m.op_id.clone(),
        attempt: m.attempt,
        prior_unknown: m.prior_unknown,
        thread: m.thread.clone(),
        channel: m.channel.clone(),
        recipient: m.recipient.clone(),
        ticket: m.ticket.clone(),
        subject: m.subject.clone(),
        text: m.text.clone(),
        html: m.html.clone(),
        reply_to: m.reply_to.clone(),
        references: m.references.clone(),
        to: m.to.clone(),
        cc: m.cc.clone(),
        attachments: attachments_in(table, &m.attachments)?,
        contents: m.contents.iter().map(content::out).collect(),
        agent_name: m.agent_name.clone(),
        extras: m.extras.clone(),
    })
}

pub fn batch(table: Table<'_>, b: effects::Batch) -> wasmtime::Result<model::Batch> {
    let events = b.events.into_iter().map(|e| event(table, e)).collect::<Result<_, _>>()?;
    Ok(model::Batch {
        events,
        cursor: b.cursor,
        kv: b.kv.into_iter().map(|k| model::KvOp { key: clean(k.key), value: k.value }).collect(),
        timers: b
            .timers
            .into_iter()
            .map(|t| model::Timer { name: clean(t.name), at_ms: t.at_ms.map(millis) })
            .collect(),
        visitor: b
            .visitor
            .into_iter()
            .map(|f| model::VisitorFrame {
                session: clean(f.session),
                name: clean(f.name),
                data: clean(f.data),
            })
            .collect(),
    })
}

fn event(table: Table<'_>, e: effects::Event) -> wasmtime::Result<model::Event> {
    Ok(match e {
        effects::Event::Message(m) => model::Event::Message(message(table, m)?),
        effects::Event::Receipt(r) => model::Event::Receipt(model::Receipt {
            external_id: clean(r.external_id),
            status: clean(r.status),
            at_ms: millis(r.at_ms),
            code: maybe(r.code),
        }),
        effects::Event::Edit(e) => model::Event::Edit(model::Edit {
            external_id: clean(e.external_id),
            thread: clean(e.thread),
            text: maybe(e.text),
            deleted: e.deleted,
            at_ms: millis(e.at_ms),
        }),
        effects::Event::Signal(s) => {
            model::Event::Signal(model::Signal { thread: clean(s.thread), kind: clean(s.kind) })
        }
        effects::Event::Reaction(r) => model::Event::Reaction(model::Reaction {
            external_id: clean(r.external_id),
            thread: clean(r.thread),
            from: actor(r.from),
            emoji: maybe(r.emoji),
            at_ms: millis(r.at_ms),
        }),
        effects::Event::Call(c) => model::Event::Call(content::call(table, c)?),
        effects::Event::Custom(c) => model::Event::Custom(content::custom(c)),
    })
}

fn actor(a: effects::Actor) -> model::Actor {
    model::Actor {
        external_id: clean(a.external_id),
        display_name: maybe(a.display_name),
        attrs: pairs(a.attrs),
    }
}

fn message(
    table: Table<'_>,
    m: effects::InboundMessage,
) -> wasmtime::Result<model::InboundMessage> {
    let attachments = m.attachments.into_iter().map(|a| attachment(table, a));
    Ok(model::InboundMessage {
        attachments: attachments.collect::<Result<_, _>>()?,
        external_id: clean(m.external_id),
        thread: clean(m.thread),
        channel: clean(m.channel),
        from: actor(m.from),
        contents: m.contents.into_iter().map(content::content).collect(),
        at_ms: millis(m.at_ms),
        subject: maybe(m.subject),
        text: maybe(m.text),
        html: maybe(m.html),
        reply_to: maybe(m.reply_to),
        references: m.references.into_iter().map(clean).collect(),
        verified_ticket: maybe(m.verified_ticket),
        automatic: m.automatic,
        extras: pairs(m.extras),
    })
}

/// Times are signed in the database; a guest's nonsense becomes the far end, not a negative time.
fn millis(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
