//! Whether the sentences of an answer are supported by what they cite. A helper may invent; this is how
//! an agent does not get to see it. It decides by words alone, the same each time, and reaches nothing.

use crate::{
    fulltext::phrases,
    knowledge::is_small_word,
    plugins::{Passage, Sentence},
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// The share of a sentence's words that its quotations must have.
const SUPPORTED_MIN: f64 = 0.6;
/// Characters of a sentence that may stand without a source: a greeting, thanks, a question.
const UNSOURCED_MAX: usize = 80;
/// Words of fewer letters tell nothing by themselves.
const WORD_MIN: usize = 3;

/// Digits of a number that means something: years and amounts of money have fewer.
const REFERENCE_MIN: usize = 5;

const NEGATIONS: &[&str] = &[
    "not", "no", "never", "cannot", "cant", "dont", "doesnt", "didnt", "wont", "isnt", "arent",
    "wasnt", "without", "tidak", "tak", "bukan", "jangan", "tanpa", "belum", "tiada",
];
const NEGATIONS_CJK: &[char] = &['不', '没', '沒', '无', '無', '非', '别', '別', '未', '勿'];

/// Why a sentence was struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StruckReason {
    /// It claims something and cites nothing, or quotes words that its passage does not have.
    NoSource,
    /// A number that stands in no quotation.
    Number,
    /// A name that stands in no quotation.
    Name,
    /// It denies what the quotation says, or says what that denies.
    Negation,
    /// Its words are mostly other ones.
    Words,
}

/// A sentence that an agent does not get to see as an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StruckSentence {
    pub text: String,
    pub reason: StruckReason,
}

/// The sentences that are supported, with those of their citations that stand; and the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    pub kept: Vec<Sentence>,
    pub struck: Vec<StruckSentence>,
}

/// Checks an answer against the passages it was made of. What the customer said themself (`said`) may be
/// repeated: their name, their order's number.
pub(super) fn check(sentences: &[Sentence], passages: &[Passage], said: &str) -> Checked {
    let mut checked = Checked::default();
    for sentence in sentences.iter().filter(|sentence| !sentence.text.trim().is_empty()) {
        let standing = Sentence {
            text: sentence.text.trim().to_owned(),
            citations: sentence
                .citations
                .iter()
                .filter(|cited| {
                    let quote = squeezed(&cited.quote);
                    let has =
                        |p: &&Passage| p.id == cited.passage && squeezed(&p.text).contains(&quote);
                    !quote.is_empty() && passages.iter().any(|p| has(&p))
                })
                .cloned()
                .collect(),
        };
        match unsupported(&standing, passages, said) {
            None => checked.kept.push(standing),
            Some(reason) => {
                checked.struck.push(StruckSentence { text: standing.text, reason });
            }
        }
    }
    checked
}

/// What is wrong with a sentence whose citations all stand.
fn unsupported(sentence: &Sentence, passages: &[Passage], said: &str) -> Option<StruckReason> {
    let text = &sentence.text;
    if sentence.citations.is_empty() {
        return (!may_stand_alone(text, said)).then_some(StruckReason::NoSource);
    }
    let quoted: String =
        sentence.citations.iter().map(|cited| cited.quote.as_str()).collect::<Vec<_>>().join("\n");
    // First: words that are left out of a quotation may be the ones that deny.
    if denies(text) != denies(&quoted) {
        return Some(StruckReason::Negation);
    }
    if squeezed(&quoted).contains(&squeezed(text)) {
        return None;
    }
    let cited = |p: &&Passage| sentence.citations.iter().any(|cited| cited.passage == p.id);
    let titles: Vec<&str> = passages.iter().filter(cited).map(|p| p.title.as_str()).collect();
    let titles = titles.join("\n");
    let mut numbers_known = numbers(&format!("{quoted}\n{titles}"));
    numbers_known.extend(references(said));
    if numbers(text).iter().any(|number| !numbers_known.contains(number)) {
        return Some(StruckReason::Number);
    }
    let words_known = words(&format!("{quoted}\n{titles}\n{said}"));
    if names(text).iter().any(|name| !words(name).is_subset(&words_known)) {
        return Some(StruckReason::Name);
    }
    (support(text, &quoted) < SUPPORTED_MIN).then_some(StruckReason::Words)
}

/// A sentence without a source may greet, thank and ask. It claims nothing: it has no number that the
/// customer did not give.
fn may_stand_alone(text: &str, said: &str) -> bool {
    let given = references(said);
    let harmless = numbers(text).iter().all(|number| given.contains(number));
    let asks = text.trim_end().ends_with(['?', '？']);
    harmless && (asks || text.chars().count() <= UNSOURCED_MAX && !promises(text))
}

