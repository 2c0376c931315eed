//! Knowledge: questions with their answers, found by the words that a customer's question shares with
//! them. Pure.

use crate::rules::OFFERS;
use crate::script::{self, Fault, Key};
use crate::words::{folded, has_sense, same, tokens, weight};
use std::collections::BTreeMap;

/// An answer, and the questions it is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub line: usize,
    pub questions: Vec<String>,
    pub answer: String,
    pub offers: Vec<String>,
}

const KEYS: &[Key] = &[
    Key { id: "q", names: &["q", "question", "soalan", "问"], goes_on: false },
    Key { id: "a", names: &["a", "answer", "jawapan", "答"], goes_on: true },
    Key { id: "offer", names: &["offer"], goes_on: false },
];

/// The entries of a text, and what is wrong with it. An entry with a mistake is left out.
pub fn read(text: &str) -> (Vec<Entry>, Vec<Fault>) {
    let (fields, mut faults) = script::fields(text, KEYS);
    let mut entries: Vec<Entry> = Vec::new();
    for field in fields {
        let line = field.line;
        // Several questions in a row share the answer that follows.
        let open = entries.last_mut().filter(|entry| field.id != "q" || entry.answer.is_empty());
        match (field.id, open) {
            ("q", Some(entry)) => entry.questions.push(field.value),
            ("q", None) => {
                entries.push(Entry { line, questions: vec![field.value], ..Entry::default() });
            }
            ("a", Some(entry)) => entry.answer = field.value,
            ("offer", Some(entry)) => entry.offers = script::parts(&field.value, OFFERS),
            _ => faults.push(Fault::new(line, "an entry begins with Q:")),
        }
    }
    for entry in &mut entries {
        entry.questions.retain(|question| !folded(question).is_empty());
    }
    entries.retain(|entry| {
        let wrong = if entry.answer.is_empty() {
            "the question has no answer; write one behind A:"
        } else if entry.questions.is_empty() {
            "Q: needs a question"
        } else {
            return true;
        };
        faults.push(Fault::new(entry.line, wrong));
        false
    });
    faults.sort_by_key(|fault| fault.line);
    (entries, faults)
}

/// So much of what a customer wrote is looked at.
const LOOKED_AT: usize = 1_000;

/// The entry whose question is the most like a text, and how like it is, from 0 to 100.
pub fn find<'e>(entries: &'e [Entry], text: &str) -> Option<(&'e Entry, u32)> {
    let start: String = text.chars().take(LOOKED_AT).collect();
    let asked = tokens(&folded(&start));
    let questions: Vec<Vec<Vec<String>>> = entries
        .iter()
        .map(|entry| entry.questions.iter().map(|q| tokens(&folded(q))).collect())
        .collect();
    let rarity = Rarity::of(&questions);
    let mut best: Option<(&Entry, u32)> = None;
    for (entry, questions) in entries.iter().zip(&questions) {
        for question in questions {
            let like = likeness(&asked, question, &rarity);
            if like > best.map_or(0, |(_, most)| most) {
                best = Some((entry, like));
            }
        }
    }
    best
}

/// In how many entries each token is.
struct Rarity {
    entries: f64,
    known: BTreeMap<String, f64>,
}

impl Rarity {
    fn of(questions: &[Vec<Vec<String>>]) -> Self {
        let mut known: BTreeMap<String, f64> = BTreeMap::new();
        for entry in questions {
            let mut here: Vec<&String> = entry.iter().flatten().collect();
            here.sort();
            here.dedup();
            for token in here {
                *known.entry(token.clone()).or_default() += 1.0;
            }
        }
        Self { entries: questions.len() as f64, known }
    }

    /// What few questions have tells them apart. What no question has tells nothing.
    fn weight(&self, token: &str) -> f64 {
        let rare = self.known.get(token).map_or(1.0, |count| self.entries / count);
        weight(token) * (1.0 + rare).ln()
    }
}

/// What each side has alone counts less than what both have: customers write more than they ask, and
/// questions are written down in whole sentences.
const ASKED_ALONE: f64 = 0.6;
const WRITTEN_ALONE: f64 = 0.3;

