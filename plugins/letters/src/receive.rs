//! A raw mail as a customer's message. Pure: what the host lends comes in as values.

use crate::{
    automatic,
    bounce::{self, Outcome, Report},
    mime::{
        Mail,
        address::{self, Address},
        date,
        headers::Headers,
        transfer,
    },
    parts::{self, PackedAttachment},
    quote,
    thread::{self, MADE_UP, Sign},
    verdict::{self, Trust},
};
use sha2::{Digest as _, Sha256};

/// Clocks of mailers may be wrong by this much before we believe the server instead.
const AHEAD_MS: i64 = 24 * 3600 * 1000;
/// Mail older than this by its own date, but received now, has a broken date.
const BEHIND_MS: i64 = 3 * 365 * 24 * 3600 * 1000;

/// What is known around a message.
pub struct Around<'a> {
    /// The account's own addresses.
    pub own: Vec<String>,
    /// When the server received it.
    pub received_ms: i64,
    /// Whose word about the sender is believed.
    pub trust: Trust,
    pub sign: Sign<'a>,
}

/// A customer's message.
#[derive(Debug, Default)]
pub struct Letter {
    pub external_id: String,
    pub thread: String,
    pub from: Address,
    pub at_ms: i64,
    pub subject: Option<String>,
    pub text: String,
    pub html: Option<String>,
    pub reply_to: Option<String>,
    pub references: Vec<String>,
    pub verified_ticket: Option<String>,
    pub automatic: Option<&'static str>,
    pub attachments: Vec<PackedAttachment>,
    pub extras: Vec<(String, String)>,
}

/// News about a message of ours.
#[derive(Debug, PartialEq, Eq)]
pub struct News {
    pub external_id: String,
    pub status: &'static str,
    pub code: Option<String>,
    /// Why, in a sentence for agents.
    pub sentence: Option<String>,
}

/// Everything one mail brings.
#[derive(Debug)]
pub struct Received {
    /// Absent for read receipts, which say nothing to an agent beyond the mark at the message.
    pub letter: Option<Letter>,
    pub news: Option<News>,
}

/// Reads one mail. Never fails: what cannot be understood is shown as it is.
pub fn read(raw: &[u8], around: &Around<'_>) -> Received {
    // Lines that end as on very old Macs. The bytes keep their places, which attachments point to.
    let old: Vec<u8>;
    let raw = if raw.contains(&b'\r') && !raw.contains(&b'\n') {
        old = raw.iter().map(|b| if *b == b'\r' { b'\n' } else { *b }).collect();
        &old
    } else {
        raw
    };
    let mut mail = Mail::parse(raw);
    let hint = charset_of(&mail);
    mail.root.headers.set_hint(hint.as_deref());
    let report = bounce::read(&mail);
    let news = report.as_ref().and_then(news);
    if report.as_ref().is_some_and(|r| r.outcome == Outcome::Read) && news.is_some() {
        return Received { letter: None, news };
    }
    Received { letter: Some(letter(&mail, report.as_ref(), around)), news }
}

fn news(report: &Report) -> Option<News> {
    let status = match report.outcome {
        Outcome::Failed => "failed",
        Outcome::Delivered => "delivered",
        Outcome::Read => "read",
        Outcome::Delayed | Outcome::Unread | Outcome::Complaint | Outcome::Other => return None,
    };
    let failed = report.outcome == Outcome::Failed;
    let (code, sentence) = (failed.then(|| report.code()), failed.then(|| report.sentence()));
    Some(News { external_id: report.original.clone()?, status, code, sentence })
}

/// The character set a message mentions first, for headers that mention none. Pages that name one
/// within are asked last.
fn charset_of(mail: &Mail<'_>) -> Option<String> {
    let mut queue = vec![&mail.root];
    let mut page = None;
    while let Some(part) = queue.pop() {
        if let Some(charset) = part.kind.param("charset") {
            return Some(charset.to_owned());
        }
        if part.mime() == "text/html" && page.is_none() {
            page = Some(part);
        }
        queue.extend(part.children.iter().rev());
    }
    page?.charset(&transfer::unpacked(mail.packed(page?), page?.packing))
}