/// Words that commit a business to something.
fn promises(text: &str) -> bool {
    const PROMISES: &[&str] = &[
        "will",
        "refund",
        "free",
        "guarantee",
        "guaranteed",
        "always",
        "never",
        "must",
        "can",
        "cannot",
        "are",
        "is",
        "akan",
        "percuma",
        "jaminan",
        "boleh",
        "ialah",
        "adalah",
    ];
    const PROMISES_CJK: &[&str] = &["会", "会在", "免费", "退款", "保证", "可以", "是"];
    let all: HashSet<String> = split(text).collect();
    PROMISES.iter().any(|word| all.contains(*word)) || PROMISES_CJK.iter().any(|w| text.contains(w))
}

/// Without differences that say nothing: case, spaces, marks. Words stay apart, so that `can` does not
/// stand in `cannot`; a character of a script without spaces is a word here.
fn squeezed(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::from(" ");
    for (at, c) in chars.iter().enumerate() {
        let digit =
            |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
        let within = ".,:".contains(*c) && digit(at.checked_sub(1)) && digit(Some(at + 1));
        if !c.is_alphanumeric() && !within {
            if *c != '\'' && *c != '’' && !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        let alone = is_unspaced(*c);
        if alone && !out.ends_with(' ') {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
        if alone {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    if out == " " { String::new() } else { out }
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

fn split(text: &str) -> impl Iterator<Item = String> {
    phrases(text).into_iter().flat_map(|phrase| phrase.words)
}

fn words(text: &str) -> HashSet<String> {
    split(text).collect()
}

/// Numbers as they count: without signs between thousands, with decimals, `3rd` as 3.
fn numbers(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut open = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if let Some(digit) = c.to_digit(10) {
            open.push_str(&digit.to_string());
            continue;
        }
        let goes_on = rest.peek().is_some_and(char::is_ascii_digit) && !open.is_empty();
        if goes_on && (c == '.' || c == ',' || c == ':') {
            open.push(if c == ',' { '.' } else { c });
            continue;
        }
        if !open.is_empty() {
            found.insert(plain_number(&open));
            open.clear();
        }
    }
    if !open.is_empty() {
        found.insert(plain_number(&open));
    }
    found
}

/// Numbers by which the customer means something, as that of an order. Shorter ones are amounts and terms,
/// which a customer may only wish for.
fn references(said: &str) -> HashSet<String> {
    let is_reference = |number: &String| {
        number.len() >= REFERENCE_MIN && number.bytes().all(|b| b.is_ascii_digit())
    };
    numbers(said).into_iter().filter(is_reference).collect()
}

/// `1.000` is a thousand, `12.50` is not; noughts in front and behind say nothing.
fn plain_number(text: &str) -> String {
    let groups: Vec<&str> = text.split('.').collect();
    let thousands = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3);
    let text = if thousands { groups.concat() } else { text.to_owned() };
    let text = text.trim_start_matches('0');
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    if text.is_empty() { "0".to_owned() } else { text.to_owned() }
}

/// Words with a capital within a sentence.
fn names(text: &str) -> Vec<&str> {
    let mut first = true;
    let mut found = vec![];
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = bare.chars().next().is_some_and(char::is_uppercase);
        if !first && capital && bare.chars().count() > 1 {
            found.push(bare);
        }
        first = word.ends_with(['.', '!', '?', ':']);
    }
    found
}

fn denies(text: &str) -> bool {
    text.contains(NEGATIONS_CJK) || split(text).any(|word| NEGATIONS.contains(&word.as_str()))
}

/// The share of a sentence's words that a text has, in whatever form.
fn support(text: &str, quoted: &str) -> f64 {
    let has: Vec<String> = split(quoted).collect();
    let telling: Vec<String> = split(text)
        .filter(|word| !word.is_ascii() || word.len() >= WORD_MIN)
        .filter(|word| !is_small_word(word))
        .collect();
    if telling.is_empty() {
        return 1.0;
    }
    let known = telling.iter().filter(|word| has.iter().any(|other| alike(word, other))).count();
    #[expect(clippy::cast_precision_loss, reason = "a few words")]
    let share = known as f64 / telling.len() as f64;
    share
}

/// The same word, in whatever form: `return`, `returned`, `returns`.
fn alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longer = one.chars().count().max(other.chars().count());
    one.is_ascii() && same >= 4 && longer - same <= 3
}

#[cfg(test)]
mod tests;
