//! Surveys, invitations to them, and whether one is sent.

use crate::config::LANGUAGES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Surveys a client has.
pub const SURVEYS_MAX: i64 = 50;
/// Ratings go from 1 to this.
pub const RATING_MAX: i64 = 5;

/// A text in each language of its survey.
pub type Texts = BTreeMap<String, String>;

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SurveyQuestionKind)]
pub enum Kind {
    /// 1 to 5, where 5 is best.
    #[default]
    Rating,
    /// One of several.
    Choice,
    /// Words.
    Text,
}

/// How a rating looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SurveyLook)]
pub enum Look {
    #[default]
    Stars,
    Faces,
}

/// One of the answers that may be picked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = SurveyChoice)]
pub struct Choice {
    /// Given by its place.
    pub id: String,
    #[schema(value_type = BTreeMap<String, String>)]
    pub texts: Texts,
}

/// A question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = SurveyQuestion)]
pub struct Question {
    /// Given by its place.
    pub id: String,
    pub kind: Kind,
    /// Of a rating.
    pub look: Look,
    pub required: bool,
    #[schema(value_type = BTreeMap<String, String>)]
    pub texts: Texts,
    pub choices: Vec<Choice>,
}

/// The words of a survey in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = SurveyWords)]
pub struct Words {
    /// Above the questions.
    pub title: String,
    pub intro: String,
    /// The message with the link; that follows on a line of its own.
    pub invite: String,
    /// After the answer; empty for the page's own words.
    pub thanks: String,
}

/// What customers see of a survey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Content {
    /// By language.
    pub words: BTreeMap<String, Words>,
    pub questions: Vec<Question>,
}

impl Content {
    /// The language for somebody who speaks this one, as far as the survey has it; the first one it has
    /// stands in for the others.
    #[must_use]
    pub fn language(&self, wanted: &str) -> &str {
        let short = wanted.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let known = LANGUAGES.iter().filter(|language| self.words.contains_key(**language));
        let mut known = known.copied();
        let first = known.clone().next().unwrap_or(LANGUAGES[0]);
        known.find(|language| **language == short).unwrap_or(first)
    }
}

/// A survey as admins see it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Survey {
    pub id: i64,
    pub name: String,
    pub active: bool,
    /// Sent by itself after a ticket was closed.
    pub automatic: bool,
    pub delay_minutes: i64,
    pub expires_days: i64,
    /// A contact gets none by itself for so long after one; 0 for no such limit.
    pub again_days: i64,
    /// Channel values; none for all.
    pub channels: Vec<String>,
    /// Ids of departments; none for all tickets.
    pub departments: Vec<i64>,
    pub words: BTreeMap<String, Words>,
    pub questions: Vec<Question>,
    #[serde(skip)]
    pub since_seq: i64,
    pub created_by: String,
    pub created_at: i64,
    pub updated_at: i64,
    /// Links that were sent, and how many of them were answered.
    pub sent: i64,
    pub answered: i64,
}

impl Survey {
    /// What customers see of it.
    #[must_use]
    pub fn content(&self) -> Content {
        Content { words: self.words.clone(), questions: self.questions.clone() }
    }

    /// Whether it is meant for tickets of this channel and department.
    #[must_use]
    pub fn fits(&self, channel: &str, department: Option<i64>) -> bool {
        let channel = self.channels.is_empty() || self.channels.iter().any(|one| one == channel);
        let department = self.departments.is_empty()
            || department.is_some_and(|id| self.departments.contains(&id));
        channel && department
    }
}

/// What an admin says of a survey; what is absent stays, or is as usual for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SurveyDraft {
    pub name: Option<String>,
    pub active: Option<bool>,
    pub automatic: Option<bool>,
    pub delay_minutes: Option<i64>,
    pub expires_days: Option<i64>,
    pub again_days: Option<i64>,
    pub channels: Option<Vec<String>>,
    pub departments: Option<Vec<i64>>,
    pub words: Option<BTreeMap<String, Words>>,
    pub questions: Option<Vec<Question>>,
}

/// A survey as it was when its link was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SentSurvey {
    pub name: String,
    pub content: Content,
}

/// A question with what was answered, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SurveyAnswered {
    pub question: String,
    pub kind: Kind,
    pub look: Look,
    pub answer: String,
}

