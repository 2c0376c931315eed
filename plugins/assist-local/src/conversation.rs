//! What of a conversation is read: the customer's turns, cut to a length that is read quickly.

use crate::language;
use crate::text::clip;
use patchbay_plugin::talk::{Conversation, Turn};

const NEWEST_TURNS: usize = 5;
const NEWEST_CHARS: usize = 4_000;
const ALL_TURNS: usize = 30;
const ALL_CHARS: usize = 12_000;
const TURN_CHARS: usize = 4_000;

/// What the customer wrote last.
pub struct Newest<'a> {
    pub text: String,
    pub language: &'static str,
    pub name: &'a str,
}

fn is_customer(turn: &Turn) -> bool {
    turn.role == "customer" && !turn.text.trim().is_empty()
}

/// The newest customer's turn alone.
pub fn newest_turn(what: &Conversation) -> Newest<'_> {
    newest(what, 1)
}

/// The customer's turns since an agent last answered.
pub fn newest_turns(what: &Conversation) -> Newest<'_> {
    newest(what, NEWEST_TURNS)
}

fn newest(what: &Conversation, most: usize) -> Newest<'_> {
    let mut turns: Vec<&Turn> = what
        .turns
        .iter()
        .rev()
        .skip_while(|turn| !is_customer(turn))
        .take_while(|turn| turn.role != "agent")
        .filter(|turn| is_customer(turn))
        .take(most)
        .collect();
    let name = turns.first().map_or("", |turn| turn.name.as_str());
    turns.reverse();
    let text = joined(&turns, NEWEST_CHARS);
    let language = language::of(&text, what.language.as_deref());
    Newest { text, language, name }
}

/// All that the customer wrote, the newest part of it.
pub fn customer_text(what: &Conversation) -> String {
    let customer = what.turns.iter().rev().filter(|turn| is_customer(turn));
    let mut turns: Vec<&Turn> = Vec::new();
    let mut left = ALL_CHARS;
    for turn in customer.take(ALL_TURNS) {
        let taken = clip(&turn.text, TURN_CHARS).chars().count();
        if taken > left {
            break;
        }
        left -= taken;
        turns.push(turn);
    }
    turns.reverse();
    joined(&turns, ALL_CHARS)
}

fn joined(turns: &[&Turn], max_chars: usize) -> String {
    let texts: Vec<&str> = turns.iter().map(|turn| clip(turn.text.trim(), TURN_CHARS)).collect();
    clip(&texts.join("\n"), max_chars).to_owned()
}
