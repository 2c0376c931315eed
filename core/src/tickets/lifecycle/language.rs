//! A ticket's languages: what its customer writes in, and what the team reads it in; and its messages
//! in other languages than they were written in.

use crate::tickets::{
    Tickets,
    api::{TicketLanguageChanged, TicketView},
    model::Viewer,
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store::{self, TicketRow},
};
use crate::{
    db::{DbError, DbResult, Tx},
    http::Problem,
};
use std::collections::BTreeMap;

/// The languages of ISO 639-1, and two that many write who have none of its codes.
const KNOWN: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv \
    cy da de dv dz ee el en eo es et eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu \
    hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li \
    ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi \
    pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk \
    tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo yue za zh zu";
/// What a helper could not tell, as BCP 47 names it.
const UNDETERMINED: &str = "und";
const LENGTH_MAX: usize = 35;
/// Languages kept of one message.
const KEPT_MAX: usize = 8;

/// A language as it is stored, if there is one of that tag.
#[must_use]
pub fn known_language(tag: &str) -> Option<String> {
    let tag = tag.trim();
    let (first, rest) =
        tag.split_once('-').map_or((tag, None), |(first, rest)| (first, Some(rest)));
    let first = first.to_ascii_lowercase();
    let part = |p: &str| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric());
    let known = KNOWN.split_whitespace().any(|code| code == first)
        && rest.is_none_or(|rest| rest.split('-').all(part))
        && tag.len() <= LENGTH_MAX;
    known.then(|| rest.map_or_else(|| first.clone(), |rest| format!("{first}-{rest}")))
}

/// What a ticket's customer writes in; empty where nobody knows.
pub(in crate::tickets) fn own(row: &TicketRow) -> &str {
    if row.source_lang.is_empty() { &row.language } else { &row.source_lang }
}

/// What the team reads a ticket in.
pub(in crate::tickets) fn read_in(row: &TicketRow) -> &str {
    if row.language.is_empty() { &row.source_lang } else { &row.language }
}

/// A message of a ticket with what it is in one other language, where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translatable {
    pub id: i64,
    /// Empty when it says nothing or was deleted.
    pub text: String,
    pub translated: Option<String>,
}

fn parse(translations: &str) -> BTreeMap<String, String> {
    serde_json::from_str(translations).unwrap_or_default()
}

/// Several languages with one more; a message that has many begins anew.
fn with(
    mut kept: BTreeMap<String, String>,
    language: &str,
    text: &str,
) -> BTreeMap<String, String> {
    if kept.len() >= KEPT_MAX && !kept.contains_key(language) {
        kept.clear();
    }
    kept.insert(language.to_owned(), text.to_owned());
    kept
}

