//! Rules, macros and their runs, as they are kept and shown.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// Rules and macros that a client has at most.
pub const RULES_MAX: i64 = 100;
pub const MACROS_MAX: i64 = 200;
/// Runs of one page.
pub const PAGE: i64 = 50;

/// What a rule waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RuleEvent)]
pub enum When {
    /// A conversation began.
    Opened,
    CustomerMessage,
    Answer,
    Status,
    Labels,
    Department,
    Assignee,
    Severity,
    Note,
    /// Most of the time that an SLA policy promises has passed.
    SlaWarning,
    /// What an SLA policy or a label promises was not done in time.
    SlaBreached,
    /// So many minutes after the conversation began.
    SinceOpened,
    /// So many minutes after the customer's newest message.
    SinceCustomer,
    /// So many minutes after the desk's newest answer.
    SinceAnswer,
}

impl When {
    /// The event from which the time of a rule counts; none for one that waits for no time.
    #[must_use]
    pub fn counts_from(self) -> Option<Self> {
        match self {
            Self::SinceOpened => Some(Self::Opened),
            Self::SinceCustomer => Some(Self::CustomerMessage),
            Self::SinceAnswer => Some(Self::Answer),
            _ => None,
        }
    }
}

/// What a test looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RuleField)]
pub enum Field {
    /// A channel value.
    Channel,
    Subject,
    /// Of the message that happened, or else of the customer's newest one.
    Text,
    /// A mail address or a number of the customer.
    Sender,
    /// An id; `is` means that the ticket carries it.
    Label,
    /// An id, or nothing for no department.
    Department,
    /// A user's id, or nothing for nobody.
    Assignee,
    /// A code.
    Status,
    /// `H`, `M`, `L` or nothing.
    Severity,
    /// A language code.
    Language,
    /// `open`, by the default calendar.
    Hours,
    /// `yes` when the newest message is the desk's.
    Answered,
    /// Minutes since the conversation began.
    Age,
    /// What stands in the custom field `custom`: words, a number, a day, `yes` for a tick, or the id
    /// of a choice; nothing for nothing.
    Custom,
}

/// How a test compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RuleComparison)]
pub enum How {
    Is,
    IsNot,
    Contains,
    ContainsNot,
    More,
    Less,
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RuleTest)]
pub struct Test {
    pub field: Field,
    pub is: How,
    #[serde(default)]
    pub value: String,
    /// The id of a custom field, with the field `custom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub custom: Option<i64>,
}

/// The conditions of a rule: all of the one list, and some of the other unless that is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tests {
    pub all: Vec<Test>,
    pub any: Vec<Test>,
}

/// Something that an agent can do, and that a rule or macro does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RuleAction)]
pub enum Do {
    /// A code: 0, 1, 2 or 3.
    Status,
    /// `H`, `M`, `L` or nothing.
    Severity,
    /// An id.
    LabelAdd,
    LabelRemove,
    /// An id, or nothing to take it out.
    Department,
    /// A user's id, nothing for nobody, or in a macro `me`.
    Assignee,
    /// A text for the team.
    Note,
    /// A text for the customer, with variables.
    Reply,
    /// The id of a canned reply.
    CannedReply,
    /// Minutes for which it is put aside.
    Snooze,
    Spam,
    /// What is to stand in the custom field `custom`, or nothing to empty it: several choices are ids
    /// with commas between them.
    Custom,
}

/// One action with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RuleStep)]
pub struct Deed {
    #[serde(rename = "do")]
    pub what: Do,
    #[serde(default)]
    pub value: String,
    /// The id of a custom field, with `custom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub custom: Option<i64>,
}

/// A rule as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rule {
    pub id: i64,
    pub name: String,
    pub enabled: bool,
    pub when: When,
    /// How long a rule that waits for a time waits; else 0.
    pub minutes: i64,
    /// All of these have to hold.
    pub all: Vec<Test>,
    /// One of these has to hold, unless there is none.
    pub any: Vec<Test>,
    /// What is done, in this order.
    pub then: Vec<Deed>,
    /// Whether the rules after it are left out for the same event.
    pub stop: bool,
    pub runs: i64,
    pub last_run_at: Option<i64>,
    #[serde(skip)]
    pub since_seq: i64,
}

impl Rule {
    /// Its conditions.
    #[must_use]
    pub fn tests(&self) -> Tests {
        Tests { all: self.all.clone(), any: self.any.clone() }
    }
}

/// What an admin says of a rule; what is absent stays, and is needed for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct RuleDraft {
    pub name: Option<String>,
    pub enabled: Option<bool>,
    pub when: Option<When>,
    pub minutes: Option<i64>,
    pub all: Option<Vec<Test>>,
    pub any: Option<Vec<Test>>,
    pub then: Option<Vec<Deed>>,
    pub stop: Option<bool>,
}

/// A macro as agents see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Macro {
    pub id: i64,
    pub name: String,
    /// Whose members may run it; empty for everybody.
    pub departments: Vec<i64>,
    pub then: Vec<Deed>,
    pub runs: i64,
    pub last_run_at: Option<i64>,
}

/// What an admin says of a macro; what is absent stays, and is needed for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MacroDraft {
    pub name: Option<String>,
    pub departments: Option<Vec<i64>>,
    pub then: Option<Vec<Deed>>,
}

/// One action of a run, and what went wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RuleStepDone)]
pub struct ActionResult {
    #[serde(rename = "do")]
    pub what: Do,
    #[serde(default)]
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub custom: Option<i64>,
    /// Absent when it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub error: Option<String>,
}

/// What came of a run.
#[must_use]
pub fn outcome(done: &[ActionResult]) -> &'static str {
    let failed = done.iter().filter(|one| one.error.is_some()).count();
    match failed {
        0 => "done",
        some if some < done.len() => "partly",
        _ => "failed",
    }
}

/// A run of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleRun {
    pub id: i64,
    pub at: i64,
    pub ticket_id: i64,
    /// 0 for a ticket that is gone.
    pub ticket_number: i64,
    pub event: String,
    /// The conditions that held.
    pub matched: Vec<Test>,
    pub done: Vec<ActionResult>,
    /// `done`, `partly`, `failed` or `stopped`.
    pub outcome: String,
    /// Why it was stopped: `itself`, `depth`, `runs` or `replies`.
    pub reason: String,
}

/// The word for one of the enums above, as the API and the tables have it.
pub(super) fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The other way round.
pub(super) fn from_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
