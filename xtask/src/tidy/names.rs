//! Law L9: a vague room fills with everything, so there is none.

use super::{Fault, Source};

const VAGUE: &[&str] = &[
    "common", "helper", "helpers", "manager", "managers", "misc", "service", "services", "shared",
    "util", "utils",
];

/// Names that once stood for a dozen different things each (docs/STYLE.md).
const VAGUE_TYPES: &[&str] = &[
    "Along", "Asked", "By", "Data", "Done", "Found", "Given", "Gone", "Held", "Info", "Kept",
    "Known", "Left", "Made", "Narrow", "No", "Place", "Said", "Seen", "Shown", "Stuff", "Taken",
    "Thing", "Things", "Told", "Wanted", "Way", "Whose", "Wrong",
];
const TYPE_WORDS: &[&str] = &["enum", "struct", "trait", "type"];

pub fn check(source: &Source, faults: &mut Vec<Fault>) {
    if !source.is_rust() && !source.is_web() {
        return;
    }
    for part in source.path.split('/') {
        let stem = part.split('.').next().unwrap_or_default().to_lowercase();
        if VAGUE.contains(&stem.as_str()) {
            faults.push(
                source.fault(1, format!("L9: `{stem}` says nothing; name it after what it holds")),
            );
        }
    }
    for pair in source.tokens.windows(2) {
        if pair[0].is("mod")
            && let Some(name) = pair[1].word().filter(|name| VAGUE.contains(name))
        {
            let text =
                format!("L9: a module named `{name}` says nothing; name it after what it holds");
            faults.push(source.fault(pair[1].line, text));
        }
        if pair[0].word().is_some_and(|word| TYPE_WORDS.contains(&word))
            && let Some(name) = pair[1].word().filter(|name| VAGUE_TYPES.contains(name))
        {
            let text = format!("L9: a type named `{name}` says nothing; docs/STYLE.md has names");
            faults.push(source.fault(pair[1].line, text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::said;

    #[test]
    fn vague_files_folders_and_modules_are_named() {
        for path in ["core/src/util.rs", "core/src/common/x.rs", "web/src/tickets/helpers.ts"] {
            assert_eq!(said(super::check, path, "").len(), 1, "{path}");
        }
        let inline = said(super::check, "core/src/tickets/mod.rs", "\nmod helpers;\nmod reply;");
        assert_eq!(inline.len(), 1);
        assert!(inline[0].starts_with("core/src/tickets/mod.rs:2: L9"), "{inline:?}");
    }

    #[test]
    fn vague_types_are_named() {
        let text = "pub struct Wanted {}\ntype Done = Result<(), ()>;\nenum State { Done, Known }";
        let found = said(super::check, "core/src/tickets/reply.rs", text);
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn other_names_and_other_files_pass() {
        for path in ["core/src/tickets/reply.rs", "docs/common.md", "web/src/utility-bill/x.ts"] {
            assert!(said(super::check, path, "mod service_level;").is_empty(), "{path}");
        }
    }
}
