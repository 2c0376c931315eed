//! The words of IMAP: what a server's answers mean, and how names and dates are written.

use super::MailError;
use async_imap::{error::Error, imap_proto::ResponseCode};

/// A refusal that is about the server's state and not about the password must not use up tries.
pub(super) fn refused_login(said: &str) -> MailError {
    let upper = said.to_ascii_uppercase();
    let busy =
        ["[UNAVAILABLE]", "[LIMIT]", "[INUSE]", "[SERVERBUG]", "TOO MANY", "TEMPORAR", "TRY AGAIN"];
    if busy.iter().any(|word| upper.contains(word)) {
        MailError::Server(said.to_owned())
    } else {
        MailError::Auth(said.to_owned())
    }
}

pub(super) fn text(code: Option<&ResponseCode<'_>>, information: Option<&str>) -> String {
    match (code, information) {
        (_, Some(words)) if !words.is_empty() => words.trim().chars().take(300).collect(),
        (Some(code), _) => format!("{code:?}").chars().take(300).collect(),
        _ => "no reason given".to_owned(),
    }
}

/// The library wraps the server's words in its own debug form; this takes them out again.
pub(super) fn words(e: &Error) -> String {
    let all = e.to_string();
    let inner = all.split_once("info: Some(\"").and_then(|(_, rest)| rest.rsplit_once("\")"));
    inner.map_or(all.as_str(), |(said, _)| said).chars().take(300).collect()
}

pub(super) fn broken(e: Error) -> MailError {
    match e {
        Error::No(_) | Error::Bad(_) => MailError::Server(words(&e)),
        e => MailError::Connect(words(&e)),
    }
}

pub(super) fn lost(e: std::io::Error) -> MailError {
    let said = e.to_string();
    // An answer the library cannot parse is quoted whole in its error: that is somebody's mail.
    if said.contains("during parsing") {
        return MailError::Server("the server's answer could not be understood".into());
    }
    MailError::Connect(said)
}

pub(super) fn closed() -> MailError {
    MailError::Connect("the server closed the connection".into())
}

pub(super) fn too_much() -> MailError {
    MailError::Server("the message is larger than the server said".into())
}

pub(super) fn quoted(name: &str) -> Result<String, MailError> {
    if name.contains(['\r', '\n', '\0']) {
        return Err(MailError::Folder("a folder name cannot hold line breaks".into()));
    }
    Ok(format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Folder names beyond ASCII travel in IMAP's own variant of UTF-7.
pub(super) fn modified_utf7(name: &str) -> String {
    use base64::Engine as _;
    let mut out = String::new();
    let mut run: Vec<u8> = Vec::new();
    let flush = |run: &mut Vec<u8>, out: &mut String| {
        if !run.is_empty() {
            let text = base64::engine::general_purpose::STANDARD_NO_PAD.encode(&run);
            out.push('&');
            out.push_str(&text.replace('/', ","));
            out.push('-');
            run.clear();
        }
    };
    for c in name.chars() {
        if (' '..='~').contains(&c) {
            flush(&mut run, &mut out);
            out.push(c);
            if c == '&' {
                out.push('-');
            }
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                run.extend_from_slice(&unit.to_be_bytes());
            }
        }
    }
    flush(&mut run, &mut out);
    out
}

/// ` 7-Feb-2026 22:43:04 -0800` as milliseconds since the epoch.
pub(super) fn internal_date(text: &str) -> Option<i64> {
    let mut parts = text.split_whitespace();
    let (date, clock, zone) = (parts.next()?, parts.next()?, parts.next()?);
    let mut date = date.split('-');
    let day: u8 = date.next()?.parse().ok()?;
    let month = date.next()?.to_ascii_lowercase();
    let year: i32 = date.next()?.parse().ok()?;
    let names =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let month = u8::try_from(names.iter().position(|n| *n == month)? + 1).ok()?;
    let date =
        time::Date::from_calendar_date(year, time::Month::try_from(month).ok()?, day).ok()?;
    let mut clock = clock.split(':').map(|n| n.parse::<u8>().ok());
    let clock = time::Time::from_hms(clock.next()??, clock.next()??, clock.next()??).ok()?;
    let zone: i64 = zone.parse().ok()?;
    let offset = (zone / 100) * 3600 + (zone % 100) * 60;
    let utc = time::PrimitiveDateTime::new(date, clock).assume_utc().unix_timestamp();
    Some((utc - offset) * 1000)
}

#[cfg(test)]
mod tests {
    use super::{MailError, internal_date, modified_utf7, quoted, refused_login};

    #[test]
    fn folder_names_are_encoded() {
        assert_eq!(modified_utf7("INBOX"), "INBOX");
        assert_eq!(modified_utf7("R&D"), "R&-D");
        assert_eq!(modified_utf7("收件箱"), "&ZTZO9nux-");
        assert_eq!(modified_utf7("Entwürfe"), "Entw&APw-rfe");
        assert_eq!(quoted(r#"a"b\c"#).unwrap(), r#""a\"b\\c""#);
        assert!(quoted("a\r\nb").is_err());
    }

    #[test]
    fn internal_dates_are_read() {
        assert_eq!(internal_date(" 7-Feb-1994 22:43:04 -0800"), Some(760_689_784_000));
        assert_eq!(internal_date("17-Nov-2026 00:00:00 +0800"), Some(1_794_844_800_000));
        assert_eq!(internal_date("yesterday"), None);
    }

    #[test]
    fn a_busy_server_is_not_a_wrong_password() {
        let auth = |s| matches!(refused_login(s), MailError::Auth(_));
        assert!(auth("[AUTHENTICATIONFAILED] Authentication failed."));
        assert!(!auth("[UNAVAILABLE] Temporary authentication failure."));
        assert!(!auth("Too many simultaneous connections"));
    }
}
