//! What makes a survey one that can be kept, and an answer one that fits. Pure.

use super::model::{Choice, Content, Kind, Question, RATING_MAX, SurveyDraft, Texts, Words};
use crate::{
    config::LANGUAGES,
    http::{FieldErrors, Problem},
    replies,
};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const NAME_MAX: usize = 80;
const TITLE_MAX: usize = 120;
const LINES_MAX: usize = 1_000;
const QUESTION_MAX: usize = 300;
const QUESTIONS_MAX: usize = 20;
const CHOICES_MAX: usize = 20;
/// Characters of an answer in words.
pub const WORDS_MAX: usize = 2_000;
/// 30 days.
const DELAY_MAX: i64 = 30 * 24 * 60;
const DAYS_MAX: i64 = 366;

/// What of a survey admins decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub name: String,
    pub active: bool,
    pub automatic: bool,
    pub delay_minutes: i64,
    pub expires_days: i64,
    pub again_days: i64,
    pub channels: Vec<String>,
    pub departments: Vec<i64>,
    pub content: Content,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::new(),
            active: true,
            automatic: true,
            delay_minutes: 0,
            expires_days: 14,
            again_days: 7,
            channels: vec![],
            departments: vec![],
            content: Content::default(),
        }
    }
}

/// What a survey becomes by a draft.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn settings(before: &Settings, draft: &SurveyDraft) -> Result<Settings, Problem> {
    let mut wrong = FieldErrors::default();
    let name = draft.name.as_deref().map_or_else(|| before.name.clone(), one_line);
    wrong.when(
        name.is_empty() || longer(&name, NAME_MAX),
        "name",
        "A name has 1 to 80 characters.",
    );
    let delay_minutes = draft.delay_minutes.unwrap_or(before.delay_minutes);
    let in_time = (0..=DELAY_MAX).contains(&delay_minutes);
    wrong.when(!in_time, "delay_minutes", "Between at once and 30 days.");
    let expires_days = draft.expires_days.unwrap_or(before.expires_days);
    let in_time = (1..=DAYS_MAX).contains(&expires_days);
    wrong.when(!in_time, "expires_days", "Between a day and a year.");
    let again_days = draft.again_days.unwrap_or(before.again_days);
    let in_time = (0..=DAYS_MAX).contains(&again_days);
    wrong.when(!in_time, "again_days", "Between 0 days and a year.");
    let mut channels = draft.channels.clone().unwrap_or_else(|| before.channels.clone());
    channels.sort();
    channels.dedup();
    let odd =
        channels.len() > 50 || channels.iter().any(|value| value.is_empty() || longer(value, 64));
    wrong.when(odd, "channels", "These are at most 50 values of channels.");
    let mut departments = draft.departments.clone().unwrap_or_else(|| before.departments.clone());
    departments.sort_unstable();
    departments.dedup();
    wrong.when(departments.len() > 200, "departments", "At most 200 departments.");
    let words = draft.words.as_ref().unwrap_or(&before.content.words);
    let words: BTreeMap<String, Words> =
        words.iter().map(|(language, words)| (language.clone(), plain(words))).collect();
    check_words(&words, &mut wrong);
    let languages: Vec<&str> = words.keys().map(String::as_str).collect();
    let questions = draft.questions.as_ref().unwrap_or(&before.content.questions);
    let questions =
        (1..).zip(questions).map(|(n, q)| numbered(n, q, &languages)).collect::<Vec<_>>();
    check_questions(&questions, &languages, &mut wrong);
    let content = Content { words, questions };
    let (active, automatic) =
        (draft.active.unwrap_or(before.active), draft.automatic.unwrap_or(before.automatic));
    wrong.refuse("The survey cannot be kept like this.")?;
    Ok(Settings {
        name,
        active,
        automatic,
        delay_minutes,
        expires_days,
        again_days,
        channels,
        departments,
        content,
    })
}

fn check_words(words: &BTreeMap<String, Words>, wrong: &mut FieldErrors) {
    wrong.when(words.is_empty(), "words", "Write it in at least one language.");
    let odd = words.keys().any(|language| !LANGUAGES.contains(&language.as_str()));
    wrong.when(odd, "words", "The languages are en, ms and zh.");
    for (language, words) in words {
        let field = |name: &str| format!("words.{language}.{name}");
        let bad = words.title.is_empty() || longer(&words.title, TITLE_MAX);
        wrong.when(bad, field("title"), "A heading has 1 to 120 characters.");
        let bad = words.invite.is_empty() || longer(&words.invite, LINES_MAX);
        wrong.when(bad, field("invite"), "The message has 1 to 1000 characters.");
        let bad = replies::unknown_variable(&words.invite).is_some();
        wrong.when(bad, field("invite"), "There is no such variable.");
        wrong.when(longer(&words.intro, LINES_MAX), field("intro"), "At most 1000 characters.");
        wrong.when(longer(&words.thanks, LINES_MAX), field("thanks"), "At most 1000 characters.");
    }
}

