//! A small reader of Rust: enough to tell code from comments and strings.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, keyword or number.
    Word(String),
    /// The inside of a string literal, as written.
    Text(String),
    /// Everything else, one character each; `::` is one.
    Mark(&'static str),
    /// A character no check asks for.
    Other,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub line: usize,
}

impl Token {
    /// Whether this is the word or mark given.
    pub fn is(&self, what: &str) -> bool {
        match &self.kind {
            Kind::Word(word) => word == what,
            Kind::Mark(mark) => *mark == what,
            Kind::Text(_) | Kind::Other => false,
        }
    }

    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Splits Rust source into tokens.
pub fn read(text: &str) -> Vec<Token> {
    let mut reader = Reader { rest: text, line: 1, tokens: Vec::new() };
    while !reader.rest.is_empty() {
        reader.next();
    }
    reader.tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token>,
}

impl Reader<'_> {
    fn next(&mut self) {
        let rest = self.rest;
        let first = rest.chars().next().unwrap_or_default();
        if rest.starts_with("//") {
            self.take(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if let Some((prefix, end)) = string_start(rest) {
            self.string(prefix, &end);
        } else if first == '\'' {
            self.quote();
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.push(Kind::Word(rest[..end].to_owned()));
            self.take(end);
        } else if rest.starts_with("::") {
            self.push(Kind::Mark("::"));
            self.take(2);
        } else {
            if !first.is_whitespace() {
                self.push(mark(first));
            }
            self.take(first.len_utf8());
        }
    }

    fn push(&mut self, kind: Kind) {
        self.tokens.push(Token { kind, line: self.line });
    }

    fn take(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].matches('\n').count();
        self.rest = &self.rest[bytes..];
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        let mut at = 0;
        while at < self.rest.len() {
            let here = &self.rest[at..];
            if here.starts_with("/*") {
                depth += 1;
                at += 2;
            } else if here.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    break;
                }
            } else {
                at += here.chars().next().map_or(1, char::len_utf8);
            }
        }
        self.take(at);
    }

    fn string(&mut self, prefix: usize, end: &str) {
        let body = &self.rest[prefix..];
        let length =
            if end == "\"" { plain_end(body) } else { body.find(end).unwrap_or(body.len()) };
        let text = body[..length].to_owned();
        self.push(Kind::Text(text));
        self.take((prefix + length + end.len()).min(self.rest.len()));
    }

    /// A character literal is skipped; a lifetime's name is left to be read as a word.
    fn quote(&mut self) {
        let mut chars = self.rest[1..].char_indices();
        let length = match (chars.next(), chars.next()) {
            (Some((_, '\\')), _) => self.rest[3..].find('\'').map_or(1, |end| 3 + end + 1),
            (Some(_), Some((at, '\''))) => at + 2,
            _ => 1,
        };
        self.take(length);
    }
}

/// The length of what opens a string literal here, and what closes it.
fn string_start(rest: &str) -> Option<(usize, String)> {
    for prefix in ["r", "br", "cr"] {
        if let Some(after) = rest.strip_prefix(prefix) {
            let hashes = after.len() - after.trim_start_matches('#').len();
            if after[hashes..].starts_with('"') {
                return Some((prefix.len() + hashes + 1, format!("\"{}", "#".repeat(hashes))));
            }
        }
    }
    let plain = ["\"", "b\"", "c\""].iter().find(|open| rest.starts_with(**open))?;
    Some((plain.len(), "\"".to_owned()))
}

fn plain_end(body: &str) -> usize {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            '"' if !escaped => return at,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    body.len()
}

fn mark(c: char) -> Kind {
    const MARKS: &[&str] = &["{", "}", "(", ")", "[", "]", ",", ";", "!", "#", "*"];
    MARKS.iter().find(|mark| mark.starts_with(c)).map_or(Kind::Other, |mark| Kind::Mark(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        read(text).iter().filter_map(Token::word).map(str::to_owned).collect()
    }

    #[test]
    fn comments_strings_and_characters_hide_their_words() {
        assert_eq!(words("a // b\n/* c /* d */ e */ f"), ["a", "f"]);
        assert_eq!(words(r#"a "b \" c" d r"e" br"f" g"#), ["a", "d", "g"]);
        assert_eq!(words("a r#\"b \" c\"# d"), ["a", "d"]);
        assert_eq!(words(r"a 'b' '\'' '\u{7f}' '\n' c<'d> '语' e"), ["a", "c", "d", "e"]);
    }

    #[test]
    fn lines_are_counted_through_strings_and_comments() {
        let tokens = read("/* 1\n2 */ \"3\n4\" here");
        assert_eq!(tokens.last().map(|token| token.line), Some(3));
        assert_eq!(tokens[0].kind, Kind::Text("3\n4".to_owned()));
        assert_eq!(tokens[0].line, 2);
    }
}
