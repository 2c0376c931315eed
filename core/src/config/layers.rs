//! Reading and merging the layers, remembering where each value came from.

use super::{Config, DEFAULTS, rules};
use serde::Deserialize as _;
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};
use toml::{Spanned, Value, de::DeTable};

/// A setting given on the command line.
#[derive(Clone, Debug)]
pub struct Flag {
    name: String,
    key: String,
    value: String,
}

impl Flag {
    /// `name` is what the operator typed (`--listen`), `key` the setting (`server.listen`).
    #[must_use]
    pub fn new(name: &str, key: &str, value: &str) -> Self {
        Self { name: name.to_owned(), key: key.to_owned(), value: value.to_owned() }
    }
}

/// Where the layers come from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The data folder; `patchbay.toml` in it is read when there is one.
    pub data: PathBuf,
    /// The file of `--config`, which then must exist.
    pub file: Option<PathBuf>,
    /// The environment: only names that start with `PATCHBAY_` are looked at.
    pub env: Vec<(String, String)>,
    pub flags: Vec<Flag>,
}

/// One mistake in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    place: String,
    problem: String,
    allowed: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)?;
        if self.allowed.is_empty() { Ok(()) } else { write!(f, "; allowed: {}", self.allowed) }
    }
}

/// All mistakes found, one per line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the configuration is not valid")?;
        self.0.iter().try_for_each(|error| write!(f, "\n  {error}"))
    }
}

/// Reads all layers into a `Config`.
pub(super) fn load(sources: &Sources) -> Result<Config, ConfigErrors> {
    let defaults: toml::Table = DEFAULTS.parse().expect("the compiled-in defaults are TOML");
    let mut merge = Merge { merged: defaults.clone(), defaults, errors: Vec::new() };

    let found = sources.data.join("patchbay.toml");
    let file = sources.file.clone().or_else(|| found.is_file().then_some(found));
    if let Some(file) = file {
        merge.file(&file);
    }
    for (name, value) in &sources.env {
        merge.environment(name, value);
    }
    for flag in &sources.flags {
        merge.text(&format!("flag {}", flag.name), &flag.key, &flag.value);
    }

    if !merge.errors.is_empty() {
        return Err(ConfigErrors(merge.errors));
    }
    match Config::deserialize(Value::Table(merge.merged)) {
        Ok(mut config) => {
            config.data.clone_from(&sources.data);
            Ok(config)
        }
        Err(error) => Err(ConfigErrors(vec![ConfigError {
            place: "configuration".into(),
            problem: error.message().to_owned(),
            allowed: String::new(),
        }])),
    }
}

struct Merge {
    defaults: toml::Table,
    merged: toml::Table,
    errors: Vec<ConfigError>,
}

impl Merge {
    fn refuse(&mut self, place: &str, problem: String, allowed: impl Into<String>) {
        self.errors.push(ConfigError { place: place.to_owned(), problem, allowed: allowed.into() });
    }

