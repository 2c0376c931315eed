//! The mails of the story, and a reader of headers that is not the product's own.

use base64::Engine as _;

pub const QUESTION_ID: &str = "<question-1042@customer.test>";

/// One red pixel.
pub fn picture() -> Vec<u8> {
    let coded = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
    base64::engine::general_purpose::STANDARD.decode(coded).expect("a picture")
}

/// Text, HTML with an inline picture, and something no mail should do.
pub fn question() -> String {
    let coded = base64::engine::general_purpose::STANDARD.encode(picture());
    let lines = [
        "From: Ann Meyer <ann@customer.test>",
        "To: support@desk.test",
        "Subject: Order 1042 is late",
        &format!("Message-ID: {QUESTION_ID}"),
        "Date: Sat, 21 Nov 2026 08:00:00 +0000",
        "MIME-Version: 1.0",
        "Content-Type: multipart/related; boundary=outer",
        "",
        "--outer",
        "Content-Type: multipart/alternative; boundary=inner",
        "",
        "--inner",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "Where is my order?",
        "--inner",
        "Content-Type: text/html; charset=utf-8",
        "",
        "<p>Where is my <b>order</b>?</p><script>steal()</script><img src=\"cid:pic@x\">",
        "--inner--",
        "--outer",
        "Content-Type: image/png; name=pixel.png",
        "Content-ID: <pic@x>",
        "Content-Disposition: inline",
        "Content-Transfer-Encoding: base64",
        "",
        &coded,
        "--outer--",
        "",
    ];
    lines.join("\r\n")
}

/// A text of somebody at the customer's provider. `more` is complete header lines.
pub fn plain(who: &str, to: &str, subject: &str, text: &str, more: &str) -> String {
    let id: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    format!(
        "From: {who}@customer.test\r\nTo: {to}\r\nSubject: {subject}\r\n\
         Message-ID: <{id}@customer.test>\r\n{more}\r\n{text}\r\n"
    )
}

/// Boundaries that never come, bytes of no charset, a transfer encoding that breaks off.
pub fn broken() -> &'static [u8] {
    b"From: =?utf-8?B?broken?= <ann@customer.test>\r\nTo: support@desk.test\r\n\
      Subject: broken parts\r\nMessage-ID: <broken@customer.test>\r\n\
      Content-Type: multipart/mixed; boundary=\"never\r\nMIME-Version: 1.0\r\n\r\n\
      --nev\r\nContent-Type: text/html; charset=none-such\r\n\
      Content-Transfer-Encoding: base64\r\n\r\n\xff\xfe<<<!!!\r\n--never--extra\r\n"
}

/// A header's value, unfolded.
pub fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
    let head = head.replace("\r\n\t", " ");
    let prefix = format!("{}:", name.to_ascii_lowercase());
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(&prefix));
    line.map_or_else(String::new, |line| line[prefix.len()..].trim().to_owned())
}

/// The address in `Name <address>`.
pub fn address(value: &str) -> String {
    let inside = value.rsplit_once('<').map(|(_, rest)| rest.trim_end_matches('>'));
    inside.unwrap_or(value).trim().to_owned()
}
