//! Names that look like others: what strangers may not take.
//!
//! A client called `Аcme` with a Cyrillic А, or `Acme` with a space of no width, is read as Acme by
//! whoever gets its mails. Usernames and departments are seen by their own client's people alone, who
//! made them, so there only signs that nobody can see are refused.

use super::model;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{
    GeneralSecurityProfile as _,
    restriction_level::{RestrictionLevel, RestrictionLevelDetection as _},
    skeleton,
};

/// What two names have in common that look alike. Not for display, and not kept: its tables change.
pub(super) fn looks(name: &str) -> String {
    let folded: String = name.nfkc().collect::<String>().to_lowercase();
    // Some confusables are told only in one case, and the spaces between words are hardly seen.
    let drawn: String = skeleton(&folded).collect();
    drawn.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect()
}

/// What is wrong with the signs of a client's name.
pub(super) fn client_name_problem(name: &str) -> Option<&'static str> {
    if has_unseen(name) {
        return Some("A name has no signs that nobody can see.");
    }
    let letters: String = name.nfkc().filter(|c| c.is_alphabetic()).collect();
    if letters.is_empty() {
        return None;
    }
    let odd = letters.chars().any(|c| !c.identifier_allowed());
    if odd || !letters.as_str().check_restriction_level(RestrictionLevel::ModeratelyRestrictive) {
        return Some("A name is written in one script, such as Latin, Chinese or Tamil.");
    }
    None
}

/// Whether a text holds signs without a shape of their own, or such that change the direction.
pub(super) fn has_unseen(text: &str) -> bool {
    text.chars().any(|c| {
        c.is_control()
            || matches!(c,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    })
}

/// Whether one of these names is the same or looks the same.
pub(super) fn is_taken(name: &str, others: &[(i64, String)]) -> bool {
    let (key, drawn) = (model::key(name), looks(name));
    others.iter().any(|(_, other)| model::key(other) == key || looks(other) == drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_read_alike_are_alike() {
        let others = [(1, "Acme Lamps".to_owned()), (2, "paypal".to_owned())];
        for taken in [
            "acme lamps",
            "ACME LAMPS",
            "\u{410}cme Lamps",
            "Acme  Lamps",
            "AcmeLamps",
            "Ａｃｍｅ Lamps",
            "p\u{430}yp\u{430}l",
            "paypa1",
            "PAYPAL",
        ] {
            assert!(is_taken(taken, &others), "{taken}");
        }
        for free in ["Acme Lamp", "Lamps Acme", "Paypol", "亚明灯具"] {
            assert!(!is_taken(free, &others), "{free}");
        }
    }

    #[test]
    fn a_clients_name_is_written_in_one_script() {
        for good in [
            "Acme",
            "Acme & Sons, Inc.",
            "Müller GmbH 2",
            "亚明灯具",
            "Acme 東京",
            "ร้านโคมไฟ",
            "விளக்கு கடை",
            "Лампа",
            "24/7",
        ] {
            assert_eq!(client_name_problem(good), None, "{good}");
        }
        for bad in ["\u{410}cme", "Ac\u{3bc}e", "Ac\u{200b}me", "Acme\u{202e}", "Ac\u{ad}me"] {
            assert!(client_name_problem(bad).is_some(), "{bad:?}");
        }
    }
}
