//! Which inputs the checks use: `conformance.toml` in the plugin's folder, else the first fixture of
//! each interface.

use super::Line;
use crate::fixture::{self, Fixture};
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
    answers: BTreeMap<String, String>,
    /// `"poll.cursor moves" = "reason"`
    skip: BTreeMap<String, String>,
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

    /// The body of the provider's refusals with this status.
    pub fn refusal(&self, status: u16) -> String {
        let usual = || r#"{"error":{"message":"no","code":"no"}}"#.to_owned();
        self.written.answers.get(&status.to_string()).cloned().unwrap_or_else(usual)
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
