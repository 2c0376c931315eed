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

/// What helpers and screens call a language that nobody could tell.
pub const UNDETERMINED: &str = "und";
/// Texts and characters of one call for translations.
const BATCH_TEXTS: usize = 20;
const BATCH_CHARACTERS: usize = 12_000;

/// Texts, by their place and size, in calls that are not too much for a helper. One that is longer than
/// a call should be goes by itself.
#[must_use]
pub fn batches(sizes: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = vec![];
    let mut room = 0;
    for &(place, size) in sizes {
        match batches.last_mut().filter(|batch| batch.len() < BATCH_TEXTS && size <= room) {
            Some(batch) => {
                room -= size;
                batch.push(place);
            }
            None => {
                room = BATCH_CHARACTERS.saturating_sub(size);
                batches.push(vec![place]);
            }
        }
    }
    batches
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
    use crate::tickets::TalkMessage;

    fn said(direction: &str, text: &str) -> TalkMessage {
        TalkMessage { direction: direction.into(), text: text.into(), ..TalkMessage::default() }
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
    fn texts_go_in_calls_that_are_not_too_much() {
        assert!(batches(&[]).is_empty());
        let many: Vec<(usize, usize)> = (0..45).map(|place| (place, 10)).collect();
        assert_eq!(batches(&many).iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 5]);
        let sizes = [(3, 5_000), (5, 30_000), (6, 7_000), (7, 5_000), (9, 1)];
        assert_eq!(batches(&sizes), [vec![3], vec![5], vec![6, 7], vec![9]]);
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