fn letter(mail: &Mail<'_>, report: Option<&Report>, around: &Around<'_>) -> Letter {
    let headers = &mail.root.headers;
    let mut letter = Letter { from: sender(headers, &around.own), ..Letter::default() };
    let content = parts::collect(mail, report.is_some());
    let hash = content_hash(mail);
    let own_id = thread::message_id(headers);
    letter.external_id = own_id.clone().unwrap_or_else(|| format!("{}{MADE_UP}", &hash[..40]));
    (letter.references, letter.thread) = thread::references(headers, &letter.external_id);
    letter.reply_to =
        headers.raw("in-reply-to").and_then(|raw| thread::ids(raw).into_iter().next());
    letter.verified_ticket = thread::recipients(headers)
        .iter()
        .find_map(|to| thread::verified_ticket(&to.address, around.sign));
    // Only whoever got our mail knows its signed address, so a copy that came back proves as much.
    let returned = report.map_or(&[][..], |r| &r.reply_to);
    letter.verified_ticket = letter
        .verified_ticket
        .or_else(|| returned.iter().find_map(|to| thread::verified_ticket(to, around.sign)));
    letter.at_ms = sent_at(headers, around.received_ms);
    letter.subject = subject(headers);
    letter.automatic = automatic::reason(headers, &letter.from.address, &around.own);

    let forward = letter.subject.as_deref().is_some_and(is_forward);
    let full = content.text.trim().to_owned();
    let answers = answers(headers, &letter);
    letter.text = match &content.new_text {
        // Somebody who forwards means the history.
        _ if forward => full.clone(),
        Some(new) if answers => quote::trim(new, true),
        // A page that answers nothing marks content as a quotation, unless that is introduced.
        Some(new) if quote::trim(&full, false) != full => quote::trim(new, false),
        _ => quote::trim(&full, answers),
    };
    letter.html = content.html;
    letter.attachments = content.attachments;

    let mut extra = |name: &str, value: String| {
        if !value.is_empty() {
            letter.extras.push((name.to_owned(), value));
        }
    };
    if let Some(report) = report {
        letter.automatic = Some("report");
        letter.text = report.sentence();
        if let Some(original) = &report.original {
            letter.references.retain(|id| id != original);
            letter.references.insert(0, original.clone());
            letter.thread = report.thread.clone().unwrap_or_else(|| thread::normal(original));
        }
        extra("report", format!("{:?}", report.outcome).to_lowercase());
        extra("report-code", report.code());
    }
    let marked = marked(mail.raw);
    if let Some(line) = &marked {
        let (code, sentence) = incomplete(line);
        extra(&format!("note:{code}"), sentence.clone());
        letter.text = format!("[{sentence}]");
    }
    if letter.text != full {
        extra("full-text", full);
    }
    for name in ["to", "cc"] {
        let all: Vec<String> = headers
            .raw_all(name)
            .flat_map(|raw| address::list(raw, headers.hint()))
            .map(|a| a.address)
            .collect();
        extra(name, all.join(", "));
    }
    extra("reply-cc", reply_cc(headers, &letter.from, around, letter.automatic.is_some()));
    let written = headers.raw("from").map(|raw| address::list(raw, headers.hint()));
    if let Some(from) = written.and_then(|all| all.into_iter().next())
        && from.key() != letter.from.key()
    {
        extra("written-from", from.address);
    }
    let verdict = verdict::read(headers, &around.trust);
    for (name, result) in
        [("auth-spf", verdict.spf), ("auth-dkim", verdict.dkim), ("auth-dmarc", verdict.dmarc)]
    {
        extra(name, result.unwrap_or_default().to_owned());
    }
    extra("automatic", letter.automatic.unwrap_or_default().to_owned());
    extra("content-hash", hash);
    for (code, sentence) in content.notes {
        extra(&format!("note:{code}"), sentence.to_owned());
    }
    if mail.broken && marked.is_none() {
        extra(
            "note:broken",
            "The message is not built correctly; it is shown as it came.".to_owned(),
        );
    }
    letter
}

/// Whether the mail answers another. Some programs say so in the subject only, and Exchange in an
/// index that is longer than that of a first mail.
fn answers(headers: &Headers, letter: &Letter) -> bool {
    let subject = letter.subject.as_deref().unwrap_or_default();
    headers.has("in-reply-to")
        || headers.has("references")
        || headers.raw("thread-index").is_some_and(|index| index.len() > 32)
        || letter.verified_ticket.is_some()
        || thread::base_subject(subject) != subject.trim()
}

/// Who else an answer to everybody goes to (RFC 5322 §3.6.3): the other To and Cc addresses. The
/// account's own are left out, for the desk in its own Cc would get each answer as a new mail; and what
/// a program wrote was sent to the desk alone, whoever else stands there.
fn reply_cc(headers: &Headers, from: &Address, around: &Around<'_>, automatic: bool) -> String {
    let mut seen = vec![from.key()];
    let mut others = vec![];
    let listed = ["to", "cc"].into_iter().filter(|_| !automatic);
    for one in listed.flat_map(|name| headers.raw_all(name)) {
        for address in address::list(one, headers.hint()) {
            let known = seen.contains(&address.key());
            if !known && !automatic::is_own(&address.address, &around.own) {
                seen.push(address.key());
                others.push(address.address);
            }
        }
    }
    others.join(", ")
}

