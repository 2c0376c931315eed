//! Hides from helpers outside the house what identifies a person or opens a door: each place is replaced
//! by a typed placeholder that survives translation, such as `«EMAIL_1»`, and put back into the answer.

use regex::Regex;
use std::sync::LazyLock;

/// What is looked for, in this order: what is found first is not looked at again.
static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?-u:\b)(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|ASIA|eyJ)[-_A-Za-z0-9]{0,8}[-_]?[A-Za-z0-9][-_A-Za-z0-9.]{11,}|(?i:password|passcode|kata laluan|密码|密碼|验证码|驗證碼|otp|pin)\s*(?:is|ialah|是|[:：=])\s*(\S{4,64})",
    )
});
static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"[A-Za-z0-9_.%+'-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.[A-Za-z]{2,24}")
});
static IBAN: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?-u:\b)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?-u:\b)")
});
static CARD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?-u:\b)[3-6]\d{3}(?:[ -]?\d){9,15}(?-u:\b)"));
/// A Malaysian identity number: the day of birth, the place, four digits.
static IDENTITY: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?-u:\b)(\d{6})(-?)(\d{2})(-?)\d{4}(?-u:\b)"));
static PHONE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\+\d{1,3}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d){5,11}(?-u:\b)|(?-u:\b)0\d{1,3}[ -]?\d{3,4}[ -]?\d{4}(?-u:\b)|(?-u:\b)1[3-9]\d{9}(?-u:\b)|\(\d{3}\) ?\d{3}-\d{4}(?-u:\b)",
    )
});
/// Words after which a number is that of an order and the like.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:(?:^|[^a-z])(?:order|invoice|ticket|case|parcel|tracking|ref(?:erence)?|pesanan|invois|tiket|rujukan|no|nr|number|nombor)|订单|訂單|单号|單號|编号|編號|号|號|#)[^\p{L}\d]*(?:no|nr|number|nombor|号|號)?[^\p{L}\d]*$",
    )
});

/// Words after which a number is a person's all the same.
static PERSONAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:^|[^a-z])(?:cards?|phone|telephone|mobile|tel|hp|handphone|ic|nric|mykad|passport|kad|telefon|bimbit|whatsapp|call)(?:[^a-z]|$)|卡|手机|手機|电话|電話|身份证|身份證",
    )
});
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| regex(r"«[A-Z]+_\d+»"));

#[expect(clippy::expect_used, reason = "fixed patterns, which a test compiles")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern that compiles")
}

/// What was hidden from one question, to be put back into its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redaction {
    /// Each original with its placeholder; the same original has the same one.
    hidden: Vec<(String, String)>,
    places: usize,
}

impl Redaction {
    /// How many places were hidden.
    pub fn places(&self) -> usize {
        self.places
    }

    /// A text without what is to be hidden.
    pub fn hide(&mut self, text: &str) -> String {
        // What a stranger writes as a placeholder must not become somebody else's address.
        let mut text = self.replace(text, "TEXT", &PLACEHOLDER, |_, _| true);
        text = self.replace(&text, "SECRET", &SECRET, |_, _| true);
        text = self.replace(&text, "EMAIL", &EMAIL, |_, _| true);
        text = self.replace(&text, "IBAN", &IBAN, |found, _| is_iban(found));
        text =
            self.replace(&text, "CARD", &CARD, |found, before| is_card(found) && !numbered(before));
        text = self.replace(&text, "ID", &IDENTITY, |found, before| {
            is_identity(found) && (found.contains('-') || !numbered(before))
        });
        self.replace(&text, "PHONE", &PHONE, |found, before| {
            found.starts_with('+') || !numbered(before)
        })
    }

    fn replace(
        &mut self,
        text: &str,
        kind: &str,
        pattern: &Regex,
        is_one: impl Fn(&str, &str) -> bool,
    ) -> String {
        let mut out = String::with_capacity(text.len());
        let mut last = 0;
        for found in pattern.captures_iter(text) {
            let Some(whole) = found.get(0) else { continue };
            // The word that tells what follows stays; what follows goes.
            let place = if kind == "SECRET" { found.get(1).unwrap_or(whole) } else { whole };
            let within = kind != "TEXT" && within_placeholder(text, place.start());
            if within || !is_one(place.as_str(), &text[..place.start()]) {
                continue;
            }
            out.push_str(&text[last..place.start()]);
            out.push_str(&self.placeholder(kind, place.as_str()));
            last = place.end();
        }
        out.push_str(&text[last..]);
        out
    }

