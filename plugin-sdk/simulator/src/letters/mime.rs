//! As much of RFC 5322 as is needed to show a mail on the phone. Pure and forgiving.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Parts within parts; what is deeper is text like any other.
const DEPTH_MAX: usize = 8;

/// Head and body.
fn halves(raw: &[u8]) -> (String, &[u8]) {
    let end = raw.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = end.map_or((raw, &raw[raw.len()..]), |at| (&raw[..at], &raw[at + 4..]));
    // Folded lines belong to the one before.
    let head = String::from_utf8_lossy(head).replace("\r\n ", " ").replace("\r\n\t", " ");
    (head, body)
}

fn raw_header(raw: &[u8], name: &str) -> Option<String> {
    let (head, _) = halves(raw);
    head.split("\r\n").find_map(|line| {
        let (known, value) = line.split_once(':')?;
        known.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

/// A header, encoded words decoded.
pub fn header(raw: &[u8], name: &str) -> Option<String> {
    raw_header(raw, name).map(|value| words(&value))
}

fn words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("=?") {
        let mut parts = rest[at + 2..].splitn(4, '?');
        let (Some(_), Some(kind), Some(coded), Some(after)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            break;
        };
        let Some(after) = after.strip_prefix('=') else { break };
        // White space between two encoded words is none.
        if !(rest[..at].trim().is_empty() && out.ends_with(|_| true) && !out.is_empty()) {
            out.push_str(&rest[..at]);
        }
        let bytes = match kind.to_ascii_lowercase().as_str() {
            "b" => STANDARD.decode(coded).unwrap_or_default(),
            _ => hexed(coded.replace('_', " ").as_bytes(), b'='),
        };
        out.push_str(&String::from_utf8_lossy(&bytes));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `Ann <ann@x.test>` as name and address.
pub fn mailbox(text: &str) -> (String, String) {
    match (text.rfind('<'), text.rfind('>')) {
        (Some(from), Some(to)) if from < to => {
            let name = text[..from].trim().trim_matches('"').to_owned();
            (name, text[from + 1..to].trim().to_owned())
        }
        _ => (String::new(), text.trim().to_owned()),
    }
}

/// The addresses of a header.
pub fn addresses(raw: &[u8], name: &str) -> Vec<String> {
    let list = header(raw, name).unwrap_or_default();
    let one = |part: &str| mailbox(part).1.to_ascii_lowercase();
    list.split(',').map(one).filter(|address| address.contains('@')).collect()
}

// `=C3` or `%C3` as its byte; at the end of a line the sign takes the line's end away.
fn hexed(bytes: &[u8], sign: u8) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        let hex = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, hex(0), hex(1)) {
            (first, Some(high), Some(low)) if *first == sign => {
                out.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            (first, ..) if *first == sign && after.starts_with(b"\r\n") => rest = &after[2..],
            _ => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

/// The body as plain text: of the first part that is one.
pub fn text(raw: &[u8]) -> String {
    plain(raw, 0).unwrap_or_default().replace("\r\n", "\n").trim().to_owned()
}

fn plain(raw: &[u8], depth: usize) -> Option<String> {
    let kind = kind(raw);
    if let Some(parts) = parts_of(raw, &kind).filter(|_| depth < DEPTH_MAX) {
        return parts.iter().find_map(|part| plain(part, depth + 1));
    }
    let is_text = kind.to_ascii_lowercase().starts_with("text/plain");
    is_text.then(|| String::from_utf8_lossy(&unpacked(raw)).into_owned())
}

/// Name, media type and bytes of every file, those shown inside the text among them.
pub fn files(raw: &[u8]) -> Vec<(String, String, Vec<u8>)> {
    let mut found = Vec::new();
    gather(raw, 0, &mut found);
    found
}

fn gather(raw: &[u8], depth: usize, found: &mut Vec<(String, String, Vec<u8>)>) {
    let kind = kind(raw);
    if let Some(parts) = parts_of(raw, &kind).filter(|_| depth < DEPTH_MAX) {
        for part in parts {
            gather(part, depth + 1, found);
        }
        return;
    }
    let disposition = raw_header(raw, "content-disposition").unwrap_or_default();
    let name = parameter(&disposition, "filename").or_else(|| parameter(&kind, "name"));
    let mime = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if name.is_some() || disposition.to_ascii_lowercase().starts_with("attachment") {
        let name = name.map_or_else(|| "file".to_owned(), |name| words(&name));
        found.push((name, mime, unpacked(raw)));
    }
}

fn kind(raw: &[u8]) -> String {
    raw_header(raw, "content-type").unwrap_or_else(|| "text/plain".to_owned())
}

/// A parameter of a header, also as RFC 2231 writes it.
fn parameter(header: &str, name: &str) -> Option<String> {
    let at = |mark: &str| {
        let place = header.to_ascii_lowercase().find(mark)?;
        // Part of another name, such as the `name=` of `filename=`.
        let apart = header[..place].ends_with([' ', ';', '\t']);
        apart.then(|| &header[place + mark.len()..])
    };
    if let Some(coded) = at(&format!("{name}*=")) {
        let coded = coded.split(';').next()?.trim().trim_matches('"');
        let coded = coded.rsplit('\'').next()?;
        return Some(String::from_utf8_lossy(&hexed(coded.as_bytes(), b'%')).into_owned());
    }
    let value = at(&format!("{name}="))?;
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => value.split(';').next()?.trim(),
    };
    Some(value.to_owned())
}

// The body without what carried it.
fn unpacked(raw: &[u8]) -> Vec<u8> {
    let (_, body) = halves(raw);
    let packing = raw_header(raw, "content-transfer-encoding").unwrap_or_default();
    match packing.to_ascii_lowercase().as_str() {
        "base64" => {
            let dense: Vec<u8> =
                body.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            STANDARD.decode(dense).unwrap_or_default()
        }
        "quoted-printable" => hexed(body, b'='),
        _ => body.to_vec(),
    }
}

// The parts of a multipart body; `None` for any other.
fn parts_of<'a>(raw: &'a [u8], kind: &str) -> Option<Vec<&'a [u8]>> {
    let is_multipart = kind.to_ascii_lowercase().starts_with("multipart/");
    let boundary = parameter(kind, "boundary").filter(|_| is_multipart)?;
    Some(parts(halves(raw).1, &boundary))
}

fn parts<'a>(body: &'a [u8], boundary: &str) -> Vec<&'a [u8]> {
    let mark = format!("--{boundary}");
    let mark = mark.as_bytes();
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some(found) = body[at..].windows(mark.len()).position(|one| one == mark) {
        starts.push(at + found);
        at += found + mark.len();
    }
    let piece = |pair: &[usize]| {
        let piece = &body[pair[0] + mark.len()..pair[1]];
        let piece = piece.strip_prefix(b"\r\n").unwrap_or(piece);
        // The line's end before the next mark belongs to the mark.
        piece.strip_suffix(b"\r\n").unwrap_or(piece)
    };
    starts.windows(2).map(piece).collect()
}