fn check_questions(questions: &[Question], languages: &[&str], wrong: &mut FieldErrors) {
    let fine = (1..=QUESTIONS_MAX).contains(&questions.len());
    wrong.when(!fine, "questions", "A survey has 1 to 20 questions.");
    for (at, question) in questions.iter().enumerate() {
        let field = format!("questions.{at}");
        check_texts(&question.texts, languages, &field, wrong);
        if question.kind != Kind::Choice {
            continue;
        }
        let fine = (2..=CHOICES_MAX).contains(&question.choices.len());
        wrong.when(!fine, format!("{field}.choices"), "Give 2 to 20 answers.");
        for (n, choice) in question.choices.iter().enumerate() {
            check_texts(&choice.texts, languages, &format!("{field}.choices.{n}"), wrong);
        }
    }
}

fn check_texts(texts: &Texts, languages: &[&str], field: &str, wrong: &mut FieldErrors) {
    for language in languages {
        let text = texts.get(*language).map(String::as_str).unwrap_or_default();
        let bad = text.is_empty() || longer(text, QUESTION_MAX);
        wrong.when(bad, format!("{field}.texts.{language}"), "This has 1 to 300 characters.");
    }
}

/// A question with its id and those of its answers, in the survey's languages alone.
fn numbered(n: usize, question: &Question, languages: &[&str]) -> Question {
    let choices = (1..).zip(&question.choices).map(|(at, choice)| Choice {
        id: format!("c{at}"),
        texts: of_languages(&choice.texts, languages),
    });
    let (kind, choices) = (question.kind, choices.collect());
    Question {
        id: format!("q{n}"),
        kind,
        look: question.look,
        required: question.required,
        texts: of_languages(&question.texts, languages),
        choices: if kind == Kind::Choice { choices } else { vec![] },
    }
}

fn of_languages(texts: &Texts, languages: &[&str]) -> Texts {
    let known = texts.iter().filter(|(language, _)| languages.contains(&language.as_str()));
    known.map(|(language, text)| (language.clone(), one_line(text))).collect()
}

fn plain(words: &Words) -> Words {
    Words {
        title: one_line(&words.title),
        intro: lines(&words.intro),
        invite: lines(&words.invite),
        thanks: lines(&words.thanks),
    }
}

/// An answer that fits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    pub answers: Map<String, Value>,
    /// Of the first question for a rating.
    pub rating: Option<i64>,
    /// Of the first question for words.
    pub comment: String,
}

/// Checks what somebody answered.
///
/// # Errors
/// `invalid`, with every question that is wrong.
pub fn answers(asked: &Content, given: &Map<String, Value>) -> Result<Fit, Problem> {
    let mut wrong = FieldErrors::default();
    let mut fit = Fit::default();
    for question in &asked.questions {
        let answer = match read(question, given.get(&question.id)) {
            Ok(answer) => answer,
            Err(why) => {
                wrong.when(true, question.id.as_str(), why);
                continue;
            }
        };
        wrong.when(
            question.required && answer.is_none(),
            question.id.as_str(),
            "Please answer this.",
        );
        let Some(answer) = answer else { continue };
        match question.kind {
            Kind::Rating => fit.rating = fit.rating.or(answer.as_i64()),
            Kind::Text if fit.comment.is_empty() => {
                fit.comment = answer.as_str().unwrap_or_default().to_owned();
            }
            Kind::Text | Kind::Choice => {}
        }
        fit.answers.insert(question.id.clone(), answer);
    }
    let nothing = fit.answers.is_empty() && wrong.is_empty();
    let first = asked.questions.first().map_or("answers", |question| question.id.as_str());
    wrong.when(nothing, first, "Please answer something.");
    wrong.refuse("Some answers need your attention.").map(|()| fit)
}

/// An answer as it is kept; none for a question that was left out.
fn read(question: &Question, given: Option<&Value>) -> Result<Option<Value>, &'static str> {
    let given = match given {
        None | Some(Value::Null) => return Ok(None),
        Some(given) => given,
    };
    let text = given.as_str().map(lines);
    if text.as_deref() == Some("") {
        return Ok(None);
    }
    match question.kind {
        Kind::Rating => {
            let number = given.as_i64().or_else(|| text?.parse().ok());
            let number = number.filter(|number| (1..=RATING_MAX).contains(number));
            number.map(|number| Some(number.into())).ok_or("A rating goes from 1 to 5.")
        }
        Kind::Choice => {
            let known = text.filter(|id| question.choices.iter().any(|choice| choice.id == *id));
            known.map(|id| Some(id.into())).ok_or("Pick one of the answers.")
        }
        Kind::Text => {
            let text = text.filter(|text| !longer(text, WORDS_MAX));
            text.map(|text| Some(text.into())).ok_or("At most 2000 characters.")
        }
    }
}

fn longer(text: &str, max: usize) -> bool {
    text.chars().count() > max
}

fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines, without what no keyboard writes.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let kept = text.chars().filter(|c| matches!(c, '\n' | '\t') || !c.is_control());
    kept.collect::<String>().trim().to_owned()
}
