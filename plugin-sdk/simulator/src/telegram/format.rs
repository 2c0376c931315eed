//! Text as the network treats it: trimming, lengths in UTF-16 units, entities and `parse_mode`.
use serde_json::{Value, json};

/// The length that limits and entity offsets are counted in.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Removes what the network removes: control characters, carriage returns, space around the text.
/// Entities keep their place; those that lose all their text go.
pub fn clean(text: &str, entities: Vec<Value>) -> (String, Vec<Value>) {
    let kept: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let trimmed = kept.trim();
    let cut_before = units(&kept[..kept.len() - kept.trim_start().len()]) as i64;
    let end = units(trimmed) as i64;
    let mut moved = Vec::new();
    for mut entity in entities {
        let offset = entity["offset"].as_i64().unwrap_or(0) - cut_before;
        let length = entity["length"].as_i64().unwrap_or(0);
        let (from, to) = (offset.max(0), (offset + length).min(end));
        if from < to {
            entity["offset"] = json!(from);
            entity["length"] = json!(to - from);
            moved.push(entity);
        }
    }
    (trimmed.to_owned(), moved)
}

/// The text and its entities under a `parse_mode`; `Err` is the reason after "can't parse entities: ".
pub fn parse(text: &str, mode: &str) -> Result<(String, Vec<Value>), String> {
    match mode.to_ascii_lowercase().as_str() {
        "" | "none" => Ok((text.to_owned(), found_in(text))),
        "html" => html(text),
        "markdownv2" => markdown(text),
        // The old Markdown is accepted as plain text; nothing of ours uses it.
        "markdown" => Ok((text.to_owned(), Vec::new())),
        _ => Err("unsupported parse_mode".into()),
    }
}

/// What the network marks by itself: commands at the start of a word, and web addresses.
pub fn found_in(text: &str) -> Vec<Value> {
    let mut entities = Vec::new();
    let mut offset = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let kind = if is_command(bare) {
            Some("bot_command")
        } else if bare.starts_with("https://") || bare.starts_with("http://") {
            Some("url")
        } else {
            None
        };
        if let Some(kind) = kind {
            entities.push(json!({ "offset": offset, "length": units(bare), "type": kind }));
        }
        offset += units(word);
    }
    entities
}

fn is_command(word: &str) -> bool {
    word.strip_prefix('/').is_some_and(|name| {
        let name = name.split('@').next().unwrap_or_default();
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

struct Open {
    tag: String,
    kind: &'static str,
    at: usize,
    url: Option<String>,
}

fn html(text: &str) -> Result<(String, Vec<Value>), String> {
    let mut out = String::new();
    let mut entities = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        match next {
            '&' => {
                let (plain, size) = unescape(&text[at..]);
                out.push_str(&plain);
                at += size;
            }
            '<' => {
                let Some(end) = text[at..].find('>') else {
                    return Err(format!("Unclosed start tag at byte offset {at}"));
                };
                let inner = &text[at + 1..at + end];
                if let Some(name) = inner.strip_prefix('/') {
                    close(&mut open, name.trim(), at, &out, &mut entities)?;
                } else {
                    open.push(start_tag(inner, at, units(&out))?);
                }
                at += end + 1;
            }
            other => {
                out.push(other);
                at += other.len_utf8();
            }
        }
    }
    match open.last() {
        Some(tag) => Err(format!("Can't find end tag corresponding to start tag \"{}\"", tag.tag)),
        None => Ok((out, entities)),
    }
}

fn close(
    open: &mut Vec<Open>,
    name: &str,
    at: usize,
    out: &str,
    entities: &mut Vec<Value>,
) -> Result<(), String> {
    let Some(tag) = open.pop() else {
        return Err(format!("Unexpected end tag at byte offset {at}"));
    };
    if !name.is_empty() && name != tag.tag {
        return Err(format!(
            "Unmatched end tag at byte offset {at}, expected \"</{}>\", found \"</{name}>\"",
            tag.tag
        ));
    }
    let length = units(out) - tag.at;
    if length > 0 {
        let mut entity = json!({ "offset": tag.at, "length": length, "type": tag.kind });
        if let Some(url) = tag.url {
            entity["url"] = json!(url);
        }
        entities.push(entity);
    }
    Ok(())
}

fn start_tag(inner: &str, at: usize, offset: usize) -> Result<Open, String> {
    let (tag, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let tag = tag.to_ascii_lowercase();
    let kind = match tag.as_str() {
        "b" | "strong" => "bold",
        "i" | "em" => "italic",
        "u" | "ins" => "underline",
        "s" | "strike" | "del" => "strikethrough",
        "tg-spoiler" => "spoiler",
        "span" if rest.contains("tg-spoiler") => "spoiler",
        "span" => {
            return Err(format!("Tag \"span\" must have class \"tg-spoiler\" at byte offset {at}"));
        }
        "a" => "text_link",
        "code" => "code",
        "pre" => "pre",
        "blockquote" => "blockquote",
        _ => return Err(format!("Unsupported start tag \"{tag}\" at byte offset {at}")),
    };
    let url = (kind == "text_link").then(|| {
        let value = rest.split_once("href=").map_or("", |(_, value)| value).trim();
        unescape_all(value.trim_matches(['"', '\'']))
    });
    Ok(Open { tag, kind, at: offset, url })
}

fn unescape_all(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        if next == '&' {
            let (plain, size) = unescape(&text[at..]);
            out.push_str(&plain);
            at += size;
        } else {
            out.push(next);
            at += next.len_utf8();
        }
    }
    out
}

// Only the four named references and numbers are known; anything else stays as it is.
fn unescape(text: &str) -> (String, usize) {
    for (name, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\"")] {
        if text.starts_with(name) {
            return (plain.into(), name.len());
        }
    }
    if let Some(end) = text.find(';').filter(|end| (3..=10).contains(end))
        && let Some(number) = text[..end].strip_prefix("&#")
    {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        };
        if let Some(found) = code.and_then(char::from_u32) {
            return (found.into(), end + 1);
        }
    }
    ("&".into(), 1)
}