    fn placeholder(&mut self, kind: &str, original: &str) -> String {
        self.places += 1;
        if let Some((_, placeholder)) = self.hidden.iter().find(|(known, _)| known == original) {
            return placeholder.clone();
        }
        let start = format!("«{kind}_");
        let number = self.hidden.iter().filter(|(_, p)| p.starts_with(&start)).count() + 1;
        let placeholder = format!("{start}{number}»");
        self.hidden.push((original.to_owned(), placeholder.clone()));
        placeholder
    }

    /// The same, with what was hidden from the original and got lost on the way behind it.
    pub fn restore_all(&self, text: &str, original: &str) -> String {
        let lost = self.hidden.iter().filter(|(hidden, placeholder)| {
            original.contains(hidden) && !text.contains(placeholder)
        });
        let lost: Vec<&str> = lost.map(|(hidden, _)| hidden.as_str()).collect();
        match lost.is_empty() {
            true => self.restore(text),
            false => format!("{} ({})", self.restore(text), lost.join(", ")),
        }
    }

    /// An answer with everything back in its place.
    pub fn restore(&self, text: &str) -> String {
        // In one pass, because what was hidden may look like a placeholder itself.
        let back = |found: &regex::Captures<'_>| {
            let placeholder = &found[0];
            let known = self.hidden.iter().find(|(_, known)| known == placeholder);
            known.map_or_else(|| placeholder.to_owned(), |(original, _)| original.clone())
        };
        PLACEHOLDER.replace_all(text, back).into_owned()
    }
}

/// Whether a place lies in what was put there before.
fn within_placeholder(text: &str, at: usize) -> bool {
    let Some(open) = text[..at].rfind('«') else { return false };
    PLACEHOLDER.find_at(text, open).is_some_and(|found| found.start() == open && found.end() > at)
}

/// Whether what is in front says that it is the number of something, or a part of a longer one.
fn numbered(before: &str) -> bool {
    let mut last = before.chars().rev();
    let tied = match last.next() {
        Some('-' | '/' | '_') => last.next().is_some_and(|c| c.is_ascii_alphanumeric()),
        Some(' ') => last.next().is_some_and(|c| c.is_ascii_digit()),
        Some('#' | '+') => true,
        _ => false,
    };
    if tied {
        return true;
    }
    let from = before.char_indices().rev().nth(23).map_or(0, |(at, _)| at);
    NUMBERED.is_match(&before[from..]) && !PERSONAL.is_match(&before[from..])
}

fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// Luhn (ISO/IEC 7812-1), with the lengths that the issuers of today give.
fn is_card(text: &str) -> bool {
    let digits = digits(text);
    let lengths = match (digits[0], digits[1]) {
        (3, 4 | 7) => 15..=15,
        (3, 0 | 6 | 8) => 14..=14,
        (3, 5) | (5, 1..=5) => 16..=16,
        (4, _) => 16..=16,
        (6, _) => 16..=19,
        _ => return false,
    };
    let doubled = |n: u32| if n > 4 { n * 2 - 9 } else { n * 2 };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, n)| if i % 2 == 1 { doubled(*n) } else { *n })
        .sum();
    lengths.contains(&digits.len()) && sum.is_multiple_of(10)
}

/// ISO 13616: modulo 97 of what is turned round.
fn is_iban(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !(15..=34).contains(&bare.len()) {
        return false;
    }
    let (front, rest) = bare.split_at(4);
    let rest = format!("{rest}{front}");
    let remainder = rest
        .chars()
        .filter_map(|c| c.to_digit(36))
        .fold(0_u32, |sum, n| (sum * if n > 9 { 100 } else { 10 } + n) % 97);
    remainder == 1
}

/// A day of birth, and a place that exists: 01 to 16, 21 to 59, 71 to 99.
fn is_identity(text: &str) -> bool {
    let d = digits(text);
    let two = |at: usize| d[at] * 10 + d[at + 1];
    d.len() == 12
        && (1..=12).contains(&two(2))
        && (1..=31).contains(&two(4))
        && matches!(two(6), 1..=16 | 21..=59 | 71..=99)
}

#[cfg(test)]
mod tests;
