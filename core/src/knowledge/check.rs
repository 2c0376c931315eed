//! What makes categories and articles that can be stored.

use super::{
    markdown,
    model::{KnowledgeCategoryDraft, Names},
};
use crate::{
    config::LANGUAGES,
    http::{FieldErrors, Problem},
};

const NAME_MAX: usize = 80;
const TITLE_MAX: usize = 150;
const BODY_MAX: usize = 100_000;
/// The year 2200: a review date beyond it is a mistake.
const TIME_MAX_MS: i64 = 7_258_118_400_000;

/// The names of a category without blanks around them; those that are empty are left out.
///
/// # Errors
/// `invalid`, by field.
pub fn names(draft: &KnowledgeCategoryDraft) -> Result<Names, Problem> {
    let mut errors = FieldErrors::default();
    let mut kept = Names::new();
    for (language, name) in &draft.names {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let field = format!("names.{language}");
        if !LANGUAGES.contains(&language.as_str()) {
            errors.say(field, "There is no such language here.");
        } else if name.chars().count() > NAME_MAX {
            errors.say(field, "A name has at most 80 characters.");
        } else if !name.is_empty() {
            kept.insert(language.clone(), name);
        }
    }
    errors.when(kept.is_empty(), "names", "Name the category in at least one language.");
    errors.refuse("The category cannot be kept like this.")?;
    Ok(kept)
}

/// A language of the product.
///
/// # Errors
/// `invalid`.
pub fn language(text: &str) -> Result<&'static str, Problem> {
    LANGUAGES.into_iter().find(|language| *language == text).ok_or_else(|| {
        let why = format!("The languages are {}.", LANGUAGES.join(", "));
        Problem::field("language", why)
    })
}

/// A title and a body that can be kept. Gives the title on one line.
///
/// # Errors
/// `invalid`, by field.
pub fn text(title: &str, body: &str) -> Result<String, Problem> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut errors = FieldErrors::default();
    let fits = (1..=TITLE_MAX).contains(&title.chars().count());
    errors.when(!fits, "title", "A title has 1 to 150 characters.");
    if let Err(why) = self::body(body) {
        errors.say("body", why);
    }
    errors.refuse("The article cannot be kept like this.")?;
    Ok(title)
}

/// Whether Markdown can be kept and shown.
///
/// # Errors
/// The sentence that says why not.
pub fn body(body: &str) -> Result<(), &'static str> {
    if body.chars().count() > BODY_MAX {
        return Err("A text has at most 100000 characters. Make several articles of it.");
    }
    markdown::bearable(body)
}

/// A review date.
///
/// # Errors
/// `invalid`.
pub fn verified_until(at: Option<i64>) -> Result<Option<i64>, Problem> {
    match at {
        Some(at) if !(0..=TIME_MAX_MS).contains(&at) => Err(Problem::field(
            "verified_until",
            "A review date is a time in milliseconds since 1970, before the year 2200.",
        )),
        at => Ok(at),
    }
}
