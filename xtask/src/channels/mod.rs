//! `docs/CHANNELS.md`: what each channel can do, from what the plugins declare and their tests show.
//!
//! Three sources: the manifest, the fixtures, and the plugin's `channels.toml` for what only another
//! test shows and for why something is impossible, in the words of the plugin's README.

mod evidence;
mod page;
mod rows;

use crate::{paths, plugins};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub const PAGE: &str = "docs/CHANNELS.md";

const STALE: &str =
    "this is not what the plugins declare and their tests show: run `cargo xtask channels`";

/// `cargo xtask channels`.
pub fn command() -> Result<()> {
    let path = paths::root().join(PAGE);
    std::fs::write(&path, written()?).with_context(|| format!("writing {PAGE}"))?;
    println!("{PAGE} is written");
    Ok(())
}

/// What is wrong with the page as it is, if anything.
pub fn fault() -> Option<String> {
    match written() {
        Err(error) => Some(format!("{error:#}")),
        Ok(new) => {
            let old = std::fs::read_to_string(paths::root().join(PAGE)).unwrap_or_default();
            (old != new).then(|| STALE.to_owned())
        }
    }
}

fn written() -> Result<String> {
    let mut all = Vec::new();
    let mut wrong = Vec::new();
    for (id, dir) in plugins::folders()? {
        let plugin = Plugin::read(id, dir)?;
        let told = plugin.told(&mut wrong)?;
        wrong.extend(plugin.unshown(&told));
        all.push((plugin, told));
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(page::page(&all))
}

/// A plugin's folder.
pub struct Plugin {
    pub id: String,
    pub dir: PathBuf,
    pub manifest: Value,
    /// `channels.toml`.
    notes: Value,
}

/// A cell that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Yes {
        /// From the plugin's folder on.
        path: String,
        /// The test in it, when it is not a fixture.
        test: Option<String>,
        worded: bool,
    },
    /// It cannot be, for this reason.
    Never(String),
}

