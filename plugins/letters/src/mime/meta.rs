//! The character set that an HTML page names in its own head.

/// Pages name it early; the programs that write long styles first still fit into this.
const HEAD: usize = 8 * 1024;

/// The label in `<meta charset=…>`, `<meta http-equiv=… content="…; charset=…">` or
/// `<?xml encoding=…?>`, the first of them outside comments.
pub fn charset(page: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&page[..page.len().min(HEAD)]).to_ascii_lowercase();
    let mut rest = head.as_str();
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->")?.1;
            continue;
        }
        let tag = &rest[..rest.find('>').unwrap_or(rest.len())];
        let label = if tag.starts_with("<meta") {
            value(tag, "charset")
        } else if tag.starts_with("<?xml") {
            value(tag, "encoding")
        } else {
            None
        };
        if let Some(label) = label {
            // Its own ASCII letters could not be read so far if this were true.
            return Some(if label.starts_with("utf-16") { "utf-8".to_owned() } else { label });
        }
        rest = &rest[1..];
    }
    None
}

/// What stands behind `name=`, with or without quotes.
fn value(tag: &str, name: &str) -> Option<String> {
    tag.match_indices(name).find_map(|(at, _)| {
        let rest = tag[at + name.len()..].trim_start().strip_prefix('=')?;
        let rest = rest.trim_start().trim_start_matches(['"', '\'']).trim_start();
        let end =
            rest.find(|c: char| c.is_whitespace() || "\"';,/>?".contains(c)).unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::charset;

    #[test]
    fn pages_name_their_character_set() {
        for (page, want) in [
            ("<meta charset=\"gb18030\">", Some("gb18030")),
            ("<META CHARSET=KOI8-R />", Some("koi8-r")),
            ("<meta charset = 'windows-1250'>", Some("windows-1250")),
            (
                "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">",
                Some("windows-1251"),
            ),
            (
                "<meta content='text/html;charset=Shift_JIS' http-equiv=Content-Type>",
                Some("shift_jis"),
            ),
            ("<?xml version=\"1.0\" encoding=\"iso-8859-2\"?><html>", Some("iso-8859-2")),
            ("<!-- <meta charset=big5> --><meta charset=gbk>", Some("gbk")),
            ("<meta name=viewport content=x><meta charset=big5>", Some("big5")),
            ("<meta charset=utf-16le>", Some("utf-8")),
            ("<meta charset>", None),
            ("<p>charset=big5</p>", None),
            ("<!-- <meta charset=big5>", None),
            ("", None),
        ] {
            assert_eq!(charset(page.as_bytes()).as_deref(), want, "{page}");
        }
    }
}
