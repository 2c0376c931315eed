//! What became of a message: told by the provider, or asked for a few times.

use crate::api::{Api, CallError};
use crate::plan::Piece;
use crate::{date, refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// When a message is asked about after it was sent.
const PAUSES_MS: [u64; 4] = [10_000, 60_000, 600_000, 3_600_000];

/// The first question where the provider reports by itself, in case a report is lost.
pub const REPORTED: usize = 1;

/// How long it is known which parts belong together.
const TOGETHER_MS: u64 = 86_400_000;

/// The receipt of a status; none for those on the way, "sent" among them: the desk knows that
/// already, and such a report may come after the delivery's.
pub fn receipt(sid: &str, status: &str, code: Option<u64>, at_ms: u64) -> Option<Receipt> {
    let (status, code) = match status {
        "delivered" | "partially_delivered" => ("delivered", None),
        "read" => ("read", None),
        "failed" | "undelivered" | "canceled" => ("failed", Some(reason(status, code))),
        _ => return None,
    };
    Some(Receipt { external_id: sid.to_owned(), status: status.to_owned(), at_ms, code })
}

fn reason(status: &str, code: Option<u64>) -> String {
    code.map_or_else(|| format!("sms.{status}"), |code| format!("sms.{code}"))
}

/// Asks for a message's state later, the `tries`th time.
pub fn later(sid: &str, tries: usize, batch: &mut Batch) {
    if let Some(pause) = PAUSES_MS.get(tries) {
        let name = format!("status:{tries}:{sid}");
        batch.timers.push(Timer { name, at_ms: Some(host::now_ms() + pause) });
    }
}

/// Remembers that a part belongs to the message whose first part is `first`.
pub fn together(sid: &str, first: &str, batch: &mut Batch) {
    let (key, value) = (format!("part:{sid}"), Some(first.as_bytes().to_vec()));
    batch.kv.push(KvOp { key, value });
    let at_ms = Some(host::now_ms() + TOGETHER_MS);
    batch.timers.push(Timer { name: format!("forget:{sid}"), at_ms });
}

/// Tells the desk of a part, with a sentence for a code that is known. Once one part has failed, the
/// message stays failed, whatever the others do.
pub fn tell(receipt: Receipt, code: Option<u64>, batch: &mut Batch) {
    if let Some(whole) = host::kv_get(&format!("part:{}", receipt.external_id)) {
        let failed = format!("failed:{}", String::from_utf8_lossy(&whole));
        if receipt.status == "failed" {
            batch.kv.push(KvOp { key: failed, value: Some(b"1".to_vec()) });
        } else if host::kv_get(&failed).is_some() {
            return;
        }
    }
    let sentence = code.filter(|_| receipt.status == "failed").and_then(refusal::sentence);
    let reason = sentence.map(|sentence| ReceiptReason {
        external_id: receipt.external_id.clone(),
        status: receipt.status.clone(),
        code: receipt.code.clone(),
        message: Some(sentence.to_owned()),
        provider: None,
    });
    batch.events.push(Event::Receipt(receipt));
    batch.events.extend(reason.map(Event::from));
}

/// The code by which a message ends whose customer had left before.
const LEFT: u64 = 21_610;

/// Keeps at the person that they had left, which may have been told to nobody here.
pub fn left(code: Option<u64>, to: Option<&str>, batch: &mut Batch) {
    if let (Some(LEFT), Some(to)) = (code, to.filter(|to| !to.is_empty())) {
        batch.events.push(crate::opt_out::consent(to, false));
    }
}

/// A timer's turn.
pub fn ask(api: &Api, name: &str) -> Result<Batch, Failure> {
    let mut batch = Batch::empty();
    if let Some(sid) = name.strip_prefix("forget:") {
        let keys = [format!("part:{sid}"), format!("failed:{sid}")];
        batch.kv.extend(keys.map(|key| KvOp { key, value: None }));
        return Ok(batch);
    }
    let Some((tries, sid)) = name.strip_prefix("status:").and_then(|rest| rest.split_once(':'))
    else {
        return Ok(batch);
    };
    let tries: usize = tries.parse().unwrap_or(PAUSES_MS.len());
    let mut safe = String::new();
    patchbay_plugin::http::encode(&mut safe, sid);
    let message = match api.get(&format!("/Messages/{safe}.json")) {
        Ok(message) => message,
        // It was deleted there; there is nothing more to learn.
        Err(CallError::Refused(refusal)) if refusal.status == 404 => return Ok(batch),
        Err(error) => return Err(error.while_asking()),
    };
    let status = message["status"].as_str().unwrap_or_default();
    let code = message["error_code"].as_u64();
    match receipt(sid, status, code, host::now_ms()) {
        Some(receipt) => {
            tell(receipt, code, &mut batch);
            left(code, message["to"].as_str(), &mut batch);
        }
        None => later(sid, tries + 1, &mut batch),
    }
    Ok(batch)
}

/// How far back a lost message is looked for; older ones of the same words are others.
const LOOK_BACK_MS: u64 = 3_600_000;

/// The message in a list of the provider's that this piece became in an attempt before.
pub fn matching<'a>(
    list: &'a Value,
    sender: &str,
    piece: &Piece,
    known: &[String],
) -> Option<&'a str> {
    let since = host::now_ms().saturating_sub(LOOK_BACK_MS);
    let messages = list["messages"].as_array().into_iter().flatten();
    let ours = messages.filter(|one| {
        let word = |name: &str| one[name].as_str();
        let made = word("date_created").or(word("date_sent")).and_then(date::time);
        let from = if sender.starts_with("MG") { "messaging_service_sid" } else { "from" };
        let pictures = word("num_media").and_then(|count| count.parse::<usize>().ok());
        word("direction").is_some_and(|way| way.starts_with("outbound"))
            && word(from).is_none_or(|from| from == sender)
            && made.is_none_or(|made| made >= since)
            && bare(word("body").unwrap_or_default()) == bare(&piece.text)
            // Two messages without words are the same only if their pictures say so.
            && pictures.map_or(!piece.text.is_empty(), |count| count == piece.pictures.len())
    });
    let mut ids = ours.filter_map(|one| one["sid"].as_str());
    ids.find(|sid| !known.iter().any(|known| known == sid))
}

/// A text without what changes from attempt to attempt: the queries of links, which hold their
/// signature, and the white space.
fn bare(text: &str) -> String {
    let word = |word| match str::split_once(word, "://") {
        Some(_) => word.split('?').next().unwrap_or(word),
        None => word,
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}
