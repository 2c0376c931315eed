//! An agent's message as RFC 5322 bytes.
//!
//! Everything that differs between messages comes in: the clock, the ids and the signature. The
//! same message composed again for another attempt has the same Message-ID and boundaries, so a
//! receiver that already has it can tell.

use crate::{
    html,
    mime::{
        address::{self, Address},
        date, idna,
    },
    thread::{self, MADE_UP},
    wire::{self, Out},
};

/// Ancestors named in References besides the first: enough for every mailer's threading.
const LAST_REFERENCES: usize = 20;

/// Settings and surroundings.
pub struct Sender {
    pub name: String,
    pub address: String,
    /// Domain for Message-IDs.
    pub domain: String,
    /// Address for answers, when it differs from `address`.
    pub reply_to: Option<String>,
    pub now_ms: u64,
}

/// What to send.
#[derive(Default)]
pub struct Draft {
    pub op_id: String,
    pub ticket: String,
    pub to: Vec<String>,
    pub cc: Vec<String>,
    pub subject: Option<String>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub in_reply_to: Option<String>,
    /// Oldest first.
    pub references: Vec<String>,
    /// Written by a machine: says so in its headers.
    pub automatic: bool,
    pub files: Vec<File>,
}

/// One attachment; its bytes are asked for in pieces.
pub struct File {
    pub mime: String,
    pub filename: String,
    pub content_id: Option<String>,
    pub read: Box<dyn FnMut(u64) -> Result<Vec<u8>, Problem>>,
}

/// Why a message cannot be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: &'static str,
    pub message: String,
    /// A later try may succeed, for example when an attachment could not be read.
    pub passing: bool,
}

impl Problem {
    /// A problem with the message itself.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), passing: false }
    }
}

/// Who gets it and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    pub from: String,
    pub recipients: Vec<String>,
    /// Without angle brackets.
    pub message_id: String,
}

/// Writes the message to `out`.
pub fn compose(
    sender: &Sender,
    mut draft: Draft,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Problem>,
) -> Result<Envelope, Problem> {
    let from = checked(&sender.address, "The sender's address")?;
    let to = addresses(&draft.to)?;
    let mut cc = addresses(&draft.cc)?;
    cc.retain(|c| !to.iter().any(|t| t.key() == c.key()));
    if to.is_empty() {
        return Err(Problem::new("email.no-recipient", "The message has no recipient."));
    }
    let subject = subject(&draft)?;
    let message_id = message_id(&draft, &sender.domain);
    let (in_reply_to, references) = ancestors(&draft, &message_id);

    let mut head = Out::new(out);
    let name = line("The sender's name", &sender.name)?;
    head.header("From", &wire::mailbox(name, &from))?;
    head.list("To", to.iter().map(written))?;
    if !cc.is_empty() {
        head.list("Cc", cc.iter().map(written))?;
    }
    if let Some(reply_to) = &sender.reply_to {
        let reply_to = checked(reply_to, "The reply address")?;
        head.header("Reply-To", &wire::mailbox(name, &reply_to))?;
    }
    head.header("Subject", &wire::encoded(&subject))?;
    head.header("Date", &date::format(sender.now_ms))?;
    head.header("Message-ID", &format!("<{message_id}>"))?;
    if let Some(id) = in_reply_to {
        head.header("In-Reply-To", &format!("<{id}>"))?;
    }
    if !references.is_empty() {
        let ids: Vec<String> = references.iter().map(|id| format!("<{id}>")).collect();
        head.header("References", &ids.join(" "))?;
    }
    if draft.automatic {
        head.header("Auto-Submitted", "auto-replied")?;
        head.header("X-Auto-Response-Suppress", "All")?;
    }
    head.header("MIME-Version", "1.0")?;
    let seed = wire::seed(&message_id);
    body(&mut head, &mut draft, &seed)?;

    let mut recipients: Vec<String> = Vec::new();
    for a in to.iter().chain(&cc) {
        if !recipients.iter().any(|r| r.eq_ignore_ascii_case(&a.address)) {
            recipients.push(a.address.clone());
        }
    }
    Ok(Envelope { from, recipients, message_id })
}

