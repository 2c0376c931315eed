//! Reports about mail we sent: bounces, delays, deliveries and read receipts.

use crate::{
    mime::{Mail, Part, address, charset, headers::Headers, transfer::unpacked},
    thread,
};

const MAX_RECIPIENTS: usize = 20;

/// What a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Failed,
    Delayed,
    Delivered,
    Read,
    /// The recipient deleted it without looking.
    Unread,
    /// The recipient called the mail spam.
    Complaint,
    /// Something else, for example that somebody else sent mail in our name.
    Other,
}

/// One report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub outcome: Outcome,
    /// Message-ID of the mail that is reported on.
    pub original: Option<String>,
    /// The original's own references, for finding the thread.
    pub thread: Option<String>,
    /// Addresses the report is about.
    pub recipients: Vec<String>,
    /// Enhanced status, for example `5.1.1`.
    pub status: Option<String>,
    /// What the other server said.
    pub said: Option<String>,
    /// The recipients have different reasons, so that none holds for all.
    pub mixed: bool,
    /// Where the original asked answers to go: the signed address survives where a relay puts its
    /// own Message-ID on our mail.
    pub reply_to: Vec<String>,
}

impl Report {
    /// A code for the registry: `email.5.1.1`.
    pub fn code(&self) -> String {
        match (&self.status, self.outcome) {
            (Some(status), _) => format!("email.{status}"),
            (None, Outcome::Failed) => "email.5.0.0".to_owned(),
            (None, _) => "email.0.0.0".to_owned(),
        }
    }

    /// One paragraph for the ticket.
    pub fn sentence(&self) -> String {
        let whom = match self.recipients.as_slice() {
            [] => "the recipient".to_owned(),
            some => some.join(", "),
        };
        let why = if self.mixed {
            "each for a reason of its own"
        } else {
            meaning(self.status.as_deref())
        };
        let mut text = match self.outcome {
            Outcome::Failed => format!("The message to {whom} could not be delivered: {why}."),
            Outcome::Delayed => {
                format!("The message to {whom} is delayed. The mail server goes on trying: {why}.")
            }
            Outcome::Delivered => format!("The message to {whom} was delivered."),
            Outcome::Read => format!("The message was displayed to {whom}."),
            Outcome::Unread => format!("The message was deleted unread by {whom}."),
            Outcome::Complaint => format!("The message to {whom} was marked as spam."),
            Outcome::Other => format!("A mail server sent a report about a message to {whom}."),
        };
        if let Some(said) = &self.said {
            text.push_str(if self.mixed {
                "\n\nThe mail servers said:"
            } else {
                "\n\nThe mail server said: "
            });
            text.push_str(said);
        }
        text
    }
}

/// What an enhanced status means to a person.
fn meaning(status: Option<&str>) -> &'static str {
    let status = status.unwrap_or_default();
    let tail = status.split_once('.').map_or("", |(_, tail)| tail);
    match tail {
        // Greylisting and the like: the same answer would be final with a 5.
        _ if status.starts_with('4') && tail.starts_with("7.") => {
            "the other server does not take it yet"
        }
        "1.1" | "1.10" => "there is no such mailbox",
        "1.2" | "1.8" | "4.4" => "there is no such mail domain",
        "1.3" => "the address is not written correctly",
        "2.1" => "the mailbox is disabled",
        "2.2" => "the mailbox is full",
        "2.3" | "3.4" => "the message is too large",
        "7.1" | "7.0" => "the other server does not accept mail from us, or not to this address",
        "7.23" | "7.25" | "7.26" | "7.27" => {
            "the sender could not be authenticated (SPF, DKIM or DMARC)"
        }
        _ if tail.starts_with("7.") => "the other server refused it by its rules",
        _ if tail.starts_with("4.") => "the other server could not be reached",
        _ if status.starts_with('4') => "the other server has a passing problem",
        _ => "the other server refused it",
    }
}

