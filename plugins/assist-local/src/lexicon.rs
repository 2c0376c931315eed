//! Word lists: `category.language: term, term`, found in a text as its longest terms.

use crate::text::{Unit, stem, units};
use std::collections::HashMap;
use std::sync::LazyLock;

// Read once in a call, when they are first asked for.
pub static EMOTIONS: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/emotions.txt")));
pub static GRAMMAR: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/grammar.txt")));
pub static LANGUAGES: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/languages.txt")));
pub static TOPICS: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/topics.txt")));
pub static STOP_WORDS: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/stop.txt")));
pub static REWORDING: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::new(include_str!("lexicon/rewording.txt")));
/// Compared by stems.
pub static CONCEPTS: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::of(include_str!("lexicon/concepts.txt"), |_| true, stem));

const CUES: &str = include_str!("lexicon/cues.txt");
const REPLIES: &str = include_str!("lexicon/replies.txt");

/// A category was found in the units `from..to`.
#[derive(Debug, Clone, Copy)]
pub struct Match {
    pub category: &'static str,
    pub weight: f32,
    pub from: usize,
    pub to: usize,
}

struct Term {
    words: Vec<String>,
    category: &'static str,
    weight: f32,
}

#[derive(Default)]
pub struct Lexicon {
    by_first_word: HashMap<String, Vec<Term>>,
    prefixes: Vec<Term>,
}

impl Lexicon {
    fn new(list: &'static str) -> Self {
        Self::of(list, |_| true, str::to_owned)
    }

    /// Some categories of the cues.
    pub fn cues(categories: &[&str]) -> Self {
        Self::of(CUES, |category| categories.contains(&category), str::to_owned)
    }

    /// Only the categories that are wanted, with their words changed as those of the text will be.
    fn of(
        list: &'static str,
        is_wanted: impl Fn(&str) -> bool,
        change: impl Fn(&str) -> String,
    ) -> Self {
        let mut lexicon = Self::default();
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, terms)) = line.split_once(": ") else { continue };
            let category = name.rsplit_once('.').map_or(name, |(category, _)| category);
            if !is_wanted(category) {
                continue;
            }
            for term in terms.split(", ") {
                let weight = match term.as_bytes().last() {
                    Some(b'!') => 2.0,
                    Some(b'~') => 0.5,
                    _ => 1.0,
                };
                let words: Vec<String> =
                    units(term).iter().map(|unit| change(&unit.text)).collect();
                let Some(first) = words.first().cloned() else { continue };
                let entry = Term { words, category, weight };
                if term.contains('*') {
                    lexicon.prefixes.push(entry);
                } else {
                    lexicon.by_first_word.entry(first).or_default().push(entry);
                }
            }
        }
        lexicon
    }

    /// What is found, from left to right and without overlaps; a term of two categories counts for
    /// both.
    pub fn find(&self, units: &[Unit<'_>]) -> Vec<Match> {
        let words: Vec<&str> = units.iter().map(|unit| &*unit.text).collect();
        self.find_words(&words)
    }

    pub fn find_words(&self, words: &[&str]) -> Vec<Match> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let whole = self.by_first_word.get(words[at]).into_iter().flatten().filter(|term| {
                let rest = &words[at..];
                term.words.len() <= rest.len() && term.words.iter().zip(rest).all(|(a, b)| a == b)
            });
            let begun = self.prefixes.iter().filter(|term| words[at].starts_with(&*term.words[0]));
            let here: Vec<&Term> = whole.chain(begun).collect();
            let longest = here.iter().map(|term| term.words.len()).max().unwrap_or(1);
            let to = at + longest;
            found.extend(
                here.iter().filter(|term| term.words.len() == longest).map(|term| Match {
                    category: term.category,
                    weight: term.weight,
                    from: at,
                    to,
                }),
            );
            at = to;
        }
        found
    }
}

/// Which units are part of a match.
pub fn covered(matches: &[Match], len: usize) -> Vec<bool> {
    let mut covered = vec![false; len];
    for one in matches {
        covered[one.from..one.to].fill(true);
    }
    covered
}

/// A text of `replies.txt`; without a language, one for the agent.
pub fn reply(key: &str, language: Option<&str>) -> &'static str {
    let find =
        |name: &str| REPLIES.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    match language {
        None => find(&format!("agent {key}")),
        Some(language) => find(&format!("{key}.{language}")).or_else(|| find(&format!("{key}.en"))),
    }
    .unwrap_or_default()
}