/// Whom an answer goes to: Reply-To, else From.
fn sender(headers: &Headers, own: &[String]) -> Address {
    let all = |name: &str| -> Vec<Address> {
        headers.raw_all(name).flat_map(|raw| address::list(raw, headers.hint())).collect()
    };
    // Programs write words such as `none@` where they have no address.
    let usable = |a: &Address| {
        address::answerable(&a.address).is_some()
            && !a.domain().ends_with(".invalid")
            && a.domain() != "localhost"
    };
    let first = |name: &str| {
        let all = all(name);
        all.iter().find(|a| usable(a)).or(all.first()).cloned()
    };
    let is_own = |a: &Address| automatic::is_own(&a.address, own);
    let from = first("from");
    // A group rewrites From to its own address and names the person here.
    let person = first("x-original-sender").filter(|_| from.as_ref().is_some_and(is_own));
    let reply_to = first("reply-to").filter(|a| !is_own(a) && usable(a));
    let mut chosen = reply_to
        .or(person)
        .or_else(|| from.clone())
        .or_else(|| first("sender"))
        .or_else(|| first("return-path"))
        .unwrap_or_else(|| Address { name: None, address: "unknown@unknown.invalid".to_owned() });
    if chosen.name.is_none() {
        // Reply-To often carries the bare address of the person that From names.
        let name = from.and_then(|f| f.name);
        chosen.name = name.filter(|n| !n.eq_ignore_ascii_case(&chosen.address));
    }
    chosen
}

fn subject(headers: &Headers) -> Option<String> {
    let text = headers.text("subject")?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(500).collect();
    (!text.is_empty()).then_some(text)
}

fn is_forward(subject: &str) -> bool {
    const WORDS: &[&str] = &[
        "fw:",
        "fwd:",
        "[fwd:",
        "wg:",
        "tr:",
        "rv:",
        "enc:",
        "i:",
        "pd:",
        "doorst:",
        "vb:",
        "vl:",
        "ilt:",
        "i\u{307}lt:",
        "trs:",
        "пересл:",
        "πρθ:",
        "továbbítás:",
        "转发:",
        "轉寄:",
        "轉發:",
        "転送:",
        "전달:",
        "ส่งต่อ:",
        "chuyển tiếp:",
        "إعادة توجيه:",
        "הועבר:",
    ];
    let lower = subject.trim().to_lowercase().replace('：', ":").replace(" :", ":");
    WORDS.iter().any(|w| lower.starts_with(w))
}

/// The Date header where it can be true, else when the server received the mail.
fn sent_at(headers: &Headers, received_ms: i64) -> i64 {
    let dated = headers.text("date").and_then(|d| date::parse(&d));
    match dated {
        Some(ms) if received_ms <= 0 => ms,
        Some(ms) if ms <= received_ms + AHEAD_MS && ms >= received_ms - BEHIND_MS => ms,
        _ => received_ms,
    }
}

/// Says whether two mails are the same when their ids do not.
fn content_hash(mail: &Mail<'_>) -> String {
    let headers = &mail.root.headers;
    let mut hash = Sha256::new();
    for name in ["from", "date", "subject"] {
        hash.update(headers.raw(name).unwrap_or_default());
        hash.update([0]);
    }
    // Relays add headers, never body; but an empty line at the end comes and goes.
    hash.update(mail.raw[mail.root.body.clone()].trim_ascii_end());
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// The host's own header on mail it could not fetch whole. It is the very first line, above what
/// any server wrote, so that a sender's header of that name means nothing.
fn marked(raw: &[u8]) -> Option<String> {
    let line = raw.split(|b| *b == b'\n').next()?;
    let value = line.strip_prefix(b"X-Patchbay-Incomplete: ")?;
    Some(String::from_utf8_lossy(value).trim().to_owned())
}

fn incomplete(line: &str) -> (&'static str, String) {
    let size = line.split("size=").nth(1).and_then(|s| s.trim().parse::<u64>().ok());
    if line.starts_with("oversize") {
        let megabytes = size.map_or(String::new(), |s| format!(" ({} MB)", s.div_ceil(1 << 20)));
        ("oversize", format!("This message is too large{megabytes}; it is still in the mailbox."))
    } else {
        ("unreadable", "The mail server would not hand out the body of this message.".to_owned())
    }
}
