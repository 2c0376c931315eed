//! Addresses to which an agent writes first. Pure.

use crate::contacts;

/// Digits of a telephone number with its country code (ITU-T E.164 has at most 15).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// A mail address as it was typed.
///
/// # Errors
/// A sentence for the agent.
pub(super) fn email(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("Give an email address.".to_owned());
    }
    if contacts::is_address(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("Please check the email address. {text}"))
    }
}

/// The digits of a telephone number that was typed with its country code.
///
/// # Errors
/// A sentence for the agent.
pub(super) fn phone(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err(
            "Give a telephone number with its country code, such as +60 3 1234 5678.".into()
        );
    }
    let known = |letter: char| letter.is_ascii_digit() || "+-() ./\u{a0}".contains(letter);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let whole = match digits.strip_prefix("00") {
        Some(rest) if !text.contains('+') => rest.to_owned(),
        _ => digits,
    };
    let coded = text.trim_start().starts_with('+') || text.trim_start().starts_with("00");
    if !coded || !text.chars().all(known) || !DIGITS.contains(&whole.len()) {
        return Err(format!(
            "Please check the telephone number. Write it with its country code, such as +60 3 1234 5678. {text}"
        ));
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_its_country_code() {
        for (typed, digits) in [
            ("+60 3-1234 5678", "60312345678"),
            ("0060 3 1234 5678", "60312345678"),
            ("+1 (415) 555-0100", "14155550100"),
        ] {
            assert_eq!(phone(typed).as_deref(), Ok(digits));
        }
        for wrong in
            ["", "03 1234 5678", "+60 3 12 x", "+123", "+1234567890123456", "ann@x.example"]
        {
            assert!(phone(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_is_one() {
        assert_eq!(email("Ann@x.example").as_deref(), Ok("Ann@x.example"));
        assert!(email("").is_err() && email("ann").is_err());
    }
}
