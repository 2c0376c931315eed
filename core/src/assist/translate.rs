//! Translates messages of a ticket: what is known already is not asked for again, and the rest goes to
//! the helper in batches. Lines of a call's transcript go there as they are sent.

use super::{Assist, model};
use crate::{
    accounts::{Caller, Permission},
    http::Problem,
    tickets::{Translatable, Viewer, known_language, ticket_for},
};

/// Messages of one request, and lines of a call.
pub(super) const MESSAGES_MAX: usize = 50;
/// Characters of a line of a call, and of all lines of one request.
const LINE_MAX: usize = 5_000;
const LINES_MAX: usize = 40_000;
const NO_LANGUAGE: &str = "There is no such language. Give its code, for example en, ms or zh.";

impl Assist {
    /// A text of our own in another language.
    pub(super) async fn in_language(
        &self,
        viewer: &Viewer,
        text: &str,
        target: &str,
    ) -> Result<String, Problem> {
        let target =
            known_language(target).ok_or_else(|| Problem::field("translation", NO_LANGUAGE))?;
        let done = self.translated(viewer, None, vec![text.to_owned()], (None, &target)).await?;
        Ok(done.texts.into_iter().next().unwrap_or_default())
    }

    /// Messages of a ticket in another language, each with its id, in the order they were asked for.
    /// Without a source, the helper finds it out, and what it found is the ticket's own language from
    /// then on where nobody knew it.
    pub(super) async fn translate_messages(
        &self,
        viewer: &Viewer,
        ticket: i64,
        messages: &[i64],
        target: &str,
        source: &str,
    ) -> Result<Vec<Translatable>, Problem> {
        let (source, target) = languages(source, target)?;
        if messages.len() > MESSAGES_MAX {
            return Err(Problem::field("text", "Ask for at most 50 messages at once."));
        }
        let (mut list, own) = self.tickets.translatable(viewer, ticket, messages, &target).await?;
        let sizes: Vec<(usize, usize)> = list
            .iter()
            .enumerate()
            .filter(|(_, one)| one.translated.is_none() && !one.text.trim().is_empty())
            .map(|(place, one)| (place, one.text.chars().count()))
            .collect();
        if sizes.is_empty() {
            return Ok(list);
        }
        let mut told = !own.is_empty() || source.is_some();
        for batch in model::batches(&sizes) {
            let texts: Vec<String> = batch.iter().map(|place| list[*place].text.clone()).collect();
            let languages = (source.as_deref(), target.as_str());
            let done = self.translated(viewer, None, texts, languages).await?;
            for (place, text) in batch.iter().zip(done.texts) {
                list[*place].translated = Some(text);
            }
            // What is there already stays there when a later batch fails.
            let fresh: Vec<Translatable> = batch.iter().map(|place| list[*place].clone()).collect();
            self.tickets.keep_translations(viewer, &target, &fresh).await?;
            if !told {
                self.tickets.found_language(viewer, ticket, done.detected.as_deref()).await?;
                told = true;
            }
        }
        Ok(list)
    }
    /// Lines of a call's transcript in another language, in their order; one that says nothing stays
    /// as it is. The desk keeps neither the lines nor what became of them.
    ///
    /// # Errors
    /// `not_found` for the ticket of the call; `forbidden` for whom calls are hidden from, or who
    /// may not see the ticket; `invalid`, by field.
    pub(super) async fn translate_lines(
        &self,
        caller: &Caller,
        ticket: i64,
        lines: Vec<String>,
        (source, target): (&str, &str),
    ) -> Result<Vec<String>, Problem> {
        caller.require(Permission::HideCall)?;
        let viewer = Viewer::from(caller);
        let mut conn = self.db.read().await?;
        ticket_for(&mut conn, &viewer, ticket).await?;
        drop(conn);
        let (source, target) = languages(source, target)?;
        let sizes = line_sizes(&lines)?;
        let mut translated = lines.clone();
        for batch in model::batches(&sizes) {
            let texts: Vec<String> = batch.iter().map(|place| lines[*place].clone()).collect();
            let languages = (source.as_deref(), target.as_str());
            let done = self.translated(&viewer, None, texts, languages).await?;
            for (place, text) in batch.iter().zip(done.texts) {
                translated[*place] = text;
            }
        }
        Ok(translated)
    }
}

/// The languages that a request names: the source where it does, and the target.
fn languages(source: &str, target: &str) -> Result<(Option<String>, String), Problem> {
    let target = known_language(target).ok_or_else(|| Problem::field("target", NO_LANGUAGE))?;
    let source = match source.trim() {
        "" | model::UNDETERMINED => None,
        tag => Some(known_language(tag).ok_or_else(|| Problem::field("source", NO_LANGUAGE))?),
    };
    Ok((source, target))
}

/// The places and sizes of lines that say something, when they are not too much.
fn line_sizes(lines: &[String]) -> Result<Vec<(usize, usize)>, Problem> {
    let refused = |says: &str| Err(Problem::field("text", says));
    if lines.len() > MESSAGES_MAX {
        return refused("Ask for at most 50 lines at once.");
    }
    let sizes: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
    if sizes.iter().any(|size| *size > LINE_MAX) {
        return refused("A line has at most 5,000 characters. Send it in parts.");
    }
    if sizes.iter().sum::<usize>() > LINES_MAX {
        return refused(
            "All lines together have at most 40,000 characters. Ask for fewer at once.",
        );
    }
    let says_something = |(place, _): &(usize, usize)| !lines[*place].trim().is_empty();
    Ok(sizes.into_iter().enumerate().filter(says_something).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_limits() {
        let sizes = |lines: &[String]| line_sizes(lines).ok();
        let few = ["Hello".to_owned(), "  ".to_owned(), "Mei".to_owned()];
        assert_eq!(sizes(&few), Some(vec![(0, 5), (2, 3)]));
        assert_eq!(sizes(&vec!["x".to_owned(); 51]), None, "too many");
        assert_eq!(sizes(&["x".repeat(5_001)]), None, "too long");
        assert_eq!(sizes(&vec!["x".repeat(5_000); 9]), None, "too much");
        assert_eq!(sizes(&vec!["x".repeat(5_000); 8]).map(|sizes| sizes.len()), Some(8));
    }
}
