//! Translates messages of a ticket: what is known already is not asked for again, and the rest goes to
//! the helper in batches.

use super::{Assist, model};
use crate::{
    http::Problem,
    tickets::{Translatable, Viewer, known_language},
};

/// Messages of one request.
pub(super) const MESSAGES_MAX: usize = 50;

impl Assist {
    /// A text of our own in another language.
    pub(super) async fn in_language(
        &self,
        viewer: &Viewer,
        text: &str,
        target: &str,
    ) -> Result<String, Problem> {
        let problem = "There is no such language. Give its code, for example en, ms or zh.";
        let target =
            known_language(target).ok_or_else(|| Problem::field("translation", problem))?;
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
        let text = "There is no such language. Give its code, for example en, ms or zh.";
        let target = known_language(target).ok_or_else(|| Problem::field("target", text))?;
        let source = match source.trim() {
            "" | model::UNDETERMINED => None,
            tag => Some(known_language(tag).ok_or_else(|| Problem::field("source", text))?),
        };
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
}
