//! The variables of a canned reply: which there are, and how they are filled in. Pure.

/// Every variable a text may hold, in the order in which they are offered.
pub const KNOWN: [&str; 9] = [
    "contact.name",
    "contact.email",
    "contact.phone",
    "agent.name",
    "agent.username",
    "ticket.number",
    "ticket.title",
    "channel.name",
    "channel.value",
];

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Words(&'a str),
    /// The name between two pairs of braces.
    Variable(&'a str),
}

/// The pieces of a text. Braces that are never closed are words.
fn pieces(mut text: &str) -> Vec<Piece<'_>> {
    let mut found = vec![];
    while let Some((words, rest)) = text.split_once("{{") {
        let Some((name, after)) = rest.split_once("}}") else { break };
        found.push(Piece::Words(words));
        found.push(Piece::Variable(name.trim()));
        text = after;
    }
    found.push(Piece::Words(text));
    found
}

/// Why a text cannot be kept: a variable that nothing would fill in, with those that there are.
#[must_use]
pub fn unknown(text: &str) -> Option<String> {
    let wrong = pieces(text).into_iter().find_map(|piece| match piece {
        Piece::Variable(name) if !KNOWN.contains(&name) => Some(name),
        Piece::Variable(_) | Piece::Words(_) => None,
    })?;
    let known: Vec<String> = KNOWN.iter().map(|name| format!("{{{{{name}}}}}")).collect();
    Some(format!("There is no variable {{{{{wrong}}}}}. Known are {}.", known.join(", ")))
}

/// The text with every variable replaced by what `value` says; what it does not know becomes nothing,
/// together with the blank that led to it: `Hello {{contact.name}}, …` becomes `Hello, …`.
#[must_use]
pub fn fill<'a>(text: &'a str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut nothing = false;
    for piece in pieces(text) {
        match piece {
            Piece::Words(words) => {
                if nothing && ends_words(words) && filled.ends_with(' ') {
                    filled.pop();
                }
                filled.push_str(words);
                nothing = false;
            }
            Piece::Variable(name) => {
                let value = value(name).unwrap_or_default();
                nothing = value.is_empty();
                filled.push_str(value);
            }
        }
    }
    filled
}

/// Whether no word follows at once.
fn ends_words(after: &str) -> bool {
    after.chars().next().is_none_or(|next| next.is_whitespace() || ",.;:!?".contains(next))
}