/// A mail of headers and a text with files. The lines are made here, so they need no folding.
pub fn written(
    headers: &[(&str, String)],
    text: &str,
    files: &[(String, String, Vec<u8>)],
) -> Vec<u8> {
    let mut raw = String::new();
    for (name, value) in headers {
        let value = match value.is_ascii() {
            true => value.clone(),
            false => word(value),
        };
        raw.push_str(&format!("{name}: {value}\r\n"));
    }
    raw.push_str("MIME-Version: 1.0\r\n");
    let body = format!(
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n",
        lines(text.replace('\n', "\r\n").as_bytes())
    );
    if files.is_empty() {
        return (raw + &body).into_bytes();
    }
    raw.push_str("Content-Type: multipart/mixed; boundary=\"part\"\r\n\r\n--part\r\n");
    raw.push_str(&body);
    for (name, mime, bytes) in files {
        let name = name.replace(['"', '\r', '\n'], "_");
        raw.push_str(&format!(
            "--part\r\nContent-Type: {mime}; name=\"{name}\"\r\nContent-Transfer-Encoding: base64\r\n\
             Content-Disposition: attachment; filename=\"{name}\"\r\n\r\n{}\r\n",
            lines(bytes)
        ));
    }
    raw.push_str("--part--\r\n");
    raw.into_bytes()
}

/// A text as an encoded word.
pub fn word(text: &str) -> String {
    format!("=?utf-8?B?{}?=", STANDARD.encode(text))
}

fn lines(bytes: &[u8]) -> String {
    let all: Vec<String> = bytes.chunks(57).map(|line| STANDARD.encode(line)).collect();
    all.join("\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_are_written_and_read() {
        let headers =
            [("From", "\"Ann\" <ann@x.test>".to_owned()), ("Subject", "Grüße".to_owned())];
        for files in [vec![], vec![("a.txt".to_owned(), "text/html".to_owned(), b"hi".to_vec())]] {
            let raw = written(&headers, "Hello\nthere é", &files);
            assert_eq!(super::files(&raw), files);
            assert_eq!(header(&raw, "subject").as_deref(), Some("Grüße"));
            assert_eq!(text(&raw), "Hello\nthere é");
            assert_eq!(
                mailbox(&header(&raw, "from").unwrap()),
                ("Ann".into(), "ann@x.test".into())
            );
        }
        let raw = b"To: a@x.test, \"B\" <B@x.test>\r\nSubject: =?utf-8?B?R3LDvMOf?=\r\n =?utf-8?Q?e_!?=\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\nna=C3=AFve =\r\nend";
        assert_eq!(addresses(raw, "to"), ["a@x.test", "b@x.test"]);
        assert_eq!(header(raw, "subject").as_deref(), Some("Grüße !"));
        assert_eq!(text(raw), "naïve end");
    }
    #[test]
    fn files_are_found_under_any_name() {
        let raw = b"Content-Type: multipart/mixed; boundary=\"o\"\r\n\r\n--o\r\n\
            Content-Type: multipart/related; boundary=i\r\n\r\n--i\r\nContent-Type: text/html\r\n\r\n\
            <b>Hi</b>\r\n--i\r\nContent-Type: image/png; name=\"=?utf-8?B?w6kucG5n?=\"\r\n\
            Content-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\nAQI=\r\n--i--\r\n\
            --o\r\nContent-Type: text/csv\r\n\
            Content-Disposition: attachment; filename*=utf-8''r%C3%A9sum%C3%A9.csv\r\n\r\na,b\r\n\
            --o\r\nContent-Disposition: attachment\r\n\r\nx\r\n--o--\r\n";
        let named =
            |name: &str, mime: &str, bytes: &[u8]| (name.into(), mime.into(), bytes.to_vec());
        let wanted = vec![
            named("é.png", "image/png", &[1, 2]),
            named("résumé.csv", "text/csv", b"a,b"),
            named("file", "text/plain", b"x"),
        ];
        assert_eq!(files(raw), wanted);
        assert_eq!(files(b"Subject: a\r\n\r\nname=x"), []);
    }
}
