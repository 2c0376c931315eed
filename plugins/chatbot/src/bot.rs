//! What the bot says to a customer's message, and when it leaves that to a person. Pure.

use crate::Settings;
use crate::knowledge::{self, Entry};
use crate::rules::{self, Phrase, Rule};
use crate::script::{Fault, in_language};
use crate::talk::Talk;
use crate::words::{folded, language_of_script};

/// Everything the bot knows, read from the settings.
#[derive(Debug)]
pub struct Bot<'s> {
    settings: &'s Settings,
    rules: Vec<Rule>,
    knowledge: Vec<Entry>,
    person_words: Vec<Phrase>,
}

/// A customer's message.
#[derive(Debug, Default)]
pub struct Heard<'t> {
    /// Empty when there are only files or such.
    pub text: &'t str,
    /// What the page says the customer speaks.
    pub language: Option<&'t str>,
}

/// The bot's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub offers: Vec<String>,
    /// Where it comes from: `rule`, `knowledge`, `miss` or `handover`.
    pub source: &'static str,
    /// A person goes on from here, for this reason.
    pub person: Option<&'static str>,
}

impl<'s> Bot<'s> {
    pub fn new(settings: &'s Settings) -> Self {
        Self {
            settings,
            rules: rules::read(&settings.rules).0,
            knowledge: knowledge::read(&settings.knowledge).0,
            person_words: rules::phrases(&settings.person_words),
        }
    }

    /// The answer to a message; none while people have the conversation.
    pub fn answer(&self, talk: &mut Talk, heard: &Heard<'_>, now: u64) -> Option<Answer> {
        let quiet_until = now.saturating_add(self.settings.quiet_ms());
        if talk.is_quiet(now) {
            talk.quiet_until = quiet_until;
            return None;
        }
        talk.quiet_until = 0;
        let mut answer = self.found(talk, heard);
        if answer.person.is_some() {
            talk.hand_over(quiet_until);
            if answer.text.is_empty() {
                answer.text = self.settings.handover_text.clone();
            }
        }
        let language = language_of_script(heard.text).or(heard.language);
        answer.text = in_language(&answer.text, language);
        Some(answer)
    }

    fn found(&self, talk: &mut Talk, heard: &Heard<'_>) -> Answer {
        if folded(heard.text).is_empty() {
            return handover("the customer sent something that the bot cannot read");
        }
        if let Some(rule) = rules::find(&self.rules, heard.text) {
            talk.misses = 0;
            return Answer {
                text: rule.say.clone(),
                offers: rule.offers.clone(),
                source: "rule",
                person: rule.person.then_some("a rule says so"),
            };
        }
        let said = folded(heard.text);
        if self.person_words.iter().any(|phrase| phrase.is_in(&said)) {
            return handover("the customer asked for a person");
        }
        if let Some((entry, like)) = knowledge::find(&self.knowledge, heard.text)
            && like >= self.settings.sureness
        {
            talk.misses = 0;
            return Answer {
                text: entry.answer.clone(),
                offers: entry.offers.clone(),
                source: "knowledge",
                person: None,
            };
        }
        talk.misses += 1;
        if talk.misses >= self.settings.misses {
            return handover("the bot had no answer");
        }
        let text = self.settings.miss_text.clone();
        Answer { text, source: "miss", ..Answer::default() }
    }
}

fn handover(reason: &'static str) -> Answer {
    Answer { source: "handover", person: Some(reason), ..Answer::default() }
}

/// How many rules and entries there are, and what is wrong with either.
pub fn review(settings: &Settings) -> ((usize, Vec<Fault>), (usize, Vec<Fault>)) {
    let (rules, wrong_rules) = rules::read(&settings.rules);
    let (entries, wrong_entries) = knowledge::read(&settings.knowledge);
    ((rules.len(), wrong_rules), (entries.len(), wrong_entries))
}

#[cfg(test)]
mod tests {
    use super::{Bot, Heard};
    use crate::Settings;
    use crate::talk::Talk;

