//! Which parts of a message are its text, and which are attachments.

use crate::{
    html, inline,
    mime::{
        Mail, Part, charset,
        headers::Headers,
        transfer::{Packing, unpacked},
        uuencode,
    },
    thread, wire,
};
use std::ops::Range;

/// Text or HTML above this is cut or kept as a file: a batch has to stay small.
const MAX_TEXT: usize = 1 << 20;
const MAX_HTML: usize = 2 << 20;

/// An attachment, still packed inside the message.
#[derive(Clone, Debug)]
pub struct PackedAttachment {
    pub mime: String,
    pub filename: Option<String>,
    pub content_id: Option<String>,
    pub body: Range<usize>,
    pub packing: Packing,
}

/// What a message holds.
#[derive(Debug, Default)]
pub struct Content {
    pub text: String,
    pub html: Option<String>,
    /// The text without what HTML mailers mark as history, when that is less.
    pub new_text: Option<String>,
    pub attachments: Vec<PackedAttachment>,
    /// Things worth telling the agent: code and sentence.
    pub notes: Vec<(&'static str, &'static str)>,
}

/// A piece of the body: one or both forms of the same words.
#[derive(Default)]
struct Piece {
    text: Option<String>,
    html: Option<String>,
}

struct Collector<'m, 'a> {
    mail: &'m Mail<'a>,
    pieces: Vec<Piece>,
    found: Vec<PackedAttachment>,
    notes: Vec<(&'static str, &'static str)>,
}

/// Sorts the parts. `report` leaves out what [`crate::bounce`] has already read.
pub fn collect(mail: &Mail<'_>, report: bool) -> Content {
    let mut c = Collector { mail, pieces: Vec::new(), found: Vec::new(), notes: Vec::new() };
    c.walk(&mail.root, true);
    if report {
        c.found.retain(|f| {
            !matches!(
                f.mime.as_str(),
                "message/delivery-status"
                    | "message/global-delivery-status"
                    | "message/disposition-notification"
                    | "message/feedback-report"
            )
        });
    }
    if mail.truncated {
        c.note("truncated", "The message has more parts than are read; the rest was left out.");
    }
    c.finish()
}

impl Collector<'_, '_> {
    fn note(&mut self, code: &'static str, sentence: &'static str) {
        if !self.notes.iter().any(|(c, _)| *c == code) {
            self.notes.push((code, sentence));
        }
    }

    fn walk(&mut self, part: &Part, root: bool) {
        if !part.is_multipart() {
            return self.leaf(part, root);
        }
        match part.kind.value.as_str() {
            "multipart/alternative" => self.alternative(part),
            "multipart/related" => {
                let start = part.kind.param("start").map(|s| s.trim_matches(['<', '>']).to_owned());
                let main = start
                    .and_then(|s| {
                        part.children.iter().position(|c| c.content_id().as_ref() == Some(&s))
                    })
                    .unwrap_or(0);
                for (n, child) in part.children.iter().enumerate() {
                    if n == main || child.is_multipart() {
                        self.walk(child, false);
                    } else {
                        self.attach(child);
                    }
                }
            }
            "multipart/signed" => {
                for (n, child) in part.children.iter().enumerate() {
                    if n == 0 {
                        self.walk(child, false);
                    } else {
                        self.attach(child);
                    }
                }
                self.note("signed", "The message is signed. The signature was not checked.");
            }
            "multipart/appledouble" if part.children.len() > 1 => {
                // The other half is what only a Mac's file system knows about the file.
                let files = part.children.iter().filter(|c| c.mime() != "application/applefile");
                files.for_each(|c| self.walk(c, false));
            }
            "multipart/encrypted" => {
                part.children.iter().for_each(|c| self.attach(c));
                self.note(
                    "encrypted",
                    "The message is encrypted and can be read only with the key.",
                );
            }
            "multipart/report" => {
                for (n, child) in part.children.iter().enumerate() {
                    if n == 0 {
                        self.walk(child, false);
                    } else {
                        self.attach(child);
                    }
                }
            }
            _ => part.children.iter().for_each(|c| self.walk(c, false)),
        }
    }

    /// Several forms of one text: the last readable one of each kind.
    fn alternative(&mut self, part: &Part) {
        let mut best = Piece::default();
        for child in &part.children {
            // Forms for single programs say nothing that the others do not.
            if matches!(child.mime(), "text/x-amp-html" | "text/watch-html" | "text/enriched")
                && part.children.len() > 1
            {
                continue;
            }
            let mut inner = Collector {
                mail: self.mail,
                pieces: Vec::new(),
                found: Vec::new(),
                notes: Vec::new(),
            };
            inner.walk(child, false);
            let (mut text, mut html) = (String::new(), String::new());
            for piece in inner.pieces {
                text.push_str(&piece.text.unwrap_or_default());
                html.push_str(&piece.html.unwrap_or_default());
            }
            if !text.trim().is_empty() {
                best.text = Some(text);
            }
            if !html.trim().is_empty() {
                best.html = Some(html);
            }
            self.found.append(&mut inner.found);
            for (code, sentence) in inner.notes {
                self.note(code, sentence);
            }
        }
        self.pieces.push(best);
    }

