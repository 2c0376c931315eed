//! What a translation must keep word for word: `«EMAIL_1»`, put in the place of personal data, and
//! `{{name}}`, which is filled in later.

type IsName = fn(&str) -> bool;

const FORMS: [(&str, &str, IsName); 2] = [("«", "»", is_kind), ("{{", "}}", is_variable)];

/// `EMAIL_1`, in contrast to a quotation between the same signs.
fn is_kind(name: &str) -> bool {
    let sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.contains('_') && name.chars().all(sign)
}

fn is_variable(name: &str) -> bool {
    let sign = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    !name.trim().is_empty() && name.trim().chars().all(sign)
}

/// All placeholders of a text, sorted.
fn of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close, is_name) in FORMS {
        let mut rest = text;
        while let Some(at) = rest.find(open) {
            let behind = &rest[at + open.len()..];
            let Some(end) = behind.find(close) else { break };
            if is_name(&behind[..end]) {
                found.push(&rest[at..at + open.len() + end + close.len()]);
            }
            rest = behind;
        }
    }
    found.sort_unstable();
    found
}

/// Whether the translation has the very placeholders of the text, as often.
pub fn survive(text: &str, translation: &str) -> bool {
    of(text) == of(translation)
}

/// Whether there is anything to translate: a letter outside placeholders.
pub fn has_words(text: &str) -> bool {
    let mut rest = text.to_owned();
    for placeholder in of(text) {
        rest = rest.replacen(placeholder, " ", 1);
    }
    rest.chars().any(char::is_alphabetic)
}