const RESERVED: &str = "_*[]()~`>#+-=|{}.!";

fn markdown(text: &str) -> Result<(String, Vec<Value>), String> {
    let mut out = String::new();
    let mut entities = Vec::new();
    let mut open: Vec<(&'static str, &'static str, usize)> = Vec::new();
    let mut at = 0;
    'next: while at < text.len() {
        let rest = &text[at..];
        if let Some(escaped) = rest.strip_prefix('\\').and_then(|rest| rest.chars().next()) {
            out.push(escaped);
            at += 1 + escaped.len_utf8();
            continue;
        }
        let in_code = matches!(open.last(), Some(("```" | "`", ..)));
        let marks = [
            ("```", "pre"),
            ("`", "code"),
            ("||", "spoiler"),
            ("__", "underline"),
            ("*", "bold"),
            ("_", "italic"),
            ("~", "strikethrough"),
            ("[", "text_link"),
        ];
        for (mark, kind) in marks {
            if !rest.starts_with(mark) || (in_code && !mark.starts_with('`')) {
                continue;
            }
            let closes = open.last().is_some_and(|(opened, ..)| *opened == mark);
            at += mark.len();
            if !closes {
                open.push((mark, kind, units(&out)));
            } else if let Some((_, kind, start)) = open.pop() {
                let length = units(&out) - start;
                if length > 0 {
                    entities.push(json!({ "offset": start, "length": length, "type": kind }));
                }
            }
            continue 'next;
        }
        let next = rest.chars().next().unwrap_or_default();
        if next == ']' && matches!(open.last(), Some(("[", ..))) {
            let target = rest.strip_prefix("](").and_then(|rest| rest.split_once(')'));
            let (Some((url, _)), Some((_, _, start))) = (target, open.pop()) else {
                return Err("Can't find end of a URL".into());
            };
            let length = units(&out) - start;
            entities.push(json!({
                "offset": start, "length": length, "type": "text_link", "url": url,
            }));
            at += 3 + url.len();
            continue;
        }
        if RESERVED.contains(next) && !in_code {
            return Err(format!(
                "Character '{next}' is reserved and must be escaped with the preceding '\\'"
            ));
        }
        out.push(next);
        at += next.len_utf8();
    }
    match open.last() {
        Some((_, kind, start)) => {
            let name = kind.strip_prefix("text_").unwrap_or(kind);
            Err(format!("Can't find end of {name} entity at byte offset {start}"))
        }
        None => Ok((out, entities)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Text and entities (type, offset, length), or a part of the reason.
    type Expected<'a> = Result<(&'a str, &'a [(&'a str, usize, usize)]), &'a str>;

    fn check(text: &str, mode: &str, wanted: Expected<'_>) {
        match (parse(text, mode), wanted) {
            (Ok((plain, entities)), Ok((wanted_text, wanted_entities))) => {
                assert_eq!(plain, wanted_text);
                let found: Vec<_> = entities
                    .iter()
                    .map(|e| {
                        let number = |name: &str| e[name].as_u64().unwrap() as usize;
                        (e["type"].as_str().unwrap(), number("offset"), number("length"))
                    })
                    .collect();
                assert_eq!(found, wanted_entities);
            }
            (Err(error), Err(wanted)) => assert!(error.contains(wanted), "{error}"),
            (found, wanted) => panic!("{text}: {found:?} instead of {wanted:?}"),
        }
    }

    #[test]
    fn html_becomes_text_and_entities() {
        check("a <b>b&amp;c</b>", "HTML", Ok(("a b&c", &[("bold", 2, 3)])));
        check("😀<i>x</i>", "html", Ok(("😀x", &[("italic", 2, 1)])));
        check("<a href=\"https://x.y\">l</a>", "HTML", Ok(("l", &[("text_link", 0, 1)])));
        check("<p>x</p>", "HTML", Err("Unsupported start tag \"p\" at byte offset 0"));
        check("<b>x", "HTML", Err("Can't find end tag corresponding to start tag \"b\""));
        check("1 < 2", "HTML", Err("Unclosed start tag at byte offset 2"));
    }

    #[test]
    fn markdown_becomes_text_and_entities() {
        check("*b* _i_", "MarkdownV2", Ok(("b i", &[("bold", 0, 1), ("italic", 2, 1)])));
        check("a\\.b", "MarkdownV2", Ok(("a.b", &[])));
        check("a.b", "MarkdownV2", Err("Character '.' is reserved"));
        check("*b", "MarkdownV2", Err("Can't find end of bold entity"));
        check("`a.b`", "MarkdownV2", Ok(("a.b", &[("code", 0, 3)])));
    }

    #[test]
    fn space_around_is_cut_and_entities_move() {
        let entity = json!({ "offset": 2, "length": 3, "type": "bold" });
        let (text, entities) = clean("  abc \r\n", vec![entity]);
        assert_eq!(text, "abc");
        assert_eq!(
            (entities[0]["offset"].as_i64(), entities[0]["length"].as_i64()),
            (Some(0), Some(3))
        );
    }

    #[test]
    fn commands_are_marked() {
        let found = found_in("/start x https://a.b");
        assert_eq!(found[0], json!({ "offset": 0, "length": 6, "type": "bot_command" }));
        assert_eq!(found[1], json!({ "offset": 9, "length": 11, "type": "url" }));
    }
}