    const MINUTE: u64 = 60_000;

    fn settings() -> Settings {
        Settings {
            rules: "when: hello, 你好\nsay: en: Hello!\nzh: 您好！\noffer: Hours | A person\n\
                    when: lawyer\nthen: person\nwhen: angry\nsay: I am sorry.\nthen: person"
                .to_owned(),
            knowledge: "Q: What are your opening hours?\nA: 9 to 5.".to_owned(),
            person_words: "person, 人工".to_owned(),
            miss_text: "en: Pardon?\nzh: 请再说一遍。".to_owned(),
            handover_text: "A colleague will answer.".to_owned(),
            quiet_minutes: 10,
            ..Settings::default()
        }
    }

    fn says(talk: &mut Talk, text: &str, now: u64) -> Option<(String, &'static str)> {
        let settings = settings();
        let answer = Bot::new(&settings).answer(talk, &Heard { text, language: None }, now)?;
        assert_eq!(answer.person.is_some(), talk.is_quiet(now), "{text}");
        Some((answer.text, answer.source))
    }

    fn fresh(text: &str) -> (String, &'static str) {
        says(&mut Talk::default(), text, 5).expect("an answer")
    }

    #[test]
    fn rules_come_first_then_people_then_knowledge() {
        for (text, answer, source) in [
            ("Hello there", "Hello!", "rule"),
            ("你好", "您好！", "rule"),
            ("Opening hours?", "9 to 5.", "knowledge"),
            ("a PERSON please", "A colleague will answer.", "handover"),
            ("转人工", "A colleague will answer.", "handover"),
            ("You hear from my lawyer", "A colleague will answer.", "rule"),
            ("I am angry", "I am sorry.", "rule"),
            ("", "A colleague will answer.", "handover"),
            ("…", "A colleague will answer.", "handover"),
            ("xyzzy", "Pardon?", "miss"),
            ("今天天气怎么样", "请再说一遍。", "miss"),
        ] {
            assert_eq!(fresh(text), (answer.to_owned(), source), "{text}");
        }
    }

    #[test]
    fn misses_in_a_row_end_with_a_person() {
        let mut talk = Talk::default();
        assert_eq!(says(&mut talk, "xyzzy", 1).map(|(_, source)| source), Some("miss"));
        assert_eq!(says(&mut talk, "hello", 2).map(|(_, source)| source), Some("rule"));
        assert_eq!(says(&mut talk, "xyzzy", 3).map(|(_, source)| source), Some("miss"));
        assert_eq!(says(&mut talk, "plugh", 4).map(|(_, source)| source), Some("handover"));
        assert_eq!(says(&mut talk, "hello", 5), None);
    }

    #[test]
    fn the_bot_is_silent_until_a_while_after_the_last_message() {
        let mut talk = Talk::default();
        assert!(says(&mut talk, "person", 0).is_some());
        assert_eq!(says(&mut talk, "hello", 9 * MINUTE), None);
        assert_eq!(says(&mut talk, "hello", 18 * MINUTE), None, "the last message counts");
        let back = says(&mut talk, "hello", 28 * MINUTE).map(|(_, source)| source);
        assert_eq!(back, Some("rule"));
        assert_eq!((talk.quiet_until, talk.misses), (0, 0));
    }

    #[test]
    fn the_page_may_say_which_language_is_spoken() {
        let settings = Settings {
            miss_text: "en: Pardon?\nms: Maaf?\nzh: 抱歉？".to_owned(),
            ..settings()
        };
        let bot = Bot::new(&settings);
        let heard = |text, language| {
            let heard = Heard { text, language };
            bot.answer(&mut Talk::default(), &heard, 1).map(|answer| answer.text)
        };
        assert_eq!(heard("xyzzy", Some("ms")).as_deref(), Some("Maaf?"));
        assert_eq!(heard("天气", Some("ms")).as_deref(), Some("抱歉？"));
    }
}
