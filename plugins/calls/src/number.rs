//! Telephone numbers as the exchange shows them, and as contacts are known by. Pure.

/// What callers without a number are called.
const WITHHELD: [&str; 9] = [
    "anonymous",
    "unknown",
    "<unknown>",
    "restricted",
    "unavailable",
    "private",
    "withheld",
    "asserted",
    "number unavailable",
];

/// A number by which a person is known again, or none when it was withheld. With a country code,
/// national numbers become international ones.
pub fn known(raw: &str, country: &str) -> Option<String> {
    let raw = raw.trim();
    if raw.is_empty() || WITHHELD.contains(&raw.to_ascii_lowercase().as_str()) {
        return None;
    }
    let digits: String = raw.chars().filter(char::is_ascii_digit).collect();
    let other = |c: char| !(c.is_ascii_digit() || "+ -().*#".contains(c));
    if digits.is_empty() || raw.chars().any(other) {
        // A SIP name.
        return Some(raw.to_owned());
    }
    let country = country.trim().trim_start_matches('+');
    Some(if raw.starts_with('+') {
        format!("+{digits}")
    } else if let Some(rest) = digits.strip_prefix("00") {
        format!("+{rest}")
    } else if country.is_empty() {
        digits
    } else if let Some(rest) = digits.strip_prefix('0') {
        format!("+{country}{rest}")
    } else if digits.len() > 7 && digits.starts_with(country) {
        format!("+{digits}")
    } else {
        digits
    })
}

/// What is dialled: digits, a plus sign, and what a keypad has.
pub fn dialled(raw: &str) -> String {
    raw.chars().filter(|c| c.is_ascii_alphanumeric() || "+*#_".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::{dialled, known};

    #[test]
    fn numbers_become_international() {
        for (raw, country, number) in [
            ("+60 12-345 6789", "60", "+60123456789"),
            ("0060123456789", "", "+60123456789"),
            ("012-345 6789", "60", "+60123456789"),
            ("60123456789", "+60", "+60123456789"),
            ("0123456789", "", "0123456789"),
            ("15999", "60", "15999"),
            ("alice", "60", "alice"),
        ] {
            assert_eq!(known(raw, country).as_deref(), Some(number), "{raw}");
        }
    }

    #[test]
    fn a_withheld_number_is_nobody() {
        for raw in ["", " ", "anonymous", "Anonymous", "Restricted", "<unknown>"] {
            assert_eq!(known(raw, "60"), None, "{raw}");
        }
    }

    #[test]
    fn only_what_a_keypad_has_is_dialled() {
        assert_eq!(dialled("+60 (12) 345&timeout=1"), "+6012345timeout1");
    }
}
