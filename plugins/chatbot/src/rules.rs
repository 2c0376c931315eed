//! Rules: what a customer says, and what the bot answers to it. Pure.

use crate::script::{self, Fault, Key};
use crate::words::{folded, is_unspaced};

/// One rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rule {
    pub line: usize,
    pub when: Vec<Phrase>,
    pub say: String,
    pub offers: Vec<String>,
    /// Afterwards a person goes on.
    pub person: bool,
}

const KEYS: &[Key] = &[
    Key { id: "when", names: &["when"], goes_on: false },
    Key { id: "say", names: &["say"], goes_on: true },
    Key { id: "offer", names: &["offer"], goes_on: false },
    Key { id: "then", names: &["then"], goes_on: false },
];

const LIST: &[char] = &[',', '，', '、', ';', '；'];
/// What stands between answers that are offered; a comma may be part of one.
pub const OFFERS: &[char] = &['|', '｜'];

/// The rules of a text, and what is wrong with it. A rule with a mistake is left out.
pub fn read(text: &str) -> (Vec<Rule>, Vec<Fault>) {
    let (fields, mut faults) = script::fields(text, KEYS);
    let mut rules: Vec<Rule> = Vec::new();
    for field in fields {
        let line = field.line;
        if field.id == "when" {
            rules.push(Rule { line, when: phrases(&field.value), ..Rule::default() });
            continue;
        }
        let Some(rule) = rules.last_mut() else {
            faults.push(Fault::new(line, "a rule begins with when:"));
            continue;
        };
        match field.id {
            "say" => rule.say = field.value,
            "offer" => rule.offers = script::parts(&field.value, OFFERS),
            _ if field.value.eq_ignore_ascii_case("person") => rule.person = true,
            _ => faults.push(Fault::new(line, "then: can only be followed by person")),
        }
    }
    rules.retain(|rule| {
        let wrong = if rule.when.is_empty() {
            "when: needs a word or more"
        } else if rule.say.is_empty() && !rule.person {
            "the rule has neither say: nor then: person"
        } else {
            return true;
        };
        faults.push(Fault::new(rule.line, wrong));
        false
    });
    faults.sort_by_key(|fault| fault.line);
    (rules, faults)
}

/// The first rule that a text is meant by.
pub fn find<'r>(rules: &'r [Rule], text: &str) -> Option<&'r Rule> {
    let text = folded(text);
    rules.iter().find(|rule| rule.when.iter().any(|phrase| phrase.is_in(&text)))
}

/// Words that have to be there, all of them, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase(Vec<Part>);

/// Words in their order; with `open` the last one may have another ending.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    words: String,
    open: bool,
}

/// The phrases of a list.
pub fn phrases(list: &str) -> Vec<Phrase> {
    let one = |phrase: String| {
        let parts = phrase.split(['+', '＋']).map(|part| {
            let open = part.trim().ends_with(['*', '＊']);
            Part { words: folded(part), open }
        });
        Phrase(parts.filter(|part| !part.words.is_empty()).collect())
    };
    let phrases = script::parts(list, LIST).into_iter().map(one);
    phrases.filter(|phrase| !phrase.0.is_empty()).collect()
}

impl Phrase {
    /// Whether a folded text says it.
    pub fn is_in(&self, folded: &str) -> bool {
        let framed = format!(" {folded} ");
        self.0.iter().all(|part| {
            let words = &part.words;
            // Without spaces there is no telling where a word ends.
            let loose_start = words.starts_with(is_unspaced);
            let loose_end = part.open || words.ends_with(is_unspaced);
            let start = if loose_start { "" } else { " " };
            let end = if loose_end { "" } else { " " };
            framed.contains(&format!("{start}{words}{end}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{find, phrases, read};
    use crate::words::folded;

    #[test]
    fn phrases_are_found_as_whole_words() {
        for (list, text, expected) in [
            ("open", "Are you open?", true),
            ("open", "I opened it", false),
            ("open*", "I opened it", true),
            ("opening hours", "What are your opening  hours?", true),
            ("opening hours", "hours of opening", false),
            ("opening + hours", "hours of opening", true),
            ("cancel + order, stop", "please cancel my ORDER", true),
            ("cancel + order, stop", "cancel it", false),
            ("营业时间", "请问营业时间是几点", true),
            ("退款、退货", "我要退货", true),
            ("退货 + 运费", "退货的运费谁付", true),
            ("refund", "我要refund", true),
            ("don't know", "I dont know", true),
            (" , *", "anything", false),
        ] {
            let said = folded(text);
            let found = phrases(list).iter().any(|phrase| phrase.is_in(&said));
            assert_eq!(found, expected, "{list} in {text}");
        }
    }

    #[test]
    fn rules_are_read_and_the_first_that_fits_counts() {
        let text = "when: hello\nsay: Hi!\noffer: Hours | A person, please\n\n\
                    when: hours, hello\nsay: 9 to 5.\nDaily.\n\nwhen: lawyer\nthen: person\n";
        let (rules, faults) = read(text);
        assert_eq!((rules.len(), faults.len()), (3, 0));
        assert_eq!(find(&rules, "hello, your hours?").map(|rule| rule.line), Some(1));
        assert_eq!(rules[0].offers, ["Hours", "A person, please"]);
        assert_eq!(find(&rules, "hours").map(|rule| rule.say.as_str()), Some("9 to 5.\nDaily."));
        assert!(find(&rules, "My lawyer!").is_some_and(|rule| rule.person));
        assert!(find(&rules, "bye").is_none());
    }

    #[test]
    fn mistakes_are_named_by_their_line_and_the_rest_still_works() {
        let text = "say: too early\nwhen: a\nsay: A\nwhen: b\nwhen: ,\nsay: C\nwhen: d\nthen: go";
        let (rules, faults) = read(text);
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(rules.len(), 1);
        assert_eq!(lines, [1, 4, 5, 7, 8]);
    }
}