/// How much of two lists is shared (Tversky's index), by the weight of their tokens. Words that are in
/// every question are not enough.
fn likeness(asked: &[String], question: &[String], rarity: &Rarity) -> u32 {
    let (asked_shared, asked_alone, sense) = compare(asked, question, rarity);
    let (written_shared, written_alone, _) = compare(question, asked, rarity);
    if !sense && question.iter().any(|token| has_sense(token)) {
        return 0;
    }
    let shared = f64::midpoint(asked_shared, written_shared);
    let all = shared + ASKED_ALONE * asked_alone + WRITTEN_ALONE * written_alone;
    if all > 0.0 { (100.0 * shared / all).round() as u32 } else { 0 }
}

/// The weight of the tokens that the other list has as well, of those that it has not, and whether
/// one that is shared says what this is about.
fn compare(these: &[String], those: &[String], rarity: &Rarity) -> (f64, f64, bool) {
    let (mut shared, mut alone, mut sense) = (0.0, 0.0, false);
    for token in these {
        let weight = rarity.weight(token);
        if those.iter().any(|other| same(token, other)) {
            shared += weight;
            sense |= has_sense(token);
        } else {
            alone += weight;
        }
    }
    (shared, alone, sense)
}

#[cfg(test)]
mod tests {
    use super::{find, read};

    const SHOP: &str = "\
Q: How do I return an item?
Q: 如何退货？
Q: Bagaimana memulangkan barang?
A: Within 14 days, in its box.

Q: How much is shipping?
Q: 运费多少钱？
Q: Berapa kos penghantaran?
A: RM 8, free above RM 100.

Q: What are your opening hours?
Q: 你们的营业时间是几点？
Q: Apakah waktu operasi anda?
A: 9 to 5.

Q: Which payment methods do you take?
Q: 可以用什么方式付款？
A: Cards and bank transfer.
";

    #[test]
    fn questions_are_found_in_other_words_and_languages() {
        let (entries, faults) = read(SHOP);
        assert_eq!((entries.len(), faults.len()), (4, 0));
        for (asked, answer) in [
            ("I want to return my item", "Within 14 days, in its box."),
            ("returning an item??", "Within 14 days, in its box."),
            ("我想退货", "Within 14 days, in its box."),
            ("nak memulangkan barang boleh?", "Within 14 days, in its box."),
            ("shipping to Sabah, how much?", "RM 8, free above RM 100."),
            ("运费是多少？", "RM 8, free above RM 100."),
            ("berapa kos penghantaran ke Kuching", "RM 8, free above RM 100."),
            ("when are you open? opening hours please", "9 to 5."),
            ("营业时间", "9 to 5."),
            ("waktu operasi", "9 to 5."),
            ("payment methods", "Cards and bank transfer."),
            ("怎么付款", "Cards and bank transfer."),
        ] {
            let found = find(&entries, asked);
            let (entry, like) = found.unwrap_or_else(|| panic!("nothing for {asked}"));
            assert_eq!(entry.answer, answer, "{asked} {like}");
            assert!(like >= 50, "{asked} is only {like}");
        }
    }

    #[test]
    fn what_nobody_has_written_down_is_not_answered() {
        let (entries, _) = read(SHOP);
        for asked in [
            "How are you?",
            "Where are you?",
            "My parcel is broken and I am angry",
            "今天天气怎么样",
            "Do you sell umbrellas?",
            "asdf",
            "",
            "?",
        ] {
            let like = find(&entries, asked).map_or(0, |(_, like)| like);
            assert!(like < 50, "{asked} is {like}");
        }
    }

    #[test]
    fn mistakes_are_named_by_their_line() {
        let text = "A: too early\nQ: a?\nQ: b?\nA: Yes\noffer: One | Two\nQ: no answer?\n问：c\n";
        let (entries, faults) = read(text);
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].questions, ["a?", "b?"]);
        assert_eq!(entries[0].offers, ["One", "Two"]);
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [1, 6]);
    }
}