    fn leaf(&mut self, part: &Part, root: bool) {
        let mime = part.mime();
        let text = matches!(mime, "text/plain" | "text/html") || mime.starts_with("multipart/");
        let file = part.disposition.value == "attachment" || (part.filename().is_some() && !root);
        if !text
            || (file && !(root && self.pieces.is_empty() && part.disposition.value != "attachment"))
        {
            return self.attach(part);
        }
        let decoded = self.without_files(part).unwrap_or_else(|| self.mail.text(part));
        if mime == "text/html" {
            self.pieces.push(Piece { text: None, html: Some(decoded) });
        } else {
            let flowed =
                part.kind.param("format").is_some_and(|f| f.eq_ignore_ascii_case("flowed"));
            let glue = part.kind.param("delsp").is_some_and(|d| d.eq_ignore_ascii_case("yes"));
            let text = if flowed { unflow(&decoded, glue) } else { decoded.replace("\r\n", "\n") };
            if text.contains("-----BEGIN PGP MESSAGE-----") {
                self.note(
                    "encrypted",
                    "The message is encrypted and can be read only with the key.",
                );
            }
            let text = match unsigned(&text) {
                Some(inner) => {
                    self.note("signed", "The message is signed. The signature was not checked.");
                    inner
                }
                None => text,
            };
            self.pieces.push(Piece { text: Some(text), html: None });
        }
    }

    /// The text of a part that holds uuencoded files, which become attachments.
    fn without_files(&mut self, part: &Part) -> Option<String> {
        if part.mime() != "text/plain" || part.packing != Packing::Plain {
            return None;
        }
        let body = self.mail.packed(part);
        let files = uuencode::files(body);
        let mut rest = Vec::with_capacity(body.len());
        let mut at = 0;
        for file in &files {
            rest.extend_from_slice(&body[at..file.whole.start]);
            at = file.whole.end;
            self.found.push(PackedAttachment {
                mime: "application/octet-stream".to_owned(),
                filename: Some(clean_name(&file.name)).filter(|n| !n.is_empty()),
                content_id: None,
                body: part.body.start + file.body.start..part.body.start + file.body.end,
                packing: Packing::Uuencode,
            });
        }
        rest.extend_from_slice(body.get(at..).unwrap_or_default());
        (!files.is_empty()).then(|| charset::decode(&rest, part.kind.param("charset"), None))
    }

    fn attach(&mut self, part: &Part) {
        if part.is_multipart() {
            // A signature or an encrypted body is never one; whatever this is, its leaves count.
            part.children.iter().for_each(|c| self.attach(c));
            return;
        }
        let mime = if wire::is_media_type(part.mime()) {
            part.mime().to_owned()
        } else {
            "application/octet-stream".to_owned()
        };
        let name = part.filename().map(clean_name).filter(|n| !n.is_empty());
        let name = name.or_else(|| self.usual_name(part, &mime));
        match mime.as_str() {
            "application/ms-tnef" | "application/vnd.ms-tnef" => self.tnef(),
            _ if name.as_deref().is_some_and(|n| n.eq_ignore_ascii_case("winmail.dat")) => self.tnef(),
            "text/calendar" | "application/ics" => {
                self.note("calendar", "The message holds a calendar invitation (see the attached file).");
            }
            "message/partial" => self.note("partial", "This is one piece of a longer message."),
            "message/external-body" => {
                self.note("external", "A file of this message is kept elsewhere.");
            }
            "application/pkcs7-mime" | "application/x-pkcs7-mime" => self.note(
                "smime",
                "The message is signed or encrypted with S/MIME; its content is in the attached file.",
            ),
            _ => {}
        }
        self.found.push(PackedAttachment {
            mime,
            filename: name,
            content_id: part.content_id().or_else(|| part.location()),
            body: part.body.clone(),
            packing: part.packing,
        });
    }

    fn tnef(&mut self) {
        self.note(
            "tnef",
            "Outlook packed the text or its files into winmail.dat; it is kept as it came.",
        );
    }

    fn usual_name(&self, part: &Part, mime: &str) -> Option<String> {
        match mime {
            "message/rfc822" | "message/global" => {
                let bytes = unpacked(self.mail.packed(part), part.packing);
                let subject = Headers::parse(&bytes).0.text("subject").unwrap_or_default();
                let subject = clean_name(thread::base_subject(&subject));
                let subject = if subject.is_empty() { "message".to_owned() } else { subject };
                Some(format!("{subject}.eml"))
            }
            "text/calendar" => Some("invitation.ics".to_owned()),
            "application/ms-tnef" => Some("winmail.dat".to_owned()),
            "application/pkcs7-mime" | "application/x-pkcs7-mime" => Some("smime.p7m".to_owned()),
            "application/pgp-signature" => Some("signature.asc".to_owned()),
            "text/rfc822-headers" | "message/global-headers" => Some("headers.txt".to_owned()),
            _ => None,
        }
    }