    fn file(&mut self, path: &Path) {
        let shown = path.display().to_string();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return self.refuse(&shown, format!("cannot be read: {error}"), ""),
        };
        let at = |offset: usize| format!("{shown}:{}", line_of(&text, offset));
        let sections = match DeTable::parse(&text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let place = error.span().map_or_else(|| shown.clone(), |span| at(span.start));
                return self.refuse(&place, error.message().to_owned(), "");
            }
        };
        for (section, body) in sections {
            let place = at(section.span().start);
            let Some(keys) = body.get_ref().as_table() else {
                let problem = format!("\"{}\" stands outside a section", section.get_ref());
                self.refuse(&place, problem, names(&self.defaults));
                continue;
            };
            if !self.known_section(&place, section.get_ref()) {
                continue;
            }
            for (key, value) in keys {
                let place = at(key.span().start);
                match owned(value) {
                    Some(value) => self.set(&place, section.get_ref(), key.get_ref(), value),
                    None => {
                        let problem = format!(
                            "{}.{} is a number too large",
                            section.get_ref(),
                            key.get_ref()
                        );
                        self.refuse(&place, problem, "");
                    }
                }
            }
        }
    }

    fn environment(&mut self, name: &str, value: &str) {
        let Some(rest) = name.strip_prefix("PATCHBAY_") else { return };
        let lower = rest.to_lowercase();
        let Some((section, key)) = lower.split_once('_') else { return };
        // Other programs of the project have variables of their own (PATCHBAY_TEST_…), so only
        // names that begin with one of our sections are ours to judge.
        if self.defaults.contains_key(section) {
            self.text(&format!("environment {name}"), &format!("{section}.{key}"), value);
        }
    }

    /// A value written as text: its kind is that of the default.
    fn text(&mut self, place: &str, dotted: &str, text: &str) {
        let Some((section, key)) = dotted.split_once('.') else {
            return self.refuse(
                place,
                format!("\"{dotted}\" names no setting"),
                names(&self.defaults),
            );
        };
        let default = self.defaults.get(section).and_then(|s| s.get(key));
        let value = match default {
            Some(Value::Integer(_)) => {
                text.trim().replace('_', "").parse().ok().map(Value::Integer)
            }
            Some(Value::Boolean(_)) => text.trim().parse().ok().map(Value::Boolean),
            Some(Value::Array(_)) => list(text),
            _ => Some(Value::String(text.to_owned())),
        };
        match value {
            Some(value) => self.set(place, section, key, value),
            None => {
                let kind = default.map_or("", kind_of);
                self.refuse(place, format!("{dotted} does not take \"{text}\""), kind);
            }
        }
    }

    fn known_section(&mut self, place: &str, section: &str) -> bool {
        let known = self.defaults.contains_key(section);
        if !known {
            let problem = format!("[{section}] is not a known section");
            self.refuse(place, problem, names(&self.defaults));
        }
        known
    }

    fn set(&mut self, place: &str, section: &str, key: &str, value: Value) {
        let Some(known) = self.defaults.get(section).and_then(Value::as_table) else {
            let problem = format!("[{section}] is not a known section");
            return self.refuse(place, problem, names(&self.defaults));
        };
        let Some(default) = known.get(key) else {
            let allowed = names(known);
            return self.refuse(place, format!("{section}.{key} is not a known key"), allowed);
        };
        if kind_of(default) != kind_of(&value) {
            let problem = format!("{section}.{key} is {}", kind_of(&value));
            return self.refuse(place, problem, kind_of(default));
        }
        if let Err(allowed) = rules::check(section, key, &value) {
            // Values are not repeated: the setting may be a secret or an address with a password.
            return self.refuse(place, format!("{section}.{key} has a wrong value"), allowed);
        }
        if let Some(Value::Table(into)) = self.merged.get_mut(section) {
            into.insert(key.to_owned(), value);
        }
    }
}

fn names(table: &toml::Table) -> String {
    table.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Boolean(_) => "true or false",
        Value::Array(items) if items.iter().all(Value::is_str) => "a list of texts",
        Value::Array(_) => "a list of other things",
        Value::Float(_) => "a decimal number",
        Value::Datetime(_) => "a date",
        Value::Table(_) => "a table",
    }
}

/// `a, b` or `["a", "b"]`.
fn list(text: &str) -> Option<Value> {
    if text.trim_start().starts_with('[') {
        let table: toml::Table = format!("list = {text}").parse().ok()?;
        return table.get("list").cloned();
    }
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    Some(Value::Array(items.map(|item| Value::String(item.to_owned())).collect()))
}

/// The value without its places; `None` for a number that fits no integer.
fn owned(value: &Spanned<toml::de::DeValue<'_>>) -> Option<Value> {
    use toml::de::DeValue;
    Some(match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => {
            Value::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().ok()?),
        DeValue::Boolean(flag) => Value::Boolean(*flag),
        DeValue::Datetime(date) => Value::Datetime(*date),
        DeValue::Array(items) => Value::Array(items.iter().map(owned).collect::<Option<_>>()?),
        DeValue::Table(table) => {
            let pairs: Option<BTreeMap<_, _>> = table
                .iter()
                .map(|(key, value)| Some((key.get_ref().to_string(), owned(value)?)))
                .collect();
            Value::Table(pairs?.into_iter().collect())
        }
    })
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}