/// By row and channel.
pub type Cells = BTreeMap<(&'static str, String), Cell>;

impl Plugin {
    fn read(id: String, dir: PathBuf) -> Result<Self> {
        let manifest = toml(&dir.join("plugin.toml"))?;
        let notes = dir.join("channels.toml");
        let notes = if notes.exists() { toml(&notes)? } else { Value::Null };
        Ok(Self { id, dir, manifest, notes })
    }

    /// The channel values, in the manifest's order.
    pub fn channels(&self) -> Vec<String> {
        let channels = self.manifest["channels"].as_array().into_iter().flatten();
        channels.filter_map(|one| one["value"].as_str().map(str::to_owned)).collect()
    }

    /// Every cell that somebody vouches for.
    fn told(&self, wrong: &mut Vec<String>) -> Result<Cells> {
        let mut cells = Cells::new();
        let mut shown = evidence::read(self)?;
        // The fixture that shows the least shows it the clearest.
        shown.sort_by_key(|one| (one.facts.len(), one.path.len(), one.path.clone()));
        for worded in [false, true] {
            for one in &shown {
                for fact in one.facts.iter().filter(|fact| fact.worded == worded) {
                    let path = one.path.clone();
                    let cell = Cell::Yes { path, test: None, worded };
                    self.put(&mut cells, fact.row, fact.channel.as_deref(), &cell);
                }
            }
        }
        self.conformance(&mut cells)?;
        self.noted("proven", wrong, |plugin, row, channel, said, wrong| match plugin.test(said) {
            Ok(cell) => plugin.put(&mut cells, row, channel, &cell),
            Err(error) => wrong.push(format!("plugins/{}/channels.toml: {error}", plugin.id)),
        });
        let readme = std::fs::read_to_string(self.dir.join("README.md")).unwrap_or_default();
        self.noted("cannot", wrong, |plugin, row, channel, said, wrong| {
            if readme.contains(said) {
                plugin.put(&mut cells, row, channel, &Cell::Never(said.to_owned()));
            } else {
                let id = &plugin.id;
                wrong.push(format!("plugins/{id}/channels.toml: the README does not say “{said}”"));
            }
        });
        Ok(cells)
    }

    /// What the conformance kit tries with every plugin that has the sample for it.
    fn conformance(&self, cells: &mut Cells) -> Result<()> {
        let path = self.dir.join("conformance.toml");
        let said = if path.exists() { toml(&path)? } else { Value::Null };
        let yes = |test: &str| Cell::Yes {
            path: "conformance.toml".to_owned(),
            test: Some(test.to_owned()),
            worded: false,
        };
        if said["samples"]["webhook"].is_string() && !self.manifest["webhook"].is_null() {
            self.put(cells, "signature", None, &yes("conformance: signature"));
        }
        if said["answers"]["429"].is_string() {
            self.put(cells, "rate-limit", None, &yes("conformance: 429"));
        }
        Ok(())
    }

    fn put(&self, cells: &mut Cells, row: &'static str, channel: Option<&str>, cell: &Cell) {
        for value in self.channels() {
            if channel.is_none_or(|channel| channel == value) {
                cells.entry((row, value)).or_insert_with(|| cell.clone());
            }
        }
    }

    /// Goes over a table of `channels.toml`: by channel (or `all`), then by row.
    fn noted(
        &self,
        table: &str,
        wrong: &mut Vec<String>,
        mut take: impl FnMut(&Self, &'static str, Option<&str>, &str, &mut Vec<String>),
    ) {
        for (channel, notes) in self.notes[table].as_object().into_iter().flatten() {
            if channel != "all" && !self.channels().contains(channel) {
                wrong.push(format!("plugins/{}/channels.toml: no channel `{channel}`", self.id));
            }
            let channel = (channel != "all").then_some(channel.as_str());
            for (id, said) in notes.as_object().into_iter().flatten() {
                match (rows::all().find(|row| row.id == id), said.as_str()) {
                    (Some(row), Some(said)) => take(self, row.id, channel, said, wrong),
                    _ => wrong.push(format!("plugins/{}/channels.toml: no row `{id}`", self.id)),
                }
            }
        }
    }

    /// `path` of a fixture, or `path#test`.
    fn test(&self, said: &str) -> Result<Cell> {
        let (path, test) = said.split_once('#').map_or((said, None), |(p, t)| (p, Some(t)));
        let text = std::fs::read_to_string(self.dir.join(path))
            .with_context(|| format!("{path} cannot be read"))?;
        if let Some(test) = test
            && !names(path)
                .iter()
                .any(|(before, after)| text.contains(&format!("{before}{test}{after}")))
        {
            bail!("{path} has no test `{test}`");
        }
        let test = test.map(str::to_owned);
        Ok(Cell::Yes { path: path.to_owned(), test, worded: false })
    }

    /// What is declared, and shown for no channel of the plugin.
    fn unshown(&self, cells: &Cells) -> Vec<String> {
        let shown = |id| {
            let mut cells = cells.iter().filter(|((row, _), _)| *row == id);
            cells.any(|(_, cell)| matches!(cell, Cell::Yes { .. }))
        };
        let missing = rows::all().filter(|row| !shown(row.id)).filter_map(|row| {
            let by = row.declared_by(&self.manifest)?;
            let (id, row) = (&self.id, row.id);
            Some(format!("plugins/{id} declares {by}, but no fixture or test shows `{row}`"))
        });
        missing.collect()
    }
}

/// What stands around the name of a test.
fn names(path: &str) -> &'static [(&'static str, &'static str)] {
    match path.ends_with(".js") {
        true => &[("test('", "',"), ("test(\"", "\",")],
        false => &[("fn ", "(")],
    }
}

fn toml(path: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn demo(notes: Value) -> Plugin {
        let manifest = json!({
            "channels": [{ "value": "DEMO" }, { "value": "DEMO_POST" }],
            "send": { "typing": true },
        });
        Plugin { id: "demo".into(), dir: PathBuf::from("/nowhere"), manifest, notes }
    }

    #[test]
    fn what_is_declared_and_not_shown_is_named() {
        let plugin = demo(Value::Null);
        let mut cells = Cells::new();
        assert_eq!(
            plugin.unshown(&cells),
            ["plugins/demo declares `send.typing`, but no fixture or test shows `send-typing`"]
        );
        let yes = Cell::Yes { path: "fixtures/a.json".into(), test: None, worded: false };
        plugin.put(&mut cells, "send-typing", Some("DEMO"), &yes);
        assert!(plugin.unshown(&cells).is_empty(), "one channel of the plugin is enough");
        assert_eq!(cells.len(), 1);
    }

    #[test]
    fn a_test_of_another_language_is_found_by_its_name() {
        let plugin = Plugin { dir: paths::root().join("plugins/line"), ..demo(Value::Null) };
        let path = "../../plugin-sdk/checks/tests/line.test.js";
        let named = "LINE: the library's client understands every refusal";
        let cell = plugin.test(&format!("{path}#{named}")).expect("it is there");
        assert!(matches!(cell, Cell::Yes { test: Some(test), .. } if test == named));
        assert!(plugin.test(&format!("{path}#LINE: nothing of the kind")).is_err());
    }

    #[test]
    fn notes_that_nothing_stands_behind_are_refused() {
        let mut wrong = Vec::new();
        let notes = json!({
            "proven": { "DEMO": { "edit": "src/none.rs#none" } },
            "cannot": { "all": { "flying": "It has no wings." }, "OTHER": {} },
        });
        let cells = demo(notes).told(&mut wrong).expect("it reads");
        assert!(cells.is_empty());
        assert_eq!(wrong.len(), 3, "{wrong:?}");
    }
}