/// Reads a report; none for other mail.
pub fn read(mail: &Mail<'_>) -> Option<Report> {
    let root = &mail.root;
    let kind = root.kind.value.as_str();
    let declared = root.kind.param("report-type").unwrap_or_default().to_ascii_lowercase();
    if let Some(part) =
        find(root, &["message/delivery-status", "message/global-delivery-status"], 2)
    {
        return Some(delivery(mail, part));
    }
    if let Some(part) = find(root, &["message/disposition-notification"], 2) {
        return Some(disposition(mail, part));
    }
    if let Some(part) = find(root, &["message/feedback-report"], 2) {
        return Some(complaint(mail, part));
    }
    if kind == "multipart/report" || !declared.is_empty() {
        return Some(Report { outcome: Outcome::Other, ..about_original(mail) });
    }
    plain(mail)
}

fn find<'a>(part: &'a Part, kinds: &[&str], depth: usize) -> Option<&'a Part> {
    part.children.iter().find(|c| kinds.contains(&c.mime())).or_else(|| {
        let deeper = depth.checked_sub(1)?;
        // A report that was forwarded by a person is content, not a report.
        part.children
            .iter()
            .filter(|c| c.kind.value == "multipart/report" || c.kind.value == "multipart/mixed")
            .find_map(|c| find(c, kinds, deeper))
    })
}

/// The report's fields, one block per recipient.
fn delivery(mail: &Mail<'_>, part: &Part) -> Report {
    let mut report = about_original(mail);
    let bytes = unpacked(mail.packed(part), part.packing);
    let mut rest = bytes.as_slice();
    let mut worst = None;
    let mut said: Vec<(String, String)> = Vec::new();
    for _ in 0..200 {
        rest = rest.trim_ascii_start();
        if rest.is_empty() {
            break;
        }
        let (block, used) = Headers::parse(rest);
        rest = &rest[used.max(1).min(rest.len())..];
        if let Some(id) =
            block.raw("x-original-message-id").map(thread::ids).and_then(|i| i.into_iter().next())
        {
            report.original.get_or_insert(id);
        }
        let Some(action) = block.text("action") else { continue };
        let outcome = match action
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
            .as_str()
        {
            "failed" => Outcome::Failed,
            "delayed" => Outcome::Delayed,
            "delivered" | "relayed" | "expanded" => Outcome::Delivered,
            _ => Outcome::Other,
        };
        let recipient = block.text("final-recipient").or_else(|| block.text("original-recipient"));
        let recipient = recipient.map(|r| after_semicolon(&r));
        // The worst recipient decides about the message: an agent has to act on it.
        let rank = |o: Outcome| match o {
            Outcome::Failed => 3,
            Outcome::Delayed => 2,
            Outcome::Delivered => 1,
            _ => 0,
        };
        let code = block.text("status").and_then(|s| status(&s));
        match worst {
            Some(w) if rank(w) > rank(outcome) => continue,
            Some(w) if rank(w) == rank(outcome) => report.mixed |= code != report.status,
            _ => {
                worst = Some(outcome);
                (report.status, report.mixed) = (code, false);
                report.recipients.clear();
                said.clear();
            }
        }
        if let Some(text) = block.text("diagnostic-code") {
            said.push((recipient.clone().unwrap_or_default(), after_semicolon(&text)));
        }
        report.recipients.extend(recipient.filter(|r| !r.is_empty()));
    }
    said.truncate(MAX_RECIPIENTS);
    report.said = if report.mixed {
        let lines: Vec<String> = said.iter().map(|(to, why)| format!("\n{to}: {why}")).collect();
        (!lines.is_empty()).then(|| lines.concat())
    } else {
        said.into_iter().next().map(|(_, why)| why)
    };
    report.outcome = worst.unwrap_or(Outcome::Other);
    guess_original(mail, &mut report);
    guess_recipients(mail, &mut report);
    report
}

