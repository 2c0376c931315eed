//! Passages of public articles that may answer a question: what AI helpers are given to quote.
//!
//! A question need not have all its words in an article, as a search has. Each word that carries meaning
//! weighs the more the fewer articles have it (inverse document frequency), and an article is worth the
//! sum of its words; so is each of its parts.

use super::{
    markdown::plain_blocks,
    public::{article_path, client_query},
    search::{Terms, is_small_word, stem},
    store::{
        self,
        public::PublicText,
        translations::{LANGUAGE, PUBLIC, TRANSLATIONS},
    },
};
use crate::{
    config::LANGUAGES,
    db::{Conn, DbResult},
    fulltext::{Ask, Phrase, all_words, excerpt, rows_with},
};
use std::collections::{HashMap, HashSet};

/// Words of a question that are looked up: the longest of them, which tell most.
const WORDS_MAX: usize = 24;
/// Articles that are looked at for one word. One that more of them have tells next to nothing.
const POSTINGS_MAX: usize = 400;
/// Articles that are read.
const ARTICLES: usize = 6;
/// Characters of a passage: paragraphs are joined up to there.
const PASSAGE_CHARACTERS: usize = 1_200;

/// A part of a public article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub article_id: i64,
    pub language: String,
    pub title: String,
    /// Plain text.
    pub text: String,
    /// When the article was published; milliseconds.
    pub published_at: i64,
    /// Where readers find it.
    pub path: String,
}

/// The passages of a client's articles that have most of a question's words, the best first: in its
/// language, or in the next one that has any.
///
/// # Errors
/// What the database said.
pub async fn passages(
    conn: &mut Conn,
    client_id: i64,
    (question, language): (&str, &str),
    limit: usize,
) -> DbResult<Vec<Passage>> {
    let terms = telling(question);
    let primary = language.split('-').next().unwrap_or_default();
    let own = LANGUAGES.into_iter().find(|known| *known == primary);
    let client = client_query(conn, client_id).await?;
    for language in own.into_iter().chain(LANGUAGES.into_iter().filter(|l| Some(*l) != own)) {
        let weighed = weigh(conn, (client_id, language), &terms).await?;
        if weighed.articles.is_empty() {
            continue;
        }
        let texts = store::public::found(conn, client_id, language, &weighed.articles).await?;
        return Ok(cut(&texts, &terms, &weighed.weights, &client, limit));
    }
    Ok(vec![])
}

/// Translations that are worth reading, and what each group of words weighs.
struct Weighed {
    articles: Vec<i64>,
    weights: Vec<f64>,
}

/// The words of a question that tell most, each by itself: without small ones, the longest.
fn telling(question: &str) -> Terms {
    let mut words = all_words(question);
    words.retain(|word| !is_small_word(word));
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    let mut seen = HashSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words.truncate(WORDS_MAX);
    words.iter().map(|word| vec![stem(word)]).collect()
}

async fn weigh(
    conn: &mut Conn,
    (client_id, language): (i64, &str),
    terms: &Terms,
) -> DbResult<Weighed> {
    let mut worth: HashMap<i64, f64> = HashMap::new();
    let mut weights = Vec::with_capacity(terms.len());
    for any in terms {
        let mut ask = Ask::default();
        ask.and(LANGUAGE, Phrase::of(language));
        ask.and_any(any.iter().map(|phrase| (PUBLIC, phrase.clone())).collect());
        let having = rows_with(conn, (client_id, TRANSLATIONS), &ask, POSTINGS_MAX).await?;
        let weight = weight(having.len());
        weights.push(weight);
        for id in having {
            *worth.entry(id).or_default() += weight;
        }
    }
    let mut articles: Vec<(i64, f64)> = worth.into_iter().collect();
    // The newer one of two that are worth the same.
    articles.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
    articles.truncate(ARTICLES);
    Ok(Weighed { articles: articles.into_iter().map(|(id, _)| id).collect(), weights })
}

/// What a word weighs that so many articles have.
fn weight(having: usize) -> f64 {
    let having = u32::try_from(having).unwrap_or(u32::MAX);
    1.0 / (1.0 + f64::from(having)).ln().max(0.5)
}

/// The parts of texts that are worth most.
fn cut(
    texts: &[PublicText],
    terms: &Terms,
    weights: &[f64],
    client: &str,
    limit: usize,
) -> Vec<Passage> {
    let mut passages: Vec<(f64, Passage)> = vec![];
    for text in texts {
        for part in parts(&text.body) {
            let worth = worth(&format!("{}\n{part}", text.title), terms, weights);
            passages.push((
                worth,
                Passage {
                    article_id: text.article_id,
                    language: text.language.clone(),
                    title: text.title.clone(),
                    text: part,
                    published_at: text.published_at,
                    path: article_path("kb", &text.language, text.article_id, client),
                },
            ));
        }
    }
    passages.retain(|(worth, _)| *worth > 0.0);
    passages.sort_by(|a, b| b.0.total_cmp(&a.0));
    passages.truncate(limit);
    passages.into_iter().map(|(_, passage)| passage).collect()
}

/// The weight of the words that a text has.
fn worth(text: &str, terms: &Terms, weights: &[f64]) -> f64 {
    let has = |any: &[Phrase]| !excerpt(text, any).marks.is_empty();
    terms.iter().zip(weights).filter(|(any, _)| has(any)).map(|(_, weight)| weight).sum()
}

/// An article in passages: blocks that stand together, as long as they fit.
fn parts(body: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![];
    for block in plain_blocks(body).iter().flat_map(|block| pieces(block)) {
        match parts.last_mut() {
            Some(last) if last.chars().count() + block.chars().count() < PASSAGE_CHARACTERS => {
                last.push('\n');
                last.push_str(&block);
            }
            _ => parts.push(block),
        }
    }
    parts
}

/// A block that is too long, cut behind sentences.
fn pieces(block: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for sentence in block.split_inclusive(['.', '!', '?', '。', '！', '？']) {
        let open = pieces.last_mut().filter(|piece| {
            piece.chars().count() + sentence.chars().count() < PASSAGE_CHARACTERS
                || piece.is_empty()
        });
        match open {
            Some(piece) => piece.push_str(sentence),
            None => pieces.push(sentence.trim_start().to_owned()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_word_weighs_more_than_a_common_one() {
        assert!(weight(1) > weight(10) && weight(10) > weight(400));
        assert!(weight(0).is_finite() && weight(400) > 0.0);
    }

    #[test]
    fn blocks_stand_together_as_long_as_they_fit() {
        let body = format!("# One\n\nShort.\n\n{}\n\nLast.", "long ".repeat(300));
        let parts = parts(&body);
        assert_eq!(parts.len(), 3);
        assert_eq!((parts[0].as_str(), parts[2].as_str()), ("One\nShort.", "Last."));
        assert!(parts[1].starts_with("long long"));
        let sentences = parts_of("A sentence of some words. ".repeat(120).trim());
        assert!(sentences.len() > 2, "{}", sentences.len());
        assert!(sentences.iter().all(|part| part.chars().count() <= 1_200 && part.ends_with('.')));
    }

    fn parts_of(body: &str) -> Vec<String> {
        parts(body).into_iter().map(|part| part.trim().to_owned()).collect()
    }

    #[test]
    fn the_words_that_tell_most_are_looked_up_wherever_they_stand() {
        let small = "hello good day to you all and so on and on again ".repeat(20);
        let terms = telling(&format!("{small} refrigerator"));
        assert_eq!(terms[0][0].words, ["refrigerator"]);
        assert_eq!(telling("包裹在哪里").len(), 4, "each pair by itself");
    }
}