impl Tickets {
    /// Sets what a ticket is read in, and gives it as it is shown.
    ///
    /// # Errors
    /// `not_found`, or `invalid` for what is no language.
    pub async fn set_language(
        &self,
        viewer: &Viewer,
        ticket: i64,
        language: &str,
    ) -> Result<TicketView, Problem> {
        let language = known_language(language).ok_or_else(|| {
            let text = "There is no such language. Give its code, for example en, ms or zh.";
            Problem::field("lang", text)
        })?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let row = store::held_ticket(&mut tx, viewer, ticket).await?;
        if read_in(&row) == language {
            return Ok(ticket_view(&row, &self.channel_name(&row)));
        }
        store::set_language(&mut tx, row.client_id, row.id, &language, now).await?;
        let (before, by) = (read_in(&row), viewer.username.as_str());
        let step = Step { kind: "language", before, after: &language, why: "", by };
        history::note(&mut tx, &row, &step, now).await?;
        let view = self.tell_language(&mut tx, &row, by, now).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// Takes down what a helper found a ticket's customer to write in, where nothing was known of it.
    ///
    /// # Errors
    /// What the database said.
    pub async fn found_language(
        &self,
        viewer: &Viewer,
        ticket: i64,
        found: Option<&str>,
    ) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let found = found.and_then(known_language).unwrap_or_else(|| UNDETERMINED.to_owned());
        let mut tx = self.db.begin().await?;
        let row = store::held_ticket(&mut tx, viewer, ticket).await?;
        if store::set_source_language(&mut tx, row.client_id, row.id, &found).await? > 0 {
            self.tell_language(&mut tx, &row, "server", now).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn tell_language(
        &self,
        tx: &mut Tx,
        before: &TicketRow,
        by: &str,
        now: i64,
    ) -> DbResult<TicketView> {
        let row = store::ticket_row(tx, before.client_id, before.id, 0).await?;
        let row = row.ok_or(DbError::NotFound)?;
        let name = self.channel_name(&row);
        let data = TicketLanguageChanged {
            ticket_id: row.id,
            ticket_number: row.number,
            language: read_in(&row).to_owned(),
            source_lang: own(&row).to_owned(),
            by: by.to_owned(),
            ticket: ticket_view(&row, &name),
        };
        announce::announce(tx, &row, &data, now);
        Ok(ticket_view(&TicketRow { read_to: before.read_to, ..row }, &name))
    }

    /// Messages that a ticket shows, with what they are in a language as far as that is known; and
    /// the ticket's own language.
    ///
    /// # Errors
    /// `not_found`, also for a message that the ticket does not show.
    pub async fn translatable(
        &self,
        viewer: &Viewer,
        ticket: i64,
        messages: &[i64],
        language: &str,
    ) -> Result<(Vec<Translatable>, String), Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let family = store::family(&mut conn, row.client_id, row.id).await?;
        let mut list = Vec::with_capacity(messages.len());
        for id in messages {
            let found = store::translatable(&mut conn, row.client_id, *id).await?;
            let found = found.filter(|m| family.contains(&m.ticket_id));
            let message = found.ok_or_else(Problem::not_found)?;
            let text = if message.deleted_at.is_some() { String::new() } else { message.body };
            let translated = parse(&message.translations).remove(language);
            list.push(Translatable { id: *id, text, translated });
        }
        Ok((list, own(&row).to_owned()))
    }

    /// Keeps what messages are in another language. One that was changed meanwhile keeps nothing.
    ///
    /// # Errors
    /// What the database said.
    pub async fn keep_translations(
        &self,
        viewer: &Viewer,
        language: &str,
        translated: &[Translatable],
    ) -> Result<(), Problem> {
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        // Everybody takes messages in the order of their ids, so that two never wait for each other.
        let mut list: Vec<&Translatable> = translated.iter().collect();
        list.sort_unstable_by_key(|one| one.id);
        for Translatable { id, text, translated } in list {
            let Some(translated) = translated else { continue };
            let Some(now) = store::translatable(&mut tx, client_id, *id).await? else { continue };
            let kept = with(parse(&now.translations), language, translated);
            let kept = serde_json::to_string(&kept).unwrap_or_default();
            let before = (text.as_str(), now.translations.as_str());
            store::keep_translations(&mut tx, client_id, *id, before, &kept).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_codes() {
        for (tag, stored) in [
            ("en", "en"),
            ("MS", "ms"),
            (" zh-Hant ", "zh-Hant"),
            ("fil", "fil"),
            ("EN-gb", "en-gb"),
        ] {
            assert_eq!(known_language(tag).as_deref(), Some(stored), "{tag}");
        }
        for tag in
            ["", "xx", "english", "e", "en_GB", "en-", "-en", "en--x", "en-waytoolong", "und"]
        {
            assert_eq!(known_language(tag), None, "{tag}");
        }
        assert_eq!(known_language(&format!("en{}", "-abcdefgh".repeat(4))), None);
    }

    #[test]
    fn a_message_keeps_a_few_languages() {
        let mut kept = BTreeMap::new();
        for language in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            kept = with(kept, language, "x");
        }
        assert_eq!(kept.len(), 8);
        kept = with(kept, "h", "y");
        assert_eq!((kept.len(), kept["h"].as_str()), (8, "y"));
        kept = with(kept, "i", "z");
        assert_eq!(kept.into_keys().collect::<Vec<_>>(), ["i"]);
    }
}
