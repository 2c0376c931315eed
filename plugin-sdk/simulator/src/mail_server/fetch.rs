//! What FETCH asks for and how it is answered. Pure.
use super::Letter;

/// Numbers of messages, such as `3`, `2:5,9` or `4:*`.
#[derive(Debug, PartialEq, Eq)]
pub struct Set(Vec<(Edge, Edge)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    At(usize),
    Last,
}

impl Edge {
    fn read(text: &str) -> Option<Self> {
        match text {
            "*" => Some(Self::Last),
            number => number.parse().ok().filter(|n| *n > 0).map(Self::At),
        }
    }

    fn in_(self, count: usize) -> usize {
        match self {
            Self::At(n) => n,
            Self::Last => count,
        }
    }
}

impl Set {
    pub fn read(text: &str) -> Option<Self> {
        let range = |range: &str| match range.split_once(':') {
            Some((from, to)) => Some((Edge::read(from)?, Edge::read(to)?)),
            None => Edge::read(range).map(|one| (one, one)),
        };
        text.split(',').map(range).collect::<Option<Vec<_>>>().map(Self)
    }

    /// Whether `n` of `count` is meant. The two ends may be either way round, and `*` is the last
    /// message there is: `9:*` of three messages means the third.
    pub fn holds(&self, n: usize, count: usize) -> bool {
        self.0.iter().any(|(from, to)| {
            let (from, to) = (from.in_(count), to.in_(count));
            (from.min(to)..=from.max(to)).contains(&n)
        })
    }

    /// The highest number it names.
    pub fn highest(&self, count: usize) -> usize {
        self.0.iter().map(|(from, to)| from.in_(count).max(to.in_(count))).max().unwrap_or(0)
    }
}

/// One thing about a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Item {
    Uid,
    Size,
    Date,
    Flags,
    /// The whole or its headers, and of that a piece: from where, and how much.
    Body {
        headers: bool,
        piece: Option<(usize, usize)>,
    },
}

/// Reads `(UID BODY.PEEK[]<0.100>)`; `None` for what is not played.
pub fn items(text: &str) -> Option<Vec<Item>> {
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    bare.split(' ').map(|word| item(&word.to_ascii_uppercase())).collect()
}

fn item(word: &str) -> Option<Item> {
    match word {
        "UID" => return Some(Item::Uid),
        "RFC822.SIZE" => return Some(Item::Size),
        "INTERNALDATE" => return Some(Item::Date),
        "FLAGS" => return Some(Item::Flags),
        _ => {}
    }
    let section = word.strip_prefix("BODY.PEEK[").or_else(|| word.strip_prefix("BODY["))?;
    let (section, piece) = section.split_once(']')?;
    let headers = match section {
        "" => false,
        "HEADER" => true,
        _ => return None,
    };
    let piece = match piece {
        "" => None,
        piece => {
            let (from, length) = piece.strip_prefix('<')?.strip_suffix('>')?.split_once('.')?;
            Some((from.parse().ok()?, length.parse().ok()?))
        }
    };
    Some(Item::Body { headers, piece })
}

/// The untagged answer about message `n`.
pub fn answer(n: usize, letter: &Letter, items: &[Item], by_uid: bool) -> Vec<u8> {
    let mut out = format!("* {n} FETCH (").into_bytes();
    // The UID is told whenever it was asked by.
    if by_uid && !items.contains(&Item::Uid) {
        out.extend_from_slice(format!("UID {n} ").as_bytes());
    }
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(b' ');
        }
        match item {
            Item::Uid => out.extend_from_slice(format!("UID {n}").as_bytes()),
            Item::Size => {
                out.extend_from_slice(format!("RFC822.SIZE {}", letter.raw.len()).as_bytes());
            }
            Item::Date => {
                let date = internal_date(letter.at_ms);
                out.extend_from_slice(format!("INTERNALDATE \"{date}\"").as_bytes());
            }
            Item::Flags => out.extend_from_slice(b"FLAGS ()"),
            Item::Body { headers, piece } => body(&mut out, &letter.raw, *headers, *piece),
        }
    }
    out.extend_from_slice(b")\r\n");
    out
}

fn body(out: &mut Vec<u8>, raw: &[u8], headers: bool, piece: Option<(usize, usize)>) {
    let end = raw.windows(4).position(|four| four == b"\r\n\r\n").map_or(raw.len(), |at| at + 4);
    let whole = if headers { &raw[..end] } else { raw };
    let name = if headers { "BODY[HEADER]" } else { "BODY[]" };
    let (mark, part) = match piece {
        None => (String::new(), whole),
        Some((from, length)) => {
            let rest = &whole[from.min(whole.len())..];
            (format!("<{from}>"), &rest[..length.min(rest.len())])
        }
    };
    out.extend_from_slice(format!("{name}{mark} {{{}}}\r\n", part.len()).as_bytes());
    out.extend_from_slice(part);
}

/// `17-Jul-2026 02:44:25 +0000`
fn internal_date(at_ms: i64) -> String {
    // `Fri, 17 Jul 2026 02:44:25 +0000` in the words of mail headers.
    let date = crate::sms::wire::date(at_ms);
    let mut words = date.split(' ').skip(1);
    let mut word = || words.next().unwrap_or_default();
    let (day, month, year) = (word(), word(), word());
    format!("{day}-{month}-{year} {} {}", word(), word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_messages() {
        for (text, count, wanted) in [
            ("2", 3, vec![2]),
            ("1:2,3", 4, vec![1, 2, 3]),
            ("2:*", 4, vec![2, 3, 4]),
            ("9:*", 3, vec![3]),
            ("3:1", 3, vec![1, 2, 3]),
        ] {
            let set = Set::read(text).unwrap();
            let held: Vec<_> = (1..=count).filter(|n| set.holds(*n, count)).collect();
            assert_eq!(held, wanted, "{text}");
        }
        for text in ["", "0", "a", "1:", "1,,2"] {
            assert_eq!(Set::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_message_is_answered_whole_or_in_pieces() {
        let letter = Letter { raw: "A: b\r\n\r\nHello".into(), at_ms: 1_784_256_265_000 };
        for (asked, by_uid, wanted) in [
            (
                "(UID RFC822.SIZE INTERNALDATE)",
                true,
                "* 7 FETCH (UID 7 RFC822.SIZE 13 INTERNALDATE \"17-Jul-2026 02:44:25 +0000\")\r\n",
            ),
            ("BODY.PEEK[]", true, "* 7 FETCH (UID 7 BODY[] {13}\r\nA: b\r\n\r\nHello)\r\n"),
            ("(body[]<8.3>)", false, "* 7 FETCH (BODY[]<8> {3}\r\nHel)\r\n"),
            (
                "BODY.PEEK[HEADER]<0.99>",
                false,
                "* 7 FETCH (BODY[HEADER]<0> {8}\r\nA: b\r\n\r\n)\r\n",
            ),
            ("BODY[]<50.5>", false, "* 7 FETCH (BODY[]<50> {0}\r\n)\r\n"),
        ] {
            let answer = answer(7, &letter, &items(asked).unwrap(), by_uid);
            assert_eq!(String::from_utf8(answer).unwrap(), wanted, "{asked}");
        }
        for asked in ["ENVELOPE", "BODY[TEXT]", "BODY[]<1>", ""] {
            assert_eq!(items(asked), None, "{asked}");
        }
    }
}
