//! Which mail no person wrote. Answering it by a machine could go on for ever.

use crate::mime::headers::Headers;

/// Why a message counts as automatic; none for mail from people. `sender` is the address an
/// answer would go to, `own` are the account's addresses.
pub fn reason(headers: &Headers, sender: &str, own: &[String]) -> Option<&'static str> {
    let submitted = headers.lower("auto-submitted");
    let submitted = submitted.split([';', ' ']).next().unwrap_or_default();
    if !submitted.is_empty() && submitted != "no" {
        return Some("auto-submitted");
    }
    // A group address puts list headers on mail that people wrote to it; the group then names the
    // person. Without that, a list or a newsletter wrote it.
    let through_a_group = headers.has("x-original-sender");
    match headers.lower("precedence").as_str() {
        "bulk" | "junk" | "auto_reply" => return Some("precedence"),
        "list" if !through_a_group => return Some("precedence"),
        _ => {}
    }
    let suppress = headers.lower("x-auto-response-suppress");
    if suppress.split([',', ' ']).any(|s| matches!(s.trim(), "all" | "oof" | "autoreply")) {
        return Some("auto-response-suppress");
    }
    if headers.has("x-autoreply") || headers.has("x-autorespond") || headers.has("x-loop") {
        return Some("auto-reply");
    }
    if (headers.has("list-id") || headers.has("list-unsubscribe")) && !through_a_group {
        return Some("list");
    }
    if headers.raw("return-path").is_some_and(|path| path.trim_ascii() == b"<>") {
        return Some("null-sender");
    }
    let sender = sender.to_lowercase();
    let local = sender.split(['@', '+']).next().unwrap_or_default().replace(['-', '_', '.'], "");
    if matches!(local.as_str(), "mailerdaemon" | "postmaster" | "noreply" | "donotreply") {
        return Some("no-reply");
    }
    if own.iter().any(|address| address.eq_ignore_ascii_case(&sender)) {
        return Some("own-address");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(raw: &str, sender: &str) -> Option<&'static str> {
        let (headers, _) = Headers::parse(raw.as_bytes());
        reason(&headers, sender, &["support@desk.test".to_owned()])
    }

    #[test]
    fn automatic_mail_is_known() {
        for (raw, sender, want) in [
            ("", "ann@x.test", None),
            ("Auto-Submitted: no\r\n", "ann@x.test", None),
            (
                "Auto-Submitted: auto-replied; owner-email=\"a@x\"\r\n",
                "ann@x.test",
                Some("auto-submitted"),
            ),
            ("Precedence: bulk\r\n", "ann@x.test", Some("precedence")),
            ("X-Auto-Response-Suppress: DR, OOF\r\n", "a@x.test", Some("auto-response-suppress")),
            ("X-Auto-Response-Suppress: DR, RN\r\n", "a@x.test", None),
            ("X-Autoreply: yes\r\n", "a@x.test", Some("auto-reply")),
            ("List-Unsubscribe: <mailto:x>\r\n", "a@x.test", Some("list")),
            ("List-Id: g\r\nX-Original-Sender: ann@x.test\r\n", "ann@x.test", None),
            ("Return-Path: <>\r\n", "a@x.test", Some("null-sender")),
            ("Return-Path: <a@x.test>\r\n", "a@x.test", None),
            ("", "MAILER-DAEMON@x.test", Some("no-reply")),
            ("", "no-reply@x.test", Some("no-reply")),
            ("", "do_not_reply+7@x.test", Some("no-reply")),
            ("", "noreen@x.test", None),
            ("", "Support@desk.test", Some("own-address")),
        ] {
            assert_eq!(why(raw, sender), want, "{raw} {sender}");
        }
    }
}
