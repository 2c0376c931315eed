//! Retrieval: the sentences of the given passages whose words cover a question best.
//!
//! Texts are data here: they are compared word by word, and nothing in them is followed.

use crate::language::{self, UNDETERMINED};
use crate::lexicon::{CONCEPTS, EMOTIONS, Lexicon, STOP_WORDS, covered};
use crate::text::{Unit, clip, is_question, sentences, stem, units};
use patchbay_plugin::answer::Passage;
use std::collections::HashMap;

const MOST_PASSAGES: usize = 50;
const PASSAGE_CHARS: usize = 20_000;
/// A longer sentence is a table or a listing, and half of one would mislead.
const SENTENCE_CHARS: usize = 600;
const WINDOW: usize = 3;
/// One bit each, so that a sentence's words are a number.
const MOST_TERMS: usize = 64;
/// Of longer messages only the questions in them are searched for.
const LONG_TERMS: usize = 6;
/// Words of a title or of the question above an answer count less than those of the answer.
const CONTEXT: f32 = 0.6;
/// A word that title and heading do not have may be there in passing.
const PASSING: f32 = 0.9;
/// What a further sentence has to add to be worth its length, as a share of the question.
const LENGTH_COST: f32 = 0.08;
/// What an answer in another language is worth.
const FOREIGN: f32 = 0.65;
/// What a product weighs that no passage names.
const ANY_PRODUCT: f32 = 0.1;
/// How far a second passage has to stand behind the best one for it to be clear.
const CLEAR_MARGIN: f32 = 0.95;
const UNCLEAR: f32 = 0.9;
pub const MOST_CONFIDENCE: f32 = 0.95;

/// The best window of sentences in one passage.
pub struct Hit<'a> {
    pub passage: &'a Passage,
    pub sentences: Vec<&'a str>,
    /// Which share of the question's words it has, by their weight.
    pub coverage: f32,
    pub confidence: f32,
    pub is_foreign: bool,
}

struct Line<'a> {
    text: &'a str,
    terms: u64,
    /// Of the question or heading it stands below.
    heading: usize,
    heading_terms: u64,
    is_heading: bool,
}

struct Indexed<'a> {
    passage: &'a Passage,
    title_terms: u64,
    lines: Vec<Line<'a>>,
    is_foreign: bool,
}

pub fn best<'a>(question: &str, language: &str, passages: &'a [Passage]) -> Option<Hit<'a>> {
    let terms = question_terms(question);
    if terms.is_empty() {
        return None;
    }
    let bits: HashMap<&str, u64> =
        terms.iter().enumerate().map(|(bit, term)| (&**term, 1 << bit)).collect();
    let indexed: Vec<Indexed<'a>> = passages
        .iter()
        .take(MOST_PASSAGES)
        .map(|passage| index(passage, language, &bits))
        .collect();
    let weights = weights(&terms, &products(question), &indexed);
    let whole: f32 = weights.iter().sum();
    let mut found: Option<(f32, Hit<'a>)> = None;
    let mut second = 0.0_f32;
    for passage in &indexed {
        let Some((score, sentences)) = best_window(passage, &weights, whole) else { continue };
        let coverage = (score / whole).clamp(0.0, 1.0);
        let value = coverage * if passage.is_foreign { FOREIGN } else { 1.0 };
        if found.as_ref().is_some_and(|(best, _)| *best >= value) {
            second = second.max(value);
            continue;
        }
        second = found.map_or(0.0, |(best, _)| best).max(second);
        let hit = Hit {
            passage: passage.passage,
            sentences,
            coverage,
            confidence: 0.0,
            is_foreign: passage.is_foreign,
        };
        found = Some((value, hit));
    }
    let (value, mut hit) = found.filter(|(value, _)| *value > 0.0)?;
    // A single word that fits is less of a match than several.
    let count = terms.len() as f32;
    let clear = if second >= value * CLEAR_MARGIN { UNCLEAR } else { 1.0 };
    hit.confidence = (value * count / (count + 1.0) * clear).min(MOST_CONFIDENCE);
    Some(hit)
}

/// The words a question is about, each once: concepts, stems, and pairs of Chinese characters.
fn question_terms(question: &str) -> Vec<String> {
    let all = content_terms(question);
    if all.len() <= LONG_TERMS {
        return all;
    }
    let asked: Vec<&str> = sentences(question).into_iter().filter(|s| is_question(s)).collect();
    let mut asked = content_terms(&asked.join("\n"));
    if asked.is_empty() {
        asked = all;
    }
    asked.truncate(MOST_TERMS);
    asked
}

pub fn content_terms(text: &str) -> Vec<String> {
    let units = units(text);
    let small_talk = Lexicon::cues(&["greeting", "vague"]);
    let mut ignored = covered(&STOP_WORDS.find(&units), units.len());
    for list in [&small_talk, &*EMOTIONS] {
        for (at, is_covered) in covered(&list.find(&units), units.len()).into_iter().enumerate() {
            ignored[at] |= is_covered;
        }
    }
    for (at, unit) in units.iter().enumerate() {
        // Numbers of orders, dates and amounts stand in no article.
        ignored[at] |= unit.text.chars().filter(char::is_ascii_digit).count() >= 2;
    }
    let mut found: Vec<String> = Vec::new();
    each_term(&units, Some(&ignored), &mut |term| {
        if !found.iter().any(|known| known == term) {
            found.push(term.to_owned());
        }
    });
    found
}

