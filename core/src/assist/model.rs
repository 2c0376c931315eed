//! What a helper gets to read of a conversation.

use crate::{
    plugins::{Conversation, Turn},
    tickets::Talk,
};

/// Messages a helper reads at most.
pub const TURNS_MAX: i64 = 50;
/// Characters of all turns together; the newest ones count first.
const CHARACTERS_MAX: usize = 20_000;

/// The newest turns that fit, oldest first. A message that is longer than everything allowed is cut
/// rather than left out, because it is often the one that matters.
#[must_use]
pub fn conversation(talk: Talk) -> Conversation {
    let mut room = CHARACTERS_MAX;
    let mut turns = Vec::new();
    for said in talk.turns.into_iter().rev() {
        if room == 0 {
            break;
        }
        let text: String = said.text.chars().take(room).collect();
        room -= text.chars().count();
        let role = match said.direction.as_str() {
            "in" => "customer",
            "out" => "agent",
            _ => "system",
        };
        turns.push(Turn { role: role.to_owned(), name: said.name, text, at_ms: said.at_ms });
    }
    turns.reverse();
    Conversation {
        channel: talk.channel,
        subject: Some(talk.subject).filter(|s| !s.is_empty()),
        language: Some(talk.language).filter(|l| !l.is_empty()),
        turns,
        extras: Vec::new(),
    }
}

/// Whether a text can be a BCP 47 language tag: letters, digits and hyphens, the first part letters.
#[must_use]
pub fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=8).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|p| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric()))
        && tag.len() <= 35
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tickets::Said;

    fn said(direction: &str, text: &str) -> Said {
        Said { direction: direction.into(), text: text.into(), ..Said::default() }
    }

    #[test]
    fn the_newest_turns_fit_and_stand_in_order() {
        let long = "x".repeat(15_000);
        let talk = Talk {
            turns: vec![said("in", "first"), said("out", &long), said("in", &long)],
            ..Talk::default()
        };
        let read = conversation(talk);
        let seen: Vec<(&str, usize)> =
            read.turns.iter().map(|t| (t.role.as_str(), t.text.len())).collect();
        assert_eq!(seen, [("agent", 5_000), ("customer", 15_000)]);
    }

    #[test]
    fn cutting_keeps_whole_characters() {
        let talk = Talk { turns: vec![said("system", &"语".repeat(30_000))], ..Talk::default() };
        let read = conversation(talk);
        assert_eq!(read.turns[0].text.chars().count(), 20_000);
        assert_eq!((read.turns[0].role.as_str(), read.subject), ("system", None));
    }

    #[test]
    fn language_tags_are_recognised() {
        for good in ["en", "ms", "zh-Hant", "en-GB", "sr-Latn-RS"] {
            assert!(is_language(good), "{good}");
        }
        for bad in ["", "e", "english!", "en_GB", "-en", "en-", "en--x"] {
            assert!(!is_language(bad), "{bad}");
        }
    }
}