/// mixed( related( alternative( text, html ), inline files ), files ), without empty layers.
fn body(out: &mut Out<'_>, draft: &mut Draft, seed: &str) -> Result<(), Problem> {
    let html = draft.html.take().filter(|h| !h.trim().is_empty());
    let text = draft.text.take().filter(|t| !t.trim().is_empty());
    let text = match (&text, &html) {
        (None, Some(html)) => html::to_text(html, false),
        (text, _) => text.clone().unwrap_or_default(),
    };
    let shown = html.as_deref().unwrap_or_default();
    let (inline, files): (Vec<File>, Vec<File>) =
        std::mem::take(&mut draft.files).into_iter().partition(|f| {
            f.content_id.as_ref().is_some_and(|id| shown.contains(&format!("cid:{id}")))
        });

    let mixed = (!files.is_empty()).then(|| format!("m_{seed}"));
    if let Some(boundary) = &mixed {
        out.multipart("mixed", boundary, None)?;
        out.part(boundary)?;
    }
    let related = (!inline.is_empty()).then(|| format!("r_{seed}"));
    if let Some(boundary) = &related {
        out.multipart("related", boundary, Some("multipart/alternative"))?;
        out.part(boundary)?;
    }
    match &html {
        Some(html) => {
            let boundary = format!("a_{seed}");
            out.multipart("alternative", &boundary, None)?;
            out.part(&boundary)?;
            out.text("text/plain", &text)?;
            out.part(&boundary)?;
            out.text("text/html", html)?;
            out.end(&boundary)?;
        }
        None => out.text("text/plain", &text)?,
    }
    if let Some(boundary) = &related {
        for file in inline {
            out.part(boundary)?;
            out.file(file, true)?;
        }
        out.end(boundary)?;
    }
    if let Some(boundary) = &mixed {
        for file in files {
            out.part(boundary)?;
            out.file(file, false)?;
        }
        out.end(boundary)?;
    }
    Ok(())
}

/// The same in every attempt, and naming the ticket for people who read headers.
fn message_id(draft: &Draft, domain: &str) -> String {
    let plain = |s: &str| {
        let kept: String =
            s.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect();
        // What was left out must still tell messages apart.
        if kept.len() == s.len() && !kept.is_empty() && kept.len() <= 80 {
            kept
        } else {
            wire::seed(s)
        }
    };
    format!("{}.{}@{}", plain(&draft.ticket), plain(&draft.op_id), domain.to_ascii_lowercase())
}

/// Whom this answers, and the chain up to it: the first and the last ones.
fn ancestors(draft: &Draft, own: &str) -> (Option<String>, Vec<String>) {
    let usable = |id: &&String| {
        id.contains('@')
            && id.len() < 400
            && !id.ends_with(MADE_UP)
            && id.as_str() != own
            && id.chars().all(|c| c.is_ascii_graphic() && !"<>()\"\\,;".contains(c))
    };
    let mut chain: Vec<String> = Vec::new();
    for id in draft.references.iter().chain(&draft.in_reply_to).filter(usable) {
        chain.retain(|known| known != id);
        chain.push(id.clone());
    }
    let parent = draft.in_reply_to.iter().find(usable).or(chain.last()).cloned();
    if chain.len() > LAST_REFERENCES + 1 {
        chain.drain(1..chain.len() - LAST_REFERENCES);
    }
    (parent, chain)
}

fn subject(draft: &Draft) -> Result<String, Problem> {
    let given = line("The subject", draft.subject.as_deref().unwrap_or_default())?.trim();
    let answers = draft.in_reply_to.is_some() || !draft.references.is_empty();
    let named = if thread::base_subject(given).is_empty() {
        format!("Ticket {}", draft.ticket)
    } else {
        given.to_owned()
    };
    let subject = if answers { thread::reply_subject(&named) } else { named };
    line("The subject", &subject).map(str::to_owned)
}

fn addresses(all: &[String]) -> Result<Vec<Address>, Problem> {
    let mut found: Vec<Address> = Vec::new();
    for text in all.iter().filter(|t| !t.trim().is_empty()) {
        line("An address", text)?;
        let read = address::list(text.as_bytes(), None);
        if read.is_empty() {
            return Err(not_an_address(text));
        }
        for a in read {
            // Reading is forgiving; what an agent typed must stand there letter by letter.
            if !text.contains(&a.address) || !text.contains('<') && !alone(text, &a.address) {
                return Err(not_an_address(text));
            }
            let a = Address { address: checked(&a.address, "A recipient's address")?, ..a };
            if !found.iter().any(|f| f.key() == a.key()) {
                found.push(a);
            }
        }
    }
    Ok(found)
}

/// Whether the address is one of the comma-separated pieces, and not a part of one.
fn alone(text: &str, address: &str) -> bool {
    text.trim() == address || text.split([',', ';']).any(|piece| piece.trim() == address)
}

fn written(a: &Address) -> String {
    wire::mailbox(a.name.as_deref().unwrap_or_default(), &a.address)
}

/// The address in the form that goes over the wire.
fn checked(text: &str, what: &str) -> Result<String, Problem> {
    let text = line(what, text)?.trim();
    let Some(text) = address::answerable(text) else { return Err(not_an_address(text)) };
    let ascii = text.rsplit_once('@').and_then(|(local, domain)| {
        // What stands before the `@` has no ASCII form; few servers would take it.
        local.is_ascii().then(|| idna::to_ascii(domain).map(|d| format!("{local}@{d}")))?
    });
    ascii.ok_or_else(|| not_an_address(&text))
}

fn not_an_address(text: &str) -> Problem {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(100).collect();
    Problem::new("email.address", format!("“{shown}” is not a mail address."))
}

/// Refuses what would begin another header line.
fn line<'a>(what: &str, text: &'a str) -> Result<&'a str, Problem> {
    if text.contains(['\r', '\n', '\0', '\u{85}', '\u{2028}', '\u{2029}']) {
        return Err(Problem::new("email.line-break", format!("{what} must not hold line breaks.")));
    }
    Ok(text)
}
