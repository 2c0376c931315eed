//! How large a batch is: the host's limits on what a guest hands back.

mod answers;

use super::model::{
    Actor, Attachment, Batch, Content, Envelope, Event, PollOutcome, Sent, SentPart, Validation,
    WebhookReply,
};

/// What a call answers: a batch, and perhaps more that costs memory and disk.
pub trait Answer {
    /// The batch in it.
    fn batch(&self) -> Option<&Batch> {
        None
    }

    /// Bytes of everything else.
    fn rest(&self) -> usize {
        0
    }
}

impl Answer for () {}

impl Answer for Batch {
    fn batch(&self) -> Option<&Batch> {
        Some(self)
    }
}

impl Answer for (Option<WebhookReply>, Batch) {
    fn batch(&self) -> Option<&Batch> {
        Some(&self.1)
    }

    fn rest(&self) -> usize {
        self.0.as_ref().map_or(0, |reply| {
            let headers = reply.headers.iter().map(|(n, v)| n.len() + v.len() + 64);
            reply.body.len() + headers.sum::<usize>()
        })
    }
}

impl Answer for PollOutcome {
    fn batch(&self) -> Option<&Batch> {
        Some(&self.batch)
    }
}

impl Answer for Sent {
    fn batch(&self) -> Option<&Batch> {
        Some(&self.batch)
    }

    fn rest(&self) -> usize {
        self.status.len() + self.external_ids.iter().map(|id| id.len() + 64).sum::<usize>()
    }
}

impl Answer for SentPart {
    fn batch(&self) -> Option<&Batch> {
        Some(&self.batch)
    }

    fn rest(&self) -> usize {
        self.status.len() + self.external_ids.iter().map(|id| id.len() + 64).sum::<usize>()
    }
}

impl Answer for Envelope {
    fn rest(&self) -> usize {
        let recipients = self.recipients.iter().map(|r| r.len() + 64).sum::<usize>();
        self.from.len() + self.message_id.len() + recipients
    }
}

impl Answer for Validation {
    fn rest(&self) -> usize {
        let problems =
            self.problems.iter().map(|(name, d)| name.len() + d.code.len() + d.message.len() + 64);
        self.title.as_ref().map_or(0, String::len)
            + problems.sum::<usize>()
            + pairs(&self.facts)
            + 64 * self.facts.len()
    }
}

/// What is too large in an answer, if anything is.
pub fn over(answer: &impl Answer, events_max: u32, bytes_max: u64) -> Option<String> {
    let rest = answer.rest() as u64;
    if rest > bytes_max {
        return Some(format!("an answer of {rest} bytes, allowed are {bytes_max}"));
    }
    answer.batch().and_then(|batch| batch_over(batch, events_max, bytes_max))
}

/// The most bytes of one stored value, of a key and of a cursor.
const VALUE_MAX: usize = 256 << 10;
pub const KEY_MAX: usize = 256;
const CURSOR_MAX: usize = 64 << 10;

fn batch_over(batch: &Batch, events_max: u32, bytes_max: u64) -> Option<String> {
    let count = batch.events.len() + batch.kv.len() + batch.timers.len() + batch.visitor.len();
    if count > events_max as usize {
        return Some(format!("a batch of {count} entries, allowed are {events_max}"));
    }
    if batch.cursor.as_ref().is_some_and(|c| c.len() > CURSOR_MAX) {
        return Some(format!("a cursor of more than {CURSOR_MAX} bytes"));
    }
    for op in &batch.kv {
        if op.key.len() > KEY_MAX || op.value.as_ref().is_some_and(|v| v.len() > VALUE_MAX) {
            return Some(format!("a stored value of more than {VALUE_MAX} bytes"));
        }
    }
    if batch.timers.iter().any(|t| t.name.is_empty() || t.name.len() > KEY_MAX) {
        return Some(format!("a timer without a name of 1 to {KEY_MAX} bytes"));
    }
    let bytes = weight(batch);
    (bytes > bytes_max).then(|| format!("a batch of {bytes} bytes, allowed are {bytes_max}"))
}

/// Bytes of everything in the batch; what an attachment refers to is in the blob store and has its
/// own limit.
fn weight(batch: &Batch) -> u64 {
    let mut n = batch.cursor.as_ref().map_or(0, Vec::len);
    for event in &batch.events {
        n += 64 + event_weight(event);
    }
    for op in &batch.kv {
        n += op.key.len() + op.value.as_ref().map_or(0, Vec::len);
    }
    n += batch.timers.iter().map(|t| t.name.len() + 8).sum::<usize>();
    for frame in &batch.visitor {
        n += frame.session.len() + frame.name.len() + frame.data.len();
    }
    n as u64
}

fn event_weight(event: &Event) -> usize {
    let text = |t: &Option<String>| t.as_ref().map_or(0, String::len);
    match event {
        Event::Message(m) => {
            m.external_id.len()
                + m.thread.len()
                + m.channel.len()
                + actor(&m.from)
                + m.contents.iter().map(content).sum::<usize>()
                + [&m.subject, &m.text, &m.html, &m.reply_to, &m.verified_ticket]
                    .into_iter()
                    .map(text)
                    .sum::<usize>()
                + m.references.iter().map(String::len).sum::<usize>()
                + m.attachments.iter().map(attachment).sum::<usize>()
                + pairs(&m.extras)
        }
        Event::Receipt(r) => r.external_id.len() + r.status.len() + text(&r.code),
        Event::Edit(e) => e.external_id.len() + e.thread.len() + text(&e.text),
        Event::Signal(s) => s.thread.len() + s.kind.len(),
        Event::Reaction(r) => {
            r.external_id.len() + r.thread.len() + actor(&r.from) + text(&r.emoji)
        }
        Event::Call(c) => {
            c.external_id.len()
                + c.thread.len()
                + c.channel.len()
                + c.kind.len()
                + c.direction.len()
                + actor(&c.from)
                + text(&c.extension)
                + text(&c.line)
                + c.recording.as_ref().map_or(0, attachment)
                + pairs(&c.extras)
        }
        Event::Custom(c) => c.kind.len() + c.payload.len(),
    }
}

fn actor(a: &Actor) -> usize {
    a.external_id.len() + a.display_name.as_ref().map_or(0, String::len) + pairs(&a.attrs)
}

fn content(c: &Content) -> usize {
    let text = |t: &Option<String>| t.as_ref().map_or(0, String::len);
    let list = |l: &[String]| l.iter().map(|t| t.len() + 24).sum::<usize>();
    64 + match c {
        Content::Location(l) => text(&l.name) + text(&l.address),
        Content::Contact(c) => {
            c.name.len() + list(&c.phones) + list(&c.emails) + text(&c.organisation)
        }
        Content::Choice(c) => c.id.len() + c.title.len() + text(&c.offered_by),
        Content::Custom(c) => c.kind.len() + c.payload.len(),
    }
}

fn attachment(a: &Attachment) -> usize {
    200 + a.mime.len() + a.kind.len() + a.filename.as_ref().map_or(0, String::len)
}

fn pairs(list: &[(String, String)]) -> usize {
    list.iter().map(|(k, v)| k.len() + v.len()).sum()
}
