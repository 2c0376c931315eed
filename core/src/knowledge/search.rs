//! Searches what is public: all the words first, then what of them carries the meaning.

use super::{
    Knowledge,
    markdown::plain_text,
    model::KnowledgeHit,
    public::{article_path, client_query},
    reader,
    store::{
        self,
        public::PublicText,
        translations::{LANGUAGE, PUBLIC, PUBLIC_TITLE, TRANSLATIONS},
    },
};
use crate::{
    accounts::Caller,
    config::LANGUAGES,
    db::{Conn, DbResult},
    fulltext::{Ask, Excerpt, Field, Phrase, excerpt, phrases, rows_with},
    http::Problem,
};
use std::collections::HashSet;

/// Texts that are read to put those in front whose title has the words.
const CANDIDATES: usize = 60;
/// A word of so many letters may go on.
const OPEN_FROM: usize = 3;
pub(super) const HITS_MAX: usize = 50;
const HITS: usize = 20;

/// Words that a question has and an article about it need not.
const SMALL_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "can",
    "cannot",
    "cant",
    "do",
    "does",
    "dont",
    "for",
    "from",
    "get",
    "have",
    "how",
    "i",
    "if",
    "in",
    "is",
    "it",
    "me",
    "my",
    "not",
    "of",
    "on",
    "or",
    "our",
    "that",
    "the",
    "there",
    "this",
    "to",
    "was",
    "we",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "will",
    "with",
    "you",
    "your",
    "ada",
    "adakah",
    "apa",
    "apakah",
    "atau",
    "bagaimana",
    "boleh",
    "dan",
    "dari",
    "dengan",
    "di",
    "ini",
    "itu",
    "ke",
    "kenapa",
    "mana",
    "mengapa",
    "pada",
    "saya",
    "tidak",
    "untuk",
    "yang",
    "如何",
    "怎么",
    "什么",
    "为什",
    "可以",
    "我们",
];
/// Endings that a word may have there and not here.
const ENDINGS: &[&str] = &["ies", "ing", "es", "ed", "s", "kan"];

/// Something that was found.
pub(super) struct Match {
    pub text: PublicText,
    pub excerpt: Excerpt,
}

impl Knowledge {
    /// Searches for an agent who looks for an answer.
    pub(super) async fn search(
        &self,
        caller: &Caller,
        (words, language): (&str, &str),
        limit: Option<usize>,
    ) -> Result<Vec<KnowledgeHit>, Problem> {
        reader(caller)?;
        let limit = limit.unwrap_or(HITS).clamp(1, HITS_MAX);
        let found = self.find(caller.client_id, (words, language), limit).await?;
        let mut conn = self.db.read().await?;
        let client = client_query(&mut conn, caller.client_id).await?;
        let hit = |Match { text, excerpt }| KnowledgeHit {
            path: article_path("kb", &text.language, text.article_id, &client),
            article_id: text.article_id,
            language: text.language,
            title: text.title,
            excerpt: excerpt.text,
            marks: excerpt.marks,
        };
        Ok(found.into_iter().map(hit).collect())
    }

    /// What is found in a language, or else in the one that stands in for the others. What nobody finds is a
    /// gap.
    pub(super) async fn find(
        &self,
        client_id: i64,
        (words, language): (&str, &str),
        limit: usize,
    ) -> DbResult<Vec<Match>> {
        let language = LANGUAGES.into_iter().find(|known| *known == language);
        let language = language.unwrap_or(LANGUAGES[0]);
        let mut conn = self.db.read().await?;
        for language in [language, LANGUAGES[0]] {
            for terms in [strict(words), relaxed(words)] {
                let found = matches(&mut conn, (client_id, language), &terms, limit).await?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        drop(conn);
        self.missed(client_id, (language, words)).await?;
        Ok(vec![])
    }
}

/// What is asked for: all of several groups, of each group at least one phrase.
pub(super) type Terms = Vec<Vec<Phrase>>;

/// Everything that was typed.
pub(super) fn strict(words: &str) -> Terms {
    phrases(words).into_iter().map(|phrase| vec![phrase.opened_from(OPEN_FROM)]).collect()
}

/// What carries the meaning: without small words and endings, and of scripts without spaces any pair of
/// characters.
pub(super) fn relaxed(words: &str) -> Terms {
    let mut terms = Terms::new();
    for phrase in phrases(words) {
        let any: Vec<Phrase> = match phrase.words.as_slice() {
            [word] => vec![word.clone()],
            all => all.to_vec(),
        }
        .iter()
        .filter(|word| !is_small_word(word))
        .map(|word| stem(word))
        .collect();
        if !any.is_empty() {
            terms.push(any);
        }
    }
    terms
}

/// Whether a word is one that a question has and an article about it need not.
#[must_use]
pub fn is_small_word(word: &str) -> bool {
    SMALL_WORDS.contains(&word)
}

/// A word as the beginning of all its forms.
pub(super) fn stem(word: &str) -> Phrase {
    let long = |stem: &&str| stem.chars().count() > OPEN_FROM;
    let cut = ENDINGS.iter().find_map(|end| word.strip_suffix(end).filter(long));
    Phrase::of(cut.unwrap_or(word)).opened_from(OPEN_FROM)
}

fn ask(language: &str, field: Field, terms: &Terms) -> Ask {
    let mut ask = Ask::default();
    ask.and(LANGUAGE, Phrase::of(language));
    for any in terms {
        ask.and_any(any.iter().map(|phrase| (field, phrase.clone())).collect());
    }
    ask
}

/// Public texts of a language that have the terms: those whose title has most of them first.
async fn matches(
    conn: &mut Conn,
    (client_id, language): (i64, &str),
    terms: &Terms,
    limit: usize,
) -> DbResult<Vec<Match>> {
    if terms.is_empty() {
        return Ok(vec![]);
    }
    let whose = (client_id, TRANSLATIONS);
    let mut ids = rows_with(conn, whose, &ask(language, PUBLIC_TITLE, terms), limit).await?;
    ids.extend(rows_with(conn, whose, &ask(language, PUBLIC, terms), CANDIDATES).await?);
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    let texts = store::public::found(conn, client_id, language, &ids).await?;
    Ok(ranked(texts, terms, limit))
}

fn ranked(texts: Vec<PublicText>, terms: &Terms, limit: usize) -> Vec<Match> {
    let all: Vec<Phrase> = terms.iter().flatten().cloned().collect();
    let mut found: Vec<(usize, PublicText)> =
        texts.into_iter().map(|text| (has(&text.title, terms), text)).collect();
    found.sort_by_key(|(in_title, _)| std::cmp::Reverse(*in_title));
    found.truncate(limit);
    let shown = |(_, text): (usize, PublicText)| Match {
        excerpt: excerpt(&plain_text(&text.body), &all),
        text,
    };
    found.into_iter().map(shown).collect()
}

/// How many groups of the terms a text has one of.
pub(super) fn has(text: &str, terms: &Terms) -> usize {
    terms.iter().filter(|any| !excerpt(text, any).marks.is_empty()).count()
}
