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

/// The text with every variable replaced by what `value` says; what it does not know becomes nothing.
#[must_use]
pub fn fill<'a>(text: &'a str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let filled = pieces(text).into_iter().map(|piece| match piece {
        Piece::Words(words) => words,
        Piece::Variable(name) => value(name).unwrap_or_default(),
    });
    filled.collect()
}
