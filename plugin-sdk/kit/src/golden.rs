//! Golden fixtures: every input of `fixtures/<interface>/` must become what lies beside it.

use crate::{
    fixture::{self, Fixture},
    show,
    stage::{Stage, Twist},
};
use anyhow::{Context as _, Result};
use std::{fs, path::Path};

/// What was found.
#[derive(Debug, Default)]
pub struct Outcome {
    pub same: usize,
    pub written: usize,
    /// Names and what is wrong.
    pub wrong: Vec<(String, String)>,
}

/// Runs the fixtures whose name contains `only`. With `bless` the answers are written down instead
/// of compared.
pub async fn check(stage: &Stage, folder: &Path, only: &str, bless: bool) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for fixture in fixture::all(folder)? {
        let name = fixture.name();
        if !name.contains(only) {
            continue;
        }
        match one(stage, &fixture, bless).await {
            Ok(None) => outcome.same += 1,
            Ok(Some(Written)) => outcome.written += 1,
            Err(problem) => outcome.wrong.push((name, format!("{problem:#}"))),
        }
    }
    Ok(outcome)
}

struct Written;

async fn one(stage: &Stage, fixture: &Fixture, bless: bool) -> Result<Option<Written>> {
    let ran = stage.run(fixture, &Twist::default()).await?;
    let account = stage.account(fixture, &Twist::default(), 1);
    let secrets: Vec<(String, String)> =
        account.secrets.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
    let came = show::pretty(&show::record(&ran, &secrets));
    anyhow::ensure!(
        ran.strays.is_empty(),
        "the plugin asks for what the fixture's `http` has no answer for:\n    {}",
        ran.strays.join("\n    ")
    );
    let left = stage.provider.left();
    anyhow::ensure!(
        left.is_empty(),
        "the plugin never asks for these of the fixture's `http`:\n    {}",
        left.join("\n    ")
    );
    let path = fixture.expected();
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let same = serde_json::from_str::<serde_json::Value>(&expected).ok()
        == serde_json::from_str(&came).ok();
    if same {
        return Ok(None);
    }
    if bless {
        fs::write(&path, came).with_context(|| format!("{} cannot be written", path.display()))?;
        return Ok(Some(Written));
    }
    if expected.is_empty() {
        anyhow::bail!(
            "{} is not there yet. This came; write it down with `--bless`:\n{came}",
            path.display()
        );
    }
    anyhow::bail!(
        "differs from {} (- expected, + came; `--bless` writes it down):\n{}",
        path.display(),
        show::difference(&show::pretty(&serde_json::from_str(&expected)?), &came)
    )
}
