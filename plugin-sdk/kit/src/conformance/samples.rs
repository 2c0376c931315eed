//! Which inputs the checks use: `conformance.toml` in the plugin's folder, else the first fixture of
//! each interface.

use super::Line;
use crate::fixture::{self, Fixture};
use crate::script::Answer;
use anyhow::{Context as _, Result};
use patchbay::plugins::Interface;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    /// `webhook = "webhook/message"`; `media`, `unknown` and `compose` are asked for as
    /// `"webhook.media"`.
    samples: BTreeMap<String, String>,
    /// How the provider says no, by status, when that is more than the status.
    answers: BTreeMap<String, WrittenAnswer>,
    /// `"poll.cursor moves" = "reason"`
    skip: BTreeMap<String, String>,
}

/// A body that comes with the status it is named after, or with one of its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum WrittenAnswer {
    Body(String),
    Whole(WholeAnswer),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeAnswer {
    /// What the provider answers with in truth: some refuse with 200.
    status: u16,
    body: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// The samples of a plugin.
pub struct Samples {
    folder: PathBuf,
    written: Written,
}

impl Samples {
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("conformance.toml");
        let written = match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text)
                .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?,
            Err(_) => Written::default(),
        };
        Ok(Self { folder: folder.to_owned(), written })
    }

    /// The sample of an interface, in which everything goes well.
    pub fn of(&self, interface: Interface) -> Result<Fixture> {
        let name = interface.name();
        if let Some(named) = self.written.samples.get(name) {
            return fixture::named(&self.folder, named);
        }
        fixture::all(&self.folder)?
            .into_iter()
            .find(|fixture| fixture.interface == interface)
            .with_context(|| {
                format!(
                    "there is no sample: write fixtures/{name}/….json, and where there are several \
                     say in conformance.toml which one: [samples] {name} = \"{name}/…\""
                )
            })
    }

    /// A further sample, such as `webhook.media`.
    pub fn further(&self, interface: Interface, what: &str) -> Option<Result<Fixture>> {
        let named = self.written.samples.get(&format!("{}.{what}", interface.name()))?;
        Some(fixture::named(&self.folder, named))
    }

    /// All fixtures of an interface.
    pub fn all(&self, interface: Interface) -> Result<Vec<Fixture>> {
        let mut all = fixture::all(&self.folder)?;
        all.retain(|fixture| fixture.interface == interface);
        Ok(all)
    }

    /// How the provider says what others say with this status.
    pub fn refusal(&self, status: u16, headers: &[(&str, &str)]) -> Answer {
        let usual = WrittenAnswer::Body(r#"{"error":{"message":"no","code":"no"}}"#.to_owned());
        let written = self.written.answers.get(&status.to_string()).unwrap_or(&usual);
        let mut all = vec![("content-type", "application/json")];
        match written {
            WrittenAnswer::Body(body) => {
                all.extend_from_slice(headers);
                Answer::with(status, &all, body.as_bytes())
            }
            WrittenAnswer::Whole(whole) => {
                all.extend(whole.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())));
                let told = |name: &str| all.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
                let more: Vec<_> = headers.iter().filter(|(n, _)| !told(n)).copied().collect();
                // A status of its own says nothing of waiting; then the body has to.
                if whole.status == status {
                    all.extend(more);
                }
                Answer::with(whole.status, &all, whole.body.as_bytes())
            }
        }
    }

    /// Why a check does not apply, when the author says so.
    pub fn skipped(&self, interface: Interface, check: &str) -> Option<String> {
        self.written.skip.get(&format!("{}.{check}", interface.name())).cloned()
    }

    /// Skips that no check bears the name of: most likely misspelt.
    pub fn unused_skips(&self, lines: &[Line]) -> Vec<(String, String)> {
        let names: Vec<String> =
            lines.iter().map(|l| format!("{}.{}", l.interface.name(), l.check)).collect();
        let mut skips = self.written.skip.clone();
        skips.retain(|name, _| !names.contains(name));
        skips.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Samples};
    use std::fs;

    fn said(written: &str) -> (u16, String, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("conformance.toml"), written).unwrap();
        let samples = Samples::read(folder.path()).unwrap();
        match samples.refusal(429, &[("retry-after", "7")]) {
            Answer::Full { status, headers, body } => (
                status,
                String::from_utf8(body).unwrap(),
                headers.into_iter().map(|(name, value)| format!("{name}: {value}")).collect(),
            ),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_refusal_may_have_a_status_of_its_own() {
        let json = "content-type: application/json".to_owned();
        let wait = "retry-after: 7".to_owned();
        let body = said("[answers]\n429 = '{}'");
        assert_eq!(body, (429, "{}".to_owned(), vec![json.clone(), wait.clone()]));
        let whole = said("[answers.429]\nstatus = 200\nbody = 'slow'\nheaders = { x-wait = '7' }");
        assert_eq!(whole, (200, "slow".to_owned(), vec![json.clone(), "x-wait: 7".to_owned()]));
        let same = said("[answers]\n429 = { status = 429, body = 'slow' }");
        assert_eq!(same, (429, "slow".to_owned(), vec![json.clone(), wait]));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conformance.toml");
        fs::write(path, "[answers]\n429 = { states = 1 }").unwrap();
        assert!(Samples::read(folder.path()).is_err());
    }
}
