//! Mail addresses as people write them, and what makes two of them one.

/// An address has at most so many bytes.
const LENGTH_MAX: usize = 254;

/// Whether mail can go to this address: `ann@shop.example`, also with two dots in a row, as some
/// providers give them out, and with a part in quotation marks, as in `"ann lee"@shop.example`.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = parts(text) else { return false };
    let word = |part: &str, odd: &str| {
        !part.is_empty()
            && !part.chars().any(|c| c.is_whitespace() || c.is_control() || odd.contains(c))
    };
    let local_fits = match inner(local) {
        Some(inner) => !inner.is_empty() && !inner.chars().any(char::is_control),
        None => word(local, "<>()[],;:\"\\@"),
    };
    let domain_fits = word(domain, "<>()[],;:\"\\@")
        && domain.contains('.')
        && !domain.starts_with('.')
        && !domain.ends_with('.');
    text.len() <= LENGTH_MAX && local_fits && domain_fits
}

/// What two ways to write one address have in common: no capital letters, and no quotation marks where
/// nothing between them needs any. Whatever is no address stays as it is, in small letters.
#[must_use]
pub fn address_key(text: &str) -> String {
    let text = text.trim().to_lowercase();
    let Some((local, domain)) = parts(&text) else { return text };
    let Some(inner) = inner(local) else { return text };
    let plain = |c: char| c.is_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(c);
    if !inner.is_empty() && inner.chars().all(plain) {
        return format!("{inner}@{domain}");
    }
    let kept: String = inner.chars().flat_map(|c| escaped(c).chain([c])).collect();
    format!("\"{kept}\"@{domain}")
}

/// The backslash that a sign needs between quotation marks.
fn escaped(sign: char) -> impl Iterator<Item = char> {
    matches!(sign, '"' | '\\').then_some('\\').into_iter()
}

/// Before and after the `@` that divides them; one between quotation marks does not.
fn parts(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with('"') {
        return text.split_once('@');
    }
    let mut skip = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if skip => skip = false,
            '\\' => skip = true,
            '"' => {
                let (local, rest) = text.split_at(at + 1);
                return Some((local, rest.strip_prefix('@')?));
            }
            _ => {}
        }
    }
    None
}

/// What stands between the quotation marks of a part that has them.
fn inner(local: &str) -> Option<String> {
    let text = local.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        plain.push(if sign == '\\' { signs.next()? } else { sign });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_text() {
        for good in [
            "a@c.d",
            "a.b+c@d.e.f",
            "a..b@x.example",
            "a.@x.example",
            "\"a..b\"@x.example",
            "\"ann lee\"@example.org",
            r#""a\"b@c"@example.org"#,
            "jørgen@bücher.example",
        ] {
            assert!(is_address(good), "{good}");
        }
        let long = format!("{}@b.example", "a".repeat(260));
        for bad in [
            "",
            "ac.d",
            "a@c",
            "@c.d",
            "a@.c",
            "a@c.d.",
            "a@@c.d",
            "a b@c.d",
            "ann lee@example.org",
            "<ann@x.example",
            "ann@x.example>",
            "a@b.example\r\nBcc: x@y.example",
            "a,b@c.d",
            "\"\"@c.d",
            "\"ann@c.d",
            "\"ann\"c.d",
            "\"a\nb\"@c.d",
            "ann\"lee\"@c.d",
            &long,
        ] {
            assert!(!is_address(bad), "{bad:?}");
        }
    }

    #[test]
    fn two_ways_to_write_one_address_are_one() {
        for (text, key) in [
            ("Ann@Shop.Example", "ann@shop.example"),
            ("a..b@x.example", "a..b@x.example"),
            ("\"a..b\"@x.example", "a..b@x.example"),
            ("\"Ann\"@x.example", "ann@x.example"),
            (r#""\a\n\n"@x.example"#, "ann@x.example"),
            ("\"ann lee\"@x.example", "\"ann lee\"@x.example"),
            (r#""a\"b"@x.example"#, r#""a\"b"@x.example"#),
            ("\"a@b\"@x.example", "\"a@b\"@x.example"),
            ("+60 12", "+60 12"),
        ] {
            assert_eq!(address_key(text), key, "{text}");
        }
    }
}