    fn finish(self) -> Content {
        let Self { pieces, found, notes, .. } = self;
        let mut content = Content { attachments: found, notes, ..Content::default() };
        let any_html = pieces.iter().any(|p| p.html.is_some());
        let (mut all, mut new, mut rich) = (Vec::new(), Vec::new(), Vec::new());
        for piece in &pieces {
            let text = match (&piece.text, &piece.html) {
                (Some(text), _) => text.clone(),
                (None, Some(html)) => html::to_text(html, false),
                (None, None) => continue,
            };
            // HTML marks history exactly; plain text is trimmed by its lines later.
            new.push(match (&piece.text, &piece.html) {
                (None, Some(html)) => html::to_text(html, true),
                _ => text.clone(),
            });
            all.push(text);
            if any_html {
                rich.push(
                    piece.html.clone().unwrap_or_else(|| escaped(all.last().map_or("", |t| t))),
                );
            }
        }
        content.text = cut(joined(&all), MAX_TEXT);
        let new = cut(joined(&new), MAX_TEXT);
        content.new_text = (new != content.text && !new.is_empty()).then_some(new);
        let rich = rich.join("\n<br>\n");
        if rich.len() > MAX_HTML {
            content
                .notes
                .push(("long", "The formatted text is very long; only its plain form is shown."));
        } else if !rich.trim().is_empty() {
            content.html = Some(rich);
        }
        let mut page = content.html.take();
        inline::settle(page.get_or_insert_default(), &mut content.attachments);
        content.html = page.filter(|page| !page.is_empty());
        content
    }
}

fn joined(pieces: &[String]) -> String {
    pieces.iter().map(|p| p.trim_end()).filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn cut(mut text: String, max: usize) -> String {
    if text.len() > max {
        let end = (0..=max).rev().find(|n| text.is_char_boundary(*n)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<div style=\"white-space:pre-wrap\">{text}</div>")
}

/// The words within a PGP signature around the text.
fn unsigned(text: &str) -> Option<String> {
    let (before, rest) = text.split_once("-----BEGIN PGP SIGNED MESSAGE-----\n")?;
    // Fields such as `Hash` end at an empty line.
    let (_, rest) = rest.split_once("\n\n")?;
    let (inner, rest) = rest.split_once("\n-----BEGIN PGP SIGNATURE-----")?;
    let (_, after) = rest.split_once("-----END PGP SIGNATURE-----")?;
    let inner: Vec<&str> = inner.lines().map(|l| l.strip_prefix("- ").unwrap_or(l)).collect();
    Some(format!("{before}{}{after}", inner.join("\n")))
}

/// Text whose lines were broken softly (`format=flowed`), as paragraphs again.
fn unflow(text: &str, glue: bool) -> String {
    let mut out = String::new();
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|b| *b == b'>').count();
        let rest = &line[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let soft = rest.ends_with(' ') && rest != "-- ";
        if open != Some(depth) {
            if !out.is_empty() {
                out.push('\n');
            }
            if depth > 0 {
                out.push_str(&">".repeat(depth));
                out.push(' ');
            }
        }
        out.push_str(if soft && glue { &rest[..rest.len() - 1] } else { rest });
        open = soft.then_some(depth);
    }
    out
}

/// A file name without folders, control characters and direction tricks.
pub fn clean_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = base
        .chars()
        .filter(|c| {
            !c.is_control()
                && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
        })
        .map(|c| if "<>:\"|?*".contains(c) { '_' } else { c })
        .collect();
    let kept = kept.trim().trim_start_matches('.').trim().trim_end_matches(['.', ' ']);
    let stem = kept.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || (stem.len() == 4
            && (stem.starts_with("COM") || stem.starts_with("LPT"))
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    // Windows opens the device instead of the file.
    let kept = if device { format!("_{kept}") } else { kept.to_owned() };
    let count = kept.chars().count();
    if count <= 150 {
        return kept;
    }
    // The end holds what kind of file it is.
    let tail: String = kept.chars().skip(count - 20).collect();
    kept.chars().take(130).collect::<String>() + &tail
}

#[cfg(test)]
mod tests {
    use super::{clean_name, unflow};

    #[test]
    fn file_names_are_made_safe() {
        for (name, want) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\x\\report.pdf", "report.pdf"),
            ("a\r\nb.txt", "ab.txt"),
            ("inv\u{202e}fdp.exe", "invfdp.exe"),
            (".htaccess", "htaccess"),
            ("a<b>.txt", "a_b_.txt"),
            ("nul.pdf", "_nul.pdf"),
            ("Com1", "_Com1"),
            ("compute.pdf. ", "compute.pdf"),
            ("", ""),
        ] {
            assert_eq!(clean_name(name), want, "{name:?}");
        }
        let long = clean_name(&format!("{}.pdf", "ü".repeat(400)));
        assert!(long.ends_with(".pdf") && long.chars().count() == 150);
    }

    #[test]
    fn flowed_lines_are_joined() {
        assert_eq!(
            unflow("a b \r\nc\r\n d\r\n> q \r\n> r\r\n-- \r\nAnn", false),
            "a b c\nd\n> q r\n-- \nAnn"
        );
        assert_eq!(unflow("你 \r\n好", true), "你好");
    }
}
