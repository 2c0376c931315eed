//! HTML mail as plain text, for lists, search and trimming. The HTML itself goes to the core
//! untouched, which cleans it before anybody sees it.

use crate::quote;

/// Text of `html`. With `without_quotes`, the parts mailers mark as history are left out.
pub fn to_text(html: &str, without_quotes: bool) -> String {
    let mut out = Writer::default();
    let mut rest = html;
    let last = html.rfind('>');
    // Inside an element whose text is not text, and how deep: (tag, open elements of that tag).
    let mut skip: Option<(String, usize)> = None;
    // How much had been written when the last quotation was left out.
    let mut quoted: Option<usize> = None;
    while let Some(at) = rest.find('<') {
        if skip.is_none() {
            out.text(&rest[..at]);
        }
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let Some((tag, after)) = tag(rest) else {
            // Without another bracket nothing below is a tag, and looking again each time would
            // take for ever on a text made of opening brackets.
            let bracket = last.is_some_and(|last| html.len() - rest.len() <= last);
            let some = if bracket { 1 } else { rest.len() };
            if skip.is_none() {
                out.text(&rest[..some]);
            }
            rest = &rest[some..];
            continue;
        };
        rest = after;
        if let Some((name, depth)) = &mut skip {
            if *name == tag.name {
                *depth = if tag.closing { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    skip = None;
                }
            }
            continue;
        }
        if without_quotes && !tag.closing {
            if tag.ends_new_text() {
                return out.finish();
            }
            if tag.is_quote() && !VOID.contains(&tag.name.as_str()) {
                let block = tag.name == "blockquote";
                let answered = block && quoted.is_some_and(|before| out.out.len() > before);
                if answered || holds_more(inside(&tag.name, rest), block) {
                    return to_text(html, false);
                }
                if block {
                    quoted = Some(out.out.len());
                }
                skip = Some((tag.name, 1));
                continue;
            }
        }
        if !tag.closing && matches!(tag.name.as_str(), "script" | "style" | "title") {
            // Their content is not markup, so only their own end counts.
            rest = after_end_of(&tag.name, rest);
            continue;
        }
        if !tag.closing && tag.name == "head" {
            skip = Some((tag.name, 1));
            continue;
        }
        out.tag(&tag);
    }
    if skip.is_none() {
        out.text(rest);
    }
    out.finish()
}

/// What stands in an element of which `rest` follows the opening tag.
fn inside<'a>(name: &str, rest: &'a str) -> &'a str {
    // Looking only as far as the last bracket keeps a text of opening ones from taking for ever.
    let last = rest.rfind('>').map_or(0, |at| at + 1);
    let (mut at, mut depth) = (0, 1_usize);
    while let Some(found) = rest.get(at..last).and_then(|some| some.find('<')) {
        at += found;
        let Some((tag, after)) = tag(&rest[at..]) else {
            at += 1;
            continue;
        };
        if tag.name == name {
            depth = if tag.closing { depth - 1 } else { depth + 1 };
            if depth == 0 {
                return &rest[..at];
            }
        }
        at = rest.len() - after.len();
    }
    rest
}

/// Whether an element marked as history holds a forward, or answers below what it quotes.
fn holds_more(inner: &str, block: bool) -> bool {
    let text = to_text(inner, false);
    let mut lines = text.lines();
    if lines.next().is_some_and(quote::forwards) {
        return true;
    }
    let is_quoted = |line: &&str| line.starts_with('>');
    !block && lines.skip_while(|l| !is_quoted(l)).any(|l| !l.is_empty() && !is_quoted(&l))
}

const VOID: &[&str] = &["br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base"];

fn after_end_of<'a>(name: &str, text: &'a str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        if rest.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name)) {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
    }
    ""
}

struct Tag {
    name: String,
    closing: bool,
    attributes: String,
}

impl Tag {
    fn attribute_has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.attributes.contains(word))
    }

    /// Elements that hold history and then end.
    fn is_quote(&self) -> bool {
        (self.name == "blockquote" && self.attribute_has(&["cite", "gmail_quote"]))
            || self.attribute_has(&[
                "gmail_quote",
                "gmail_attr",
                "yahoo_quoted",
                "moz-cite-prefix",
                "protonmail_quote",
                "zmail_extra",
                "gmail_extra",
            ])
    }

    /// Outlook marks only where history begins.
    fn ends_new_text(&self) -> bool {
        self.attribute_has(&["appendonsend", "divrplyfwdmsg", "mail-editor-reference-message"])
    }
}

/// Reads the tag at the start of `text`.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let inner = text.strip_prefix('<')?;
    let (closing, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    if !inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?') {
        return None;
    }
    let mut quote = None;
    let end = inner.bytes().position(|b| match (quote, b) {
        (Some(q), b) if q == b => {
            quote = None;
            false
        }
        (None, b'"' | b'\'') => {
            quote = Some(b);
            false
        }
        (None, b'>') => true,
        _ => false,
    });
    // An unclosed quote would swallow the rest of the mail: take the nearest bracket then.
    let end = end.or_else(|| inner.find('>'))?;
    let body = &inner[..end];
    let name_end = body.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(body.len());
    let name = body[..name_end].to_ascii_lowercase();
    let attributes = body[name_end..].chars().take(2000).collect::<String>().to_ascii_lowercase();
    Some((Tag { name, closing, attributes }, &inner[end + 1..]))
}

#[derive(Default)]
struct Writer {
    out: String,
    /// White space that is owed before the next word: a space, or line breaks.
    space: bool,
    breaks: usize,
    pre: usize,
    quote: usize,
}