/// One survey for one customer about one ticket. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SurveyInvitation {
    pub id: i64,
    pub survey_id: i64,
    /// The survey's name as it was then.
    pub survey: String,
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub customer: String,
    pub channel: String,
    /// `planned`, `sent` or `not_sent`.
    pub state: String,
    /// Why it was not sent: `off`, `reopened`, `merged`, `spam`, `blocked`, `no_channel`, `ended`,
    /// `machine`, `recently`, `window` or `refused`.
    pub reason: String,
    /// What the channel said when it refused.
    pub detail: String,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    pub expires_at: Option<i64>,
    pub rating: Option<i64>,
    pub comment: String,
    pub answered_at: Option<i64>,
    pub changed_at: Option<i64>,
    pub answers: Vec<SurveyAnswered>,
}

/// Why an invitation was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The survey was deleted or switched off meanwhile.
    Off,
    /// The ticket is not closed any more.
    Reopened,
    Merged,
    Spam,
    Blocked,
    /// The ticket has no channel to send it through.
    NoChannel,
    /// A live chat that is over: nobody reads there any more.
    Ended,
    /// A machine wrote last, and no machine is asked.
    Machine,
    /// The contact got a survey not long ago.
    Recently,
    /// The channel's window is closed.
    Window,
    /// The channel does not take it.
    Refused,
}

impl Reason {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Reopened => "reopened",
            Self::Merged => "merged",
            Self::Spam => "spam",
            Self::Blocked => "blocked",
            Self::NoChannel => "no_channel",
            Self::Ended => "ended",
            Self::Machine => "machine",
            Self::Recently => "recently",
            Self::Window => "window",
            Self::Refused => "refused",
        }
    }

    /// For an agent who wanted to send it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Off => "There is no survey for this ticket.",
            Self::Reopened => "This ticket is not closed any more.",
            Self::Merged => "This ticket was merged into another one. Go on there.",
            Self::Spam => "This ticket is spam, so nobody is asked.",
            Self::Blocked => "The sender is blocked.",
            Self::NoChannel => "This ticket has no channel to send a survey through.",
            Self::Ended => "This live chat is over, and its visitor reads nothing more there.",
            Self::Machine => "A machine wrote this message, so it is not asked.",
            Self::Recently => "This customer got a survey not long ago.",
            Self::Window | Self::Refused => "The channel does not take it now.",
        }
    }
}

/// A ticket at the moment of sending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub closed: bool,
    pub spam: bool,
    pub merged: bool,
    pub blocked: bool,
    pub has_channel: bool,
    pub livechat: bool,
    pub machine: bool,
    pub recently: bool,
}

/// What speaks against sending. An agent may ask before the closing and as often as they like.
#[must_use]
pub fn against(at: Standing, by_hand: bool) -> Option<Reason> {
    let reasons = [
        (at.merged, Reason::Merged),
        (at.spam, Reason::Spam),
        (!at.closed && !by_hand, Reason::Reopened),
        (at.blocked, Reason::Blocked),
        (!at.has_channel, Reason::NoChannel),
        (at.livechat && at.closed, Reason::Ended),
        (at.machine && !by_hand, Reason::Machine),
        (at.recently && !by_hand, Reason::Recently),
    ];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
}

/// The message with the link. A channel's own markup is never needed: every one shows an address.
#[must_use]
pub fn message(invite: &str, link: &str) -> String {
    format!("{}\n\n{link}", invite.trim())
}

/// Every answered question in words, in one language.
#[must_use]
pub fn in_words(
    asked: &Content,
    answers: &Map<String, Value>,
    language: &str,
) -> Vec<SurveyAnswered> {
    let text = |texts: &Texts| texts.get(language).cloned().unwrap_or_default();
    let questions = asked.questions.iter();
    questions
        .filter_map(|question| {
            let answer = match answers.get(&question.id)? {
                Value::String(id) if question.kind == Kind::Choice => question
                    .choices
                    .iter()
                    .find(|choice| choice.id == *id)
                    .map(|c| text(&c.texts))?,
                Value::String(words) => words.clone(),
                other => other.to_string(),
            };
            let (kind, look) = (question.kind, question.look);
            Some(SurveyAnswered { question: text(&question.texts), kind, look, answer })
        })
        .collect()
}