fn each_term(units: &[Unit<'_>], ignored: Option<&[bool]>, put: &mut dyn FnMut(&str)) {
    let stems: Vec<String> = units.iter().map(|unit| stem(&unit.text)).collect();
    let words: Vec<&str> = stems.iter().map(String::as_str).collect();
    let concepts = CONCEPTS.find_words(&words);
    for one in &concepts {
        put(one.category);
    }
    // A question is asked by its concepts; a passage is found by their words as well.
    let is_concept = covered(&concepts, units.len());
    let is_free = |at: usize| ignored.is_none_or(|ignored| !ignored[at] && !is_concept[at]);
    let is_pair_part = |at: usize| at < units.len() && units[at].is_han && is_free(at);
    for at in (0..units.len()).filter(|at| is_free(*at)) {
        if !units[at].is_han {
            if units[at].text.starts_with(char::is_alphanumeric) {
                put(words[at]);
            }
        } else if is_pair_part(at + 1) && units[at].end == units[at + 1].start {
            put(&format!("{}{}", words[at], words[at + 1]));
        }
    }
}

fn index<'a>(passage: &'a Passage, language: &str, bits: &HashMap<&str, u64>) -> Indexed<'a> {
    let terms_of = |text: &str| {
        let mut terms = 0;
        each_term(&units(text), None, &mut |term| terms |= bits.get(term).copied().unwrap_or(0));
        terms
    };
    let text = clip(&passage.text, PASSAGE_CHARS);
    let known = language::base(passage.language.as_deref());
    let passage_language = known.unwrap_or_else(|| language::detect(text));
    let (mut heading, mut heading_terms) = (0, 0);
    let mut lines = Vec::new();
    for (at, sentence) in sentences(text).into_iter().enumerate() {
        let terms = terms_of(sentence);
        let is_heading = is_heading(sentence);
        if is_heading {
            (heading, heading_terms) = (at + 1, terms);
        }
        lines.push(Line { text: sentence, terms, heading, heading_terms, is_heading });
    }
    Indexed {
        passage,
        title_terms: terms_of(clip(&passage.title, SENTENCE_CHARS)),
        lines,
        is_foreign: ![passage_language, language].contains(&UNDETERMINED)
            && passage_language != language,
    }
}

/// Questions and short lines without a full stop introduce what stands below them.
fn is_heading(sentence: &str) -> bool {
    let has_end = sentence.ends_with(['.', '!', '。', '！', '；', ';', ')', '）', '"', '”']);
    let is_short = units(sentence).len() <= 8 && !sentence.contains(|c: char| c.is_ascii_digit());
    is_question(sentence)
        || sentence.starts_with('#')
        || sentence.ends_with([':', '：'])
        || (!has_end && is_short)
}

/// Inverse document frequency over the given passages; a word that none has weighs most, so that it
/// lowers the coverage.
fn weights(terms: &[String], products: &[String], indexed: &[Indexed<'_>]) -> Vec<f32> {
    let count = indexed.len() as f32;
    let passage_terms: Vec<u64> = indexed
        .iter()
        .map(|one| one.lines.iter().fold(one.title_terms, |terms, line| terms | line.terms))
        .collect();
    let weigh = |(bit, term): (usize, &String)| {
        let having = passage_terms.iter().filter(|terms| *terms & (1 << bit) != 0).count();
        let weight = (1.0 + (count + 0.5) / (having as f32 + 0.5)).ln();
        let is_any_product = having == 0 && products.contains(term);
        weight * if is_any_product { ANY_PRODUCT } else { 1.0 }
    };
    terms.iter().enumerate().map(weigh).collect()
}

/// The products that a question names: a rule for all of them names none.
fn products(question: &str) -> Vec<String> {
    let units = units(question);
    let found = Lexicon::cues(&["product"]).find(&units);
    found
        .iter()
        .flat_map(|one| content_terms(&question[units[one.from].start..units[one.to - 1].end]))
        .collect()
}

fn sum(terms: u64, weights: &[f32]) -> f32 {
    weights.iter().enumerate().filter(|(bit, _)| terms & (1 << bit) != 0).map(|(_, w)| w).sum()
}

fn best_window<'a>(one: &Indexed<'a>, weights: &[f32], whole: f32) -> Option<(f32, Vec<&'a str>)> {
    let is_usable = |line: &Line<'_>| {
        let is_short = clip(line.text, SENTENCE_CHARS).len() == line.text.len();
        !line.is_heading && is_short && !line.text.contains(char::is_control)
    };
    // The score that counts, the one that chooses the window, and the window.
    let mut best: Option<(f32, f32, usize, usize)> = None;
    for (from, first) in one.lines.iter().enumerate().filter(|(_, line)| is_usable(line)) {
        let mut terms = 0;
        for (added, line) in one.lines[from..].iter().take(WINDOW).enumerate() {
            if !is_usable(line) || line.heading != first.heading {
                break;
            }
            terms |= line.terms;
            let context = one.title_terms | first.heading_terms;
            let score = sum(terms & context, weights)
                + PASSING * sum(terms & !context, weights)
                + CONTEXT * sum(context & !terms, weights);
            let choice = score - LENGTH_COST * whole * added as f32;
            if best.is_none_or(|(_, most, _, _)| choice > most) {
                best = Some((score, choice, from, from + added + 1));
            }
        }
    }
    let (score, _, from, mut to) = best?;
    // Below a question that fits, the answer is what follows it, seldom one sentence alone.
    let first = &one.lines[from];
    let by_heading = sum(first.heading_terms, weights);
    if to == from + 1
        && by_heading >= whole / 2.0
        && one.lines.get(to).is_some_and(|next| is_usable(next) && next.heading == first.heading)
    {
        to += 1;
    }
    Some((score, one.lines[from..to].iter().map(|line| line.text).collect()))
}
