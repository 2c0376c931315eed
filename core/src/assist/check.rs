//! Whether the sentences of an answer are supported by what they cite. A helper may invent; this is how
//! an agent does not get to see it. It decides by words alone, the same each time, and reaches nothing.

use crate::{
    fulltext::all_words,
    knowledge::is_small_word,
    plugins::{Passage, Sentence},
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// How many tenths of a sentence's telling words its quotations must have.
const SUPPORTED_TENTHS: usize = 6;
/// So many telling words one after the other that no quotation has are a claim of their own.
const NEW_RUN_MAX: usize = 4;
/// Letters that two forms of a word have in common.
const STEM_MIN: usize = 4;
/// Sentences of an answer, and characters of one; what is longer is no sentence.
const SENTENCES_MAX: usize = 30;
const SENTENCE_CHARACTERS: usize = 1_000;
/// Characters of a sentence that may stand without a source: a greeting, thanks, a question.
const UNSOURCED_MAX: usize = 120;
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
    let said_something = |sentence: &&Sentence| !sentence.text.trim().is_empty();
    for sentence in sentences.iter().filter(said_something).take(SENTENCES_MAX) {
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
        let too_long = standing.text.chars().count() > SENTENCE_CHARACTERS;
        let wrong = match too_long {
            true => Some(StruckReason::Words),
            false => unsupported(&standing, passages, said),
        };
        match wrong {
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
    if denies(text) != denies_whole(sentence, passages) {
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
    (!supports(text, &quoted)).then_some(StruckReason::Words)
}

/// A sentence without a source may greet, thank, apologise and ask. It promises nothing, and has no number
/// that the customer did not give.
fn may_stand_alone(text: &str, said: &str) -> bool {
    let given = references(said);
    let harmless = numbers(text).iter().all(|number| given.contains(number))
        && text.chars().count() <= UNSOURCED_MAX
        && !promises(text);
    let lower = text.to_lowercase();
    let greets = COURTESIES.iter().any(|start| lower.starts_with(start))
        || COURTESIES_CJK.iter().any(|word| text.contains(word));
    harmless && (greets || text.trim_end().ends_with(['?', '？']))
}

/// How a sentence begins that is only polite.
const COURTESIES: &[&str] = &[
    "hello",
    "hi ",
    "hi,",
    "hey",
    "dear ",
    "good morning",
    "good afternoon",
    "good evening",
    "thank",
    "sorry",
    "we are sorry",
    "we're sorry",
    "i am sorry",
    "i'm sorry",
    "we apolog",
    "apologies",
    "kind regards",
    "best regards",
    "you are welcome",
    "hai",
    "helo",
    "salam",
    "selamat",
    "terima kasih",
    "maaf",
    "minta maaf",
    "kami mohon maaf",
    "kami minta maaf",
    "sekian",
];
const COURTESIES_CJK: &[&str] =
    &["您好", "你好", "谢谢", "謝謝", "感谢", "感謝", "抱歉", "对不起", "對不起"];

/// Words that commit a business to something.
fn promises(text: &str) -> bool {
    const PROMISES: &[&str] = &[
        "will",
        "refund",
        "refunds",
        "money",
        "free",
        "guarantee",
        "guaranteed",
        "always",
        "never",
        "must",
        "cannot",
        "deliver",
        "discount",
        "akan",
        "percuma",
        "jaminan",
        "bayar",
        "diskaun",
        "hantar",
    ];
    const PROMISES_CJK: &[&str] = &["会在", "将会", "免费", "退款", "退货", "保证", "折扣", "赔"];
    let all = words(text);
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

fn words(text: &str) -> HashSet<String> {
    all_words(text).into_iter().collect()
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
    found.extend(worded_numbers(text));
    found
}

/// Numbers that are written as words. `One` is left out: it mostly stands for something.
const NUMBER_WORDS: &[(&str, &str)] = &[
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
    ("dua", "2"),
    ("tiga", "3"),
    ("empat", "4"),
    ("lima", "5"),
    ("enam", "6"),
    ("tujuh", "7"),
    ("lapan", "8"),
    ("sembilan", "9"),
    ("sepuluh", "10"),
    ("ratus", "100"),
    ("ribu", "1000"),
];

/// A number in Chinese characters, up to 99.
fn chinese_number(run: &str) -> Option<u32> {
    let digit = |c: char| "零一二三四五六七八九".chars().position(|d| d == c);
    let digit = |c: char| if c == '两' { Some(2) } else { digit(c) };
    let chars: Vec<char> = run.chars().collect();
    let n = match chars.as_slice() {
        ['十'] => 10,
        [one] => digit(*one)?,
        ['十', unit] => 10 + digit(*unit)?,
        [ten, '十'] => digit(*ten)? * 10,
        [ten, '十', unit] => digit(*ten)? * 10 + digit(*unit)?,
        _ => return None,
    };
    u32::try_from(n).ok().filter(|n| *n > 1)
}

/// Numbers that a text writes as words.
fn worded_numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for word in text.to_lowercase().split(|c: char| !c.is_alphabetic()) {
        found.extend(
            NUMBER_WORDS.iter().filter(|(name, _)| *name == word).map(|(_, n)| (*n).into()),
        );
    }
    for run in text.split(|c: char| !"零一二三四五六七八九十两".contains(c)) {
        found.extend(chinese_number(run).map(|n| n.to_string()));
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
    let thousands = groups.len() > 1
        && !groups[0].starts_with('0')
        && groups[1..].iter().all(|group| group.len() == 3);
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

/// Whether what is quoted denies something, each quotation with the rest of its sentence.
fn denies_whole(sentence: &Sentence, passages: &[Passage]) -> bool {
    sentence.citations.iter().any(|cited| {
        let quote = squeezed(&cited.quote);
        let passage = passages.iter().find(|p| p.id == cited.passage);
        let text = passage.map(|p| p.text.as_str()).unwrap_or_default();
        let mut around = text
            .split_inclusive(['.', '!', '?', '。', '！', '？', '\n'])
            .filter(|part| squeezed(part).contains(&quote));
        denies(&cited.quote) || around.any(denies)
    })
}

fn denies(text: &str) -> bool {
    text.contains(NEGATIONS_CJK)
        || all_words(text).iter().any(|word| NEGATIONS.contains(&word.as_str()))
}

/// Whether a text has enough of a sentence's words, in whatever form, and no part of it is wholly new.
fn supports(text: &str, quoted: &str) -> bool {
    let has = words(quoted);
    let mut stems: HashMap<String, Vec<&String>> = HashMap::new();
    for word in &has {
        stems.entry(word.chars().take(STEM_MIN).collect()).or_default().push(word);
    }
    let (mut all, mut known, mut new_run) = (0_usize, 0_usize, 0_usize);
    for word in all_words(text) {
        if word.is_ascii() && word.len() < WORD_MIN || is_small_word(&word) {
            continue;
        }
        all += 1;
        let stem: String = word.chars().take(STEM_MIN).collect();
        let alike = |others: &Vec<&String>| others.iter().any(|other| alike(&word, other));
        if has.contains(&word) || stems.get(&stem).is_some_and(alike) {
            known += 1;
            new_run = 0;
        } else {
            new_run += 1;
            if new_run >= NEW_RUN_MAX {
                return false;
            }
        }
    }
    known * 10 >= all * SUPPORTED_TENTHS
}

/// The same word, in whatever form: `return`, `returned`, `returns`.
fn alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longer = one.chars().count().max(other.chars().count());
    one.is_ascii() && same >= STEM_MIN && longer - same <= 3
}

#[cfg(test)]
mod tests;