/// Feedback of a provider whose customer pressed the spam button (RFC 5965).
fn complaint(mail: &Mail<'_>, part: &Part) -> Report {
    let mut report = about_original(mail);
    let bytes = unpacked(mail.packed(part), part.packing);
    let (fields, _) = Headers::parse(bytes.trim_ascii_start());
    if matches!(fields.lower("feedback-type").as_str(), "abuse" | "fraud" | "complaint") {
        report.outcome = Outcome::Complaint;
    }
    report.recipients = fields
        .raw_all("original-rcpt-to")
        .flat_map(|raw| address::list(raw, None))
        .map(|a| a.address)
        .take(MAX_RECIPIENTS)
        .collect();
    guess_recipients(mail, &mut report);
    report
}

/// Reports without the original often answer it, or name it in their text.
fn guess_original(mail: &Mail<'_>, report: &mut Report) {
    if report.original.is_some() {
        return;
    }
    let headers = &mail.root.headers;
    let answered = headers.raw_all("in-reply-to").flat_map(thread::ids).next();
    let last = || headers.raw_all("references").flat_map(thread::ids).last();
    match answered.or_else(last) {
        Some(id) => {
            report.thread = Some(thread::references(headers, &id).1);
            report.original = Some(id);
        }
        None => report.original = named_in(&words_of(mail)).into_iter().next(),
    }
}

/// Who a report is about, when its fields do not say: the header of some servers, the text, or the
/// only recipient of the returned message.
fn guess_recipients(mail: &Mail<'_>, report: &mut Report) {
    if report.recipients.is_empty()
        && let Some(failed) = mail.root.headers.text("x-failed-recipients")
    {
        report.recipients = failed.split(',').map(|a| a.trim().to_owned()).collect();
    }
    if report.recipients.is_empty() {
        // `<ann@x.test>:` on a line of its own, as qmail and its children write.
        let text = words_of(mail);
        let marked = text
            .lines()
            .take_while(|l| !l.starts_with("--- "))
            .filter_map(|l| l.trim().strip_prefix('<')?.strip_suffix(">:"));
        report.recipients = marked.filter(|a| address::valid(a)).map(str::to_owned).collect();
    }
    if report.recipients.is_empty()
        && let Some(headers) = returned(mail)
    {
        let all: Vec<_> = ["to", "cc"]
            .iter()
            .flat_map(|name| headers.raw_all(name))
            .flat_map(|raw| address::list(raw, None))
            .collect();
        if let [only] = all.as_slice() {
            report.recipients.push(only.address.clone());
        }
    }
    report.recipients.truncate(MAX_RECIPIENTS);
}

/// Ids in lines of a text that begin like the header.
fn named_in(text: &str) -> Vec<String> {
    text.lines()
        .map(|l| l.trim_start_matches(['>', ' ', '\t']))
        .filter(|l| l.get(..11).is_some_and(|s| s.eq_ignore_ascii_case("message-id:")))
        .flat_map(|l| thread::ids(l.as_bytes()))
        .collect()
}

/// The beginning of the first text in the mail; for a mail of one part that is all of it.
fn words_of(mail: &Mail<'_>) -> String {
    let mut part = &mail.root;
    while let Some(first) = part.children.first() {
        part = first;
    }
    let body = mail.packed(part);
    let bytes = unpacked(&body[..body.len().min(128 * 1024)], part.packing);
    charset::decode(&bytes, part.kind.param("charset"), None)
}

fn disposition(mail: &Mail<'_>, part: &Part) -> Report {
    let mut report = about_original(mail);
    let bytes = unpacked(mail.packed(part), part.packing);
    let (fields, _) = Headers::parse(bytes.trim_ascii_start());
    if let Some(id) =
        fields.raw("original-message-id").map(thread::ids).and_then(|i| i.into_iter().next())
    {
        report.original = Some(id);
    }
    report.recipients =
        fields.text("final-recipient").map(|r| after_semicolon(&r)).into_iter().collect();
    guess_original(mail, &mut report);
    // `displayed` is the only one that says a person saw it.
    let said = fields.lower("disposition");
    report.outcome = if said.contains("displayed") {
        Outcome::Read
    } else if said.contains("deleted") {
        Outcome::Unread
    } else {
        Outcome::Other
    };
    report
}

