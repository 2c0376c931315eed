//! How large a batch is: the host's limits on what a guest hands back.

use super::model::{Attachment, Batch, Event};

/// The most bytes of one stored value, of a key and of a cursor.
const VALUE_MAX: usize = 256 << 10;
const KEY_MAX: usize = 256;
const CURSOR_MAX: usize = 64 << 10;

/// What is too large, if anything is.
pub fn over(batch: &Batch, events_max: u32, bytes_max: u64) -> Option<String> {
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
                + m.from.external_id.len()
                + text(&m.from.display_name)
                + pairs(&m.from.attrs)
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
        Event::Custom(c) => c.kind.len() + c.payload.len(),
    }
}

fn attachment(a: &Attachment) -> usize {
    200 + a.mime.len() + a.kind.len() + a.filename.as_ref().map_or(0, String::len)
}

fn pairs(list: &[(String, String)]) -> usize {
    list.iter().map(|(k, v)| k.len() + v.len()).sum()
}
