//! Are the texts there in English, and complete in every language they exist in?

use super::{Findings, Schema};
use serde_json::Value;
use std::collections::BTreeMap;

pub fn check(files: &BTreeMap<String, Vec<u8>>, schema: &Schema, findings: &mut Findings) {
    if !files.contains_key("texts/en.json") {
        findings.error("texts/en.json is missing: it names the plugin and its settings");
    }
    for (file, bytes) in files.iter().filter(|(file, _)| file.starts_with("texts/")) {
        let texts: Value = match serde_json::from_slice(bytes) {
            Ok(texts) => texts,
            Err(error) => {
                findings.error(format!("{file} is not JSON: {error}"));
                continue;
            }
        };
        for key in ["name", "description"] {
            if !texts[key].is_string() {
                findings.error(format!("{file} needs `{key}`"));
            }
        }
        for name in schema.settings.keys() {
            if !texts["settings"][name]["title"].is_string() {
                findings.warn(format!("{file} has no title for the setting `{name}`"));
            }
        }
        for name in texts["settings"].as_object().into_iter().flat_map(|all| all.keys()) {
            if !schema.has(name) {
                findings.warn(format!("{file} names `{name}`, which is no setting"));
            }
        }
    }
}
