//! One interface on trial: its sample, the clean run, and the verdicts so far.

use super::samples::Samples;
use crate::{
    call::Ran,
    fixture::Fixture,
    language::Language,
    show,
    stage::{Stage, Twist},
};
use anyhow::Result;
use patchbay::plugins::{Event, InboundMessage, Interface};
use serde_json::Value;

/// What is said about one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    /// What came instead, and what to do.
    Failed(String),
    NotApplicable(String),
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Line {
    pub interface: Interface,
    pub check: &'static str,
    pub verdict: Verdict,
}

/// The trial of one interface.
pub struct Trial<'a> {
    pub stage: &'a Stage,
    pub samples: &'a Samples,
    pub sample: &'a Fixture,
    /// The sample's answer when nothing goes wrong.
    pub clean: Ran,
    /// What advice is given in.
    pub language: Language,
    pub lines: Vec<Line>,
}

/// A check's end: fine, or what is wrong.
pub type CheckResult = Result<Verdict>;

/// The check went well.
pub fn fine() -> CheckResult {
    Ok(Verdict::Passed)
}

/// The check went wrong.
pub fn wrong(text: impl Into<String>) -> CheckResult {
    Ok(Verdict::Failed(text.into()))
}

/// The check makes no sense for this plugin.
pub fn not_here(reason: impl Into<String>) -> CheckResult {
    Ok(Verdict::NotApplicable(reason.into()))
}

impl<'a> Trial<'a> {
    pub async fn begin(
        stage: &'a Stage,
        samples: &'a Samples,
        sample: &'a Fixture,
        language: Language,
    ) -> Result<Trial<'a>> {
        let clean = stage.run(sample, &Twist::default()).await?;
        Ok(Self { stage, samples, sample, clean, language, lines: Vec::new() })
    }

    pub fn interface(&self) -> Interface {
        self.sample.interface
    }

    /// Whether the sample has an answer, without which nothing else can be tried.
    pub fn answered(&self) -> bool {
        self.clean.result.is_ok()
    }

    pub async fn run(&self, twist: &Twist) -> Result<Ran> {
        self.stage.run(self.sample, twist).await
    }

    /// Runs the sample with another input, the script answering as often as it is asked.
    pub async fn with(&self, input: Value) -> Result<Ran> {
        self.run(&Twist { input: Some(input), again: true, ..Twist::default() }).await
    }

    /// Writes a verdict down, unless the author says that the check does not apply.
    pub fn note(&mut self, check: &'static str, found: CheckResult) {
        let interface = self.interface();
        let verdict = match (self.samples.skipped(interface, check), found) {
            (Some(reason), _) => Verdict::NotApplicable(format!("skipped: {reason}")),
            (None, Ok(verdict)) => verdict,
            (None, Err(error)) => Verdict::Failed(format!("{error:#}")),
        };
        self.lines.push(Line { interface, check, verdict });
    }

    /// Holds inputs against the one rule for rubbish: no crash, and no failure that is tried again
    /// for ever.
    pub fn bears(&self, what: &str, ran: &Ran) -> Option<String> {
        if let Some(crash) = crashed(ran) {
            let advice = match self.interface() {
                Interface::Webhook => format!(". {}", self.language.reading()),
                _ => String::new(),
            };
            return Some(format!("{what}: {crash}{advice}"));
        }
        matches!(kind(ran), "retryable" | "rate-limited").then(|| {
            format!(
                "{what}: {}. Trying the same input again gives the same, so answer nothing or \
                 fail with {}",
                came(ran),
                self.language.right("permanent")
            )
        })
    }
}

/// Whether the guest was ended by the host instead of answering.
pub fn crashed(ran: &Ran) -> Option<String> {
    use patchbay::plugins::CallError;
    match &ran.result {
        Ok(_) | Err(CallError::Failure(_)) => None,
        Err(error) => Some(show::sentence(error)),
    }
}

/// The failure's kind, or `answer`.
pub fn kind(ran: &Ran) -> &'static str {
    ran.result.as_ref().err().map_or("answer", show::kind)
}

/// In a few words, for a verdict.
pub fn came(ran: &Ran) -> String {
    match &ran.result {
        Ok(_) => "an answer".to_owned(),
        Err(error) => show::sentence(error),
    }
}

/// The messages in the answer's batch.
pub fn messages(ran: &Ran) -> Vec<&InboundMessage> {
    let events = ran.batch.iter().flat_map(|batch| &batch.events);
    events
        .filter_map(|event| match event {
            Event::Message(message) => Some(message),
            _ => None,
        })
        .collect()
}

/// What two runs must have in common: the answer, not what it cost.
pub fn same(one: &Ran, two: &Ran) -> bool {
    match (&one.result, &two.result) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => show::sentence(a) == show::sentence(b),
        _ => false,
    }
}