impl Writer {
    fn text(&mut self, raw: &str) {
        if raw.is_empty() {
            return;
        }
        let text = unescape(raw);
        if self.pre > 0 {
            for (n, line) in text.split('\n').enumerate() {
                if n > 0 {
                    self.breaks += 1;
                }
                self.word(line.trim_end_matches('\r'));
            }
            return;
        }
        if text.starts_with(collapsible) {
            self.space = true;
        }
        for word in text.split(collapsible).filter(|w| !w.is_empty()) {
            self.word(word);
            self.space = true;
        }
        if !text.ends_with(collapsible) {
            self.space = false;
        }
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if self.breaks > 0 && !self.out.is_empty() {
            for _ in 0..self.breaks.min(2) {
                self.out.push('\n');
            }
        }
        if (self.breaks > 0 || self.out.is_empty()) && self.quote > 0 {
            self.out.push_str(&"> ".repeat(self.quote.min(8)));
        } else if self.breaks == 0 && self.space && !self.out.is_empty() {
            self.out.push(' ');
        }
        self.breaks = 0;
        self.space = false;
        self.out.push_str(word);
    }

    fn at_least(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
        self.space = false;
    }

    fn tag(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "br" => {
                self.breaks += 1;
                self.space = false;
            }
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table" => {
                self.at_least(2);
            }
            "pre" => {
                self.at_least(1);
                self.pre = if tag.closing { self.pre.saturating_sub(1) } else { self.pre + 1 };
            }
            "blockquote" => {
                self.at_least(1);
                self.quote =
                    if tag.closing { self.quote.saturating_sub(1) } else { self.quote + 1 };
            }
            "li" => {
                self.at_least(1);
                if !tag.closing {
                    self.word("-");
                    self.space = true;
                }
            }
            "td" | "th" => self.space = true,
            "hr" => {
                self.at_least(1);
                self.word("---");
                self.at_least(1);
            }
            "div" | "tr" | "body" | "section" | "article" | "header" | "footer" | "dt" | "dd" => {
                self.at_least(1);
            }
            _ => {}
        }
    }

    fn finish(self) -> String {
        self.out.trim().to_owned()
    }
}

/// Non-breaking spaces collapse too: in mail they are padding.
fn collapsible(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{200b}' | '\u{feff}')
}

/// Character references to characters.
pub fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(12).position(|b| !b.is_ascii_alphanumeric() && b != b'#');
        let end = end.unwrap_or(rest.len().min(12));
        // Slicing is safe: everything before `end` is ASCII.
        let found = rest.get(..end).and_then(entity);
        match found {
            Some(c) => {
                out.push(c);
                rest = &rest[end..];
                rest = rest.strip_prefix(';').unwrap_or(rest);
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control() || *c == '\n');
    }
    const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
    if let Some(at) = LATIN.split(' ').position(|n| n == name) {
        return char::from_u32(0xa0 + u32::try_from(at).ok()?);
    }
    Some(match name {
        "amp" | "AMP" => '&',
        "lt" | "LT" => '<',
        "gt" | "GT" => '>',
        "quot" | "QUOT" => '"',
        "apos" => '\'',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "sbquo" => '‚',
        "ldquo" => '“',
        "rdquo" => '”',
        "bdquo" => '„',
        "bull" => '•',
        "hellip" => '…',
        "euro" => '€',
        "trade" => '™',
        "larr" => '←',
        "rarr" => '→',
        "ensp" | "emsp" | "thinsp" => ' ',
        "zwnj" | "zwj" => '\u{200b}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{to_text, unescape};

    #[test]
    fn html_becomes_text() {
        for (html, want) in [
            ("<p>Hello&nbsp;<b>Ann</b>,</p><p>bye</p>", "Hello Ann,\n\nbye"),
            ("a<br>b<br/>\n c", "a\nb\nc"),
            ("<div>a</div><div>b</div>", "a\nb"),
            ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
            ("<style>p{}</style><script>x<y</script>z", "z"),
            ("<pre>a\n  b</pre>", "a\n  b"),
            (
                "1 &lt; 2 &amp;&amp; 3 &#62; 2 &eacute;&#x4f60; &bogus;",
                "1 < 2 && 3 > 2 é你 &bogus;",
            ),
            ("a < b", "a < b"),
            ("<a href=\"x>y\">link</a>", "link"),
            ("<blockquote>old<br>er</blockquote>new", "> old\n> er\nnew"),
            ("<!-- no -->yes", "yes"),
            ("a<b unclosed", "a<b unclosed"),
            ("", ""),
        ] {
            assert_eq!(to_text(html, false), want, "{html}");
        }
    }

    #[test]
    fn history_is_left_out() {
        for html in [
            "<div>Yes</div><div class=\"gmail_quote\"><div>old <div>x</div></div></div>",
            "<div>Yes</div><blockquote type=\"cite\">old</blockquote>",
            "<div>Yes</div><div id=\"appendonsend\"></div><hr>old",
            "<p>Yes</p><div id=\"divRplyFwdMsg\">From: x</div>old",
            "<div>Yes</div><div class='yahoo_quoted'>old</div>",
        ] {
            assert_eq!(to_text(html, true), "Yes", "{html}");
            assert!(to_text(html, false).contains("old"), "{html}");
        }
    }

    #[test]
    fn odd_entities_do_no_harm() {
        assert_eq!(unescape("&"), "&");
        assert_eq!(unescape("&#0;&#xD800;&#99999999;"), "&#0;&#xD800;&#99999999;");
        assert_eq!(unescape("&é"), "&é");
    }
}
