//! A conversation as data for a model: the newest turns that fit, oldest first.

use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::talk::{Conversation, Turn};

/// What a turn takes besides its text: the names of its fields, its role and its author.
const TURN_CHARS: usize = 60;

/// At most so many characters.
pub fn data(talk: &Conversation, chars: usize) -> Value {
    let mut room = chars;
    let mut turns = Vec::new();
    for turn in talk.turns.iter().rev() {
        if room <= TURN_CHARS {
            break;
        }
        room -= TURN_CHARS;
        let said = beginning(&turn.text, room);
        room -= said.chars().count();
        turns.push(json!({ "role": turn.role, "name": beginning(&turn.name, 100), "text": said }));
    }
    turns.reverse();
    let left_out = talk.turns.len() - turns.len();
    json!({
        "channel": talk.channel,
        "subject": talk.subject.as_deref().map(|subject| beginning(subject, 300)),
        "language": talk.language,
        "earlier_turns_left_out": left_out,
        "turns": turns,
    })
}

/// The newest turn, which an insight is about.
pub fn newest(talk: &Conversation, chars: usize) -> Option<Value> {
    let turn = talk.turns.last()?;
    Some(json!({ "role": turn.role, "text": beginning(&turn.text, chars) }))
}

/// Whether there is anything to read.
pub fn is_empty(talk: &Conversation) -> bool {
    talk.turns.iter().all(|turn: &Turn| turn.text.trim().is_empty())
}

/// The first so many characters.
pub fn beginning(text: &str, chars: usize) -> &str {
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
