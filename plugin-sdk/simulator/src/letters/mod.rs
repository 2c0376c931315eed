//! Mail as customers write it on the phone, and the reports of mail that did not arrive: shared by
//! all mailboxes that are played.
//!
//! Everything written on the phone is a mail. It answers the newest mail of the conversation, unless
//! its first line is `Subject: …`, which begins a new one.
pub mod mime;

use crate::network::model::{Account, Chat};
use crate::network::{Happening, Network};
use crate::sms::wire::date;

/// A mail that is answered.
#[derive(Debug, Clone, Default)]
pub struct Parent {
    /// With its brackets.
    pub message_id: String,
    pub subject: String,
    /// Where it wants its answer, if not at the mailbox's own address.
    pub reply_to: Option<String>,
}

/// A customer's address.
pub fn person_address(user: i64) -> String {
    format!("customer{user}@customer.example")
}

/// The customer of an address.
pub fn person_of(address: &str) -> Option<i64> {
    let number = address.strip_prefix("customer")?.strip_suffix("@customer.example")?;
    number.parse().ok().filter(|id| *id > 0)
}

/// The mailbox's address: the account's name where that is one.
pub fn address(account: &Account, domain: &str) -> String {
    match account.name.contains('@') {
        true => account.name.clone(),
        false => format!("{}@{domain}", account.key),
    }
}

/// The Message-ID of the mail that a happening's message answers: the chosen one, else the newest.
pub fn answered(network: &Network, happening: &Happening) -> Option<String> {
    let message = happening.message.as_ref()?;
    let state = network.state();
    let chat = state.chat(&happening.account.key, happening.person.id)?;
    let n = message.reply_to.or_else(|| newest_before(chat, message.n))?;
    let message = chat.messages.get(&n)?;
    match message.customer {
        true => Some(message_id(&message.id)),
        false => Some(message.more.get("mail")?.as_str()?.to_owned()),
    }
}

fn newest_before(chat: &Chat, n: i64) -> Option<i64> {
    chat.messages.keys().filter(|other| **other < n).max().copied()
}

fn message_id(id: &str) -> String {
    format!("<{id}@customer.example>")
}

/// The mail of a customer's message.
pub fn written(happening: &Happening, to: &str, parent: Option<Parent>) -> Vec<u8> {
    let Some(message) = &happening.message else { return Vec::new() };
    let said = message.text.clone().unwrap_or_default();
    let (subject, text) = match said.strip_prefix("Subject: ") {
        Some(rest) => {
            let (subject, text) = rest.split_once('\n').unwrap_or((rest, ""));
            (Some(subject.trim().to_owned()), text.trim_start().to_owned())
        }
        None => (None, said),
    };
    let parent = parent.filter(|_| subject.is_none());
    let from = person_address(happening.person.id);
    let name = happening.person.name();
    let name = name.replace(['"', '<', '>', '\r', '\n'], "");
    let name = if name.is_ascii() { format!("\"{name}\"") } else { mime::word(&name) };
    let to = parent.as_ref().and_then(|parent| parent.reply_to.as_deref()).unwrap_or(to);
    let mut headers = vec![
        ("From", format!("{name} <{from}>")),
        ("To", to.to_owned()),
        ("Date", date(happening.at_ms)),
        ("Message-ID", message_id(&message.id)),
    ];
    let subject = match (subject, &parent) {
        (Some(subject), _) => subject,
        (None, Some(parent)) => format!("Re: {}", parent.subject.trim_start_matches("Re: ")),
        (None, None) => {
            let first = text.lines().next().unwrap_or_default();
            let first: String = first.chars().take(60).collect();
            if first.is_empty() { "(no subject)".to_owned() } else { first }
        }
    };
    headers.push(("Subject", subject));
    if let Some(parent) = parent {
        headers.push(("In-Reply-To", parent.message_id.clone()));
        headers.push(("References", parent.message_id));
    }
    let files: Vec<_> = message
        .files
        .iter()
        .map(|file| (file.name.clone(), file.mime.clone(), file.bytes.to_vec()))
        .collect();
    mime::written(&headers, &text, &files)
}

/// Why a mail did not arrive.
pub struct Failure<'a> {
    /// The mailbox it came from, and who writes the report.
    pub own: &'a str,
    pub by: &'a str,
    pub to: &'a str,
    /// The mail's Message-ID.
    pub about: &'a str,
    pub status: &'a str,
    pub said: &'a str,
}

/// The report that a mail did not arrive (RFC 3464).
pub fn report(failure: &Failure<'_>) -> Vec<u8> {
    let Failure { own, by, to, about, status, said } = failure;
    let host = own.rsplit('@').next().unwrap_or_default().to_owned();
    let n = crate::clock::now_ms();
    format!(
        "From: {by} <postmaster@{host}>\r\nTo: {own}\r\nReturn-Path: <>\r\n\
         Subject: Undeliverable: Message\r\nMessage-ID: <ndr-{n}-{status}@{host}>\r\n\
         Date: {}\r\nMIME-Version: 1.0\r\nIn-Reply-To: {about}\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"ndr\"\r\n\r\n\
         --ndr\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         Your message to {to} couldn't be delivered.\r\n\
         --ndr\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns;{host}\r\n\r\n\
         Final-Recipient: rfc822;{to}\r\nAction: failed\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp;550 {status} {said}\r\n\r\n\
         --ndr\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {about}\r\nTo: {to}\r\n\r\n\
         --ndr--\r\n",
        date(n)
    )
    .into_bytes()
}
