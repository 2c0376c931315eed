//! Everything that can be wrong with a plugin, each with what to do about it.

mod advice;
mod interface;
mod schema;
mod texts;

pub use interface::component;

use anyhow::{Result, bail};
use patchbay_package::{Manifest, ManifestError};
use schema::Schema;
use std::collections::BTreeMap;

/// Something wrong, in a sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// An error stops the package; a warning does not.
    pub error: bool,
    pub text: String,
}

/// Findings being collected.
#[derive(Debug, Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    fn error(&mut self, text: impl Into<String>) {
        self.0.push(Finding { error: true, text: text.into() });
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.0.push(Finding { error: false, text: text.into() });
    }
}

/// Reads a manifest as a host does, and says everything that is wrong with it. An error means that
/// it is no manifest at all.
pub fn manifest(text: &str, schema: &[u8]) -> Result<(Manifest, Vec<Finding>)> {
    let schema = serde_json::from_slice(schema).unwrap_or_default();
    let (manifest, found) = patchbay_package::examine(text, &schema);
    let finding = |error: ManifestError| Finding { error: true, text: error.to_string() };
    match manifest {
        Some(manifest) => Ok((manifest, found.into_iter().map(finding).collect())),
        None => {
            let all: Vec<String> = found.iter().map(ToString::to_string).collect();
            bail!("{}", all.join("\n"))
        }
    }
}

/// Checks everything except the component and what [`manifest`] checks: `files` are those of the
/// package by name.
pub fn folder(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>) -> Vec<Finding> {
    let mut findings = Findings::default();
    let schema = schema::check(manifest, files, &mut findings);
    advice::check(manifest, files, &mut findings);
    texts::check(files, &schema, &mut findings);
    findings.0
}

/// Prints the findings; an error among them is an error here.
pub fn report(id: &str, findings: &[Finding]) -> Result<()> {
    for finding in findings {
        let word = if finding.error { "error" } else { "warning" };
        eprintln!("{id}: {word}: {}", finding.text);
    }
    let errors = findings.iter().filter(|finding| finding.error).count();
    if errors > 0 {
        bail!("{id} was not packed: {errors} of its parts need mending (see above)");
    }
    Ok(())
}

#[cfg(test)]
mod component_tests;
#[cfg(test)]
mod tests;
