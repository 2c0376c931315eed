//! What somebody on the phone writes, as a mail; and the reports of mail that did not arrive.
use super::{GraphMail, address, mime, person_address};
use crate::network::model::Account;
use crate::network::{Happening, hold};
use crate::sms::wire::date;

/// The mail of a customer's message.
pub fn written(graph: &GraphMail, happening: &Happening) -> Vec<u8> {
    let Some(message) = &happening.message else { return Vec::new() };
    let said = message.text.clone().unwrap_or_default();
    let (subject, text) = match said.strip_prefix("Subject: ") {
        Some(rest) => {
            let (subject, text) = rest.split_once('\n').unwrap_or((rest, ""));
            (Some(subject.trim().to_owned()), text.trim_start().to_owned())
        }
        None => (None, said),
    };
    let answered = match subject {
        Some(_) => None,
        None => before(graph, happening, message.reply_to, message.n),
    };
    let from = person_address(happening.person.id);
    let name = happening.person.name();
    let name = name.replace(['"', '<', '>', '\r', '\n'], "");
    let mut headers = vec![
        ("From", format!("\"{name}\" <{from}>")),
        ("To", address(&happening.account)),
        ("Date", date(happening.at_ms)),
        ("Message-ID", format!("<{}@customer.example>", message.id)),
    ];
    let (subject, parent) = match (subject, answered) {
        (Some(subject), _) => (subject, None),
        (None, Some((parent, subject))) => {
            let subject = subject.trim_start_matches("Re: ").to_owned();
            (format!("Re: {subject}"), Some(parent))
        }
        (None, None) => {
            let first = text.lines().next().unwrap_or_default();
            let first: String = first.chars().take(60).collect();
            (if first.is_empty() { "(no subject)".to_owned() } else { first }, None)
        }
    };
    headers.push(("Subject", subject));
    if let Some(parent) = parent {
        headers.push(("In-Reply-To", parent.clone()));
        headers.push(("References", parent));
    }
    let files: Vec<_> = message
        .files
        .iter()
        .map(|file| (file.name.clone(), file.mime.clone(), file.bytes.to_vec()))
        .collect();
    mime::written(&headers, &text, &files)
}

// The Message-ID and subject of the mail that is answered: the chosen one, else the newest.
fn before(
    graph: &GraphMail,
    happening: &Happening,
    chosen: Option<i64>,
    own: i64,
) -> Option<(String, String)> {
    let id = {
        let state = graph.network.state();
        let chat = state.chat(&happening.account.key, happening.person.id)?;
        let newest = || chat.messages.keys().filter(|n| **n < own).max().copied();
        let n = chosen.or_else(newest)?;
        let message = chat.messages.get(&n)?;
        match message.customer {
            true => format!("<{}@customer.example>", message.id),
            false => message.more.get("mail")?.as_str()?.to_owned(),
        }
    };
    let facts = hold(&graph.facts);
    let mailbox = facts.mailboxes.get(&happening.account.key)?;
    let item = mailbox.items.iter().find(|item| item.message_id == id)?;
    Some((id, mime::header(&item.raw, "subject").unwrap_or_default()))
}

/// The report that a mail did not arrive (RFC 3464).
pub fn report(account: &Account, to: &str, about: &str, status: &str, said: &str) -> Vec<u8> {
    let own = address(account);
    let host = own.rsplit('@').next().unwrap_or_default().to_owned();
    let n = crate::clock::now_ms();
    format!(
        "From: Microsoft Outlook <postmaster@{host}>\r\nTo: {own}\r\nReturn-Path: <>\r\n\
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