/// The headers of the message that came back.
fn returned(mail: &Mail<'_>) -> Option<Headers> {
    let kinds = [
        "message/rfc822",
        "message/global",
        "text/rfc822-headers",
        "message/rfc822-headers",
        "message/global-headers",
    ];
    let part = find(&mail.root, &kinds, 2)?;
    let bytes = unpacked(mail.packed(part), part.packing);
    Some(Headers::parse(bytes.trim_ascii_start()).0)
}

/// What the returned message or its headers tell.
fn about_original(mail: &Mail<'_>) -> Report {
    let mut report = Report {
        outcome: Outcome::Other,
        original: None,
        thread: None,
        recipients: Vec::new(),
        status: None,
        said: None,
        mixed: false,
        reply_to: Vec::new(),
    };
    if let Some(headers) = returned(mail) {
        report.original = thread::message_id(&headers);
        if let Some(id) = &report.original {
            report.thread = Some(thread::references(&headers, id).1);
        }
        report.reply_to = headers
            .raw_all("reply-to")
            .flat_map(|raw| address::list(raw, None))
            .map(|a| a.address)
            .collect();
    }
    report
}

/// Bounces in prose, as some servers still write them.
fn plain(mail: &Mail<'_>) -> Option<Report> {
    let headers = &mail.root.headers;
    let from = headers.lower("from");
    let daemon = from.contains("mailer-daemon") || from.contains("postmaster@");
    let null = headers.raw("return-path").is_some_and(|p| p.trim_ascii() == b"<>");
    let subject = headers.lower("subject");
    let said_so = [
        "undeliver",
        "returned mail",
        "failure notice",
        "delivery fail",
        "delivery problem",
        "delivery report",
        "non-delivery",
        "delivery status notification",
        "mail delivery",
        "could not be delivered",
        "unzustellbar",
        "non remis",
        "退信",
        "未能投递",
    ]
    .iter()
    .any(|words| subject.contains(words));
    // A person's responder quotes our subject, which may well speak of a delay.
    let said_so =
        said_so || daemon && (subject.contains("delayed") || subject.contains("not delivered"));
    if !(daemon || null) || !said_so {
        return None;
    }
    let text = words_of(mail);
    let found =
        text.split(|c: char| c.is_whitespace() || "()[]<>:;,#".contains(c)).find_map(status);
    let delayed = subject.contains("delay")
        || subject.contains("warning")
        || found.as_deref().is_some_and(|s| s.starts_with('4'));
    let mut report = about_original(mail);
    report.outcome = if delayed { Outcome::Delayed } else { Outcome::Failed };
    report.status = found;
    if report.original.is_none() {
        // The returned message stands in the text itself, and what it quotes stands below it.
        report.original = named_in(&text).into_iter().next();
    }
    guess_original(mail, &mut report);
    guess_recipients(mail, &mut report);
    Some(report)
}

/// `5.1.1` from text that begins with it.
fn status(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?;
    let mut numbers = word.split('.');
    let class = numbers.next()?;
    let rest: Vec<&str> = numbers.collect();
    let ok = matches!(class, "2" | "4" | "5")
        && rest.len() == 2
        && rest.iter().all(|n| (1..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
    ok.then(|| word.to_owned())
}

/// `rfc822; a@b` and `smtp; 550 …` name their kind first.
fn after_semicolon(text: &str) -> String {
    let value = text.split_once(';').map_or(text, |(_, v)| v);
    let value = value.trim().trim_start_matches('<').trim_end_matches('>');
    value.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::{meaning, status};

    #[test]
    fn statuses_are_found_and_explained() {
        assert_eq!(status("5.1.1 (bad mailbox)").as_deref(), Some("5.1.1"));
        assert_eq!(status("10.0.0.1"), None);
        assert_eq!(status("5.1"), None);
        assert_eq!(meaning(Some("5.2.2")), "the mailbox is full");
        assert_eq!(meaning(Some("4.0.0")), "the other server has a passing problem");
        assert_eq!(meaning(None), "the other server refused it");
    }
}
