//! What `cargo patchbay new --lang ts` and `--lang py` write: the same small webhook channel as
//! the Rust template.

/// The files of a new plugin and what belongs to them. `{{id}}`, `{{type}}`, `{{channel}}`,
/// `{{module}}` and `{{sdk}}` are filled in.
#[derive(Debug)]
pub struct Template {
    own: &'static [(&'static str, &'static str)],
    /// The SDK's place in the repository.
    pub sdk: &'static str,
    /// What runs the tests in the new folder.
    pub test: &'static str,
}

impl Template {
    /// Its files: the language's own, then what all languages have.
    pub fn files(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        self.own.iter().chain(SHARED)
    }
}

/// The template of a language this module builds.
pub fn of(lang: &str) -> Option<&'static Template> {
    match lang {
        "ts" => Some(&TYPESCRIPT),
        "py" => Some(&PYTHON),
        _ => None,
    }
}

/// A file of the Rust template: the provider is the same, so what says how it talks is as well.
macro_rules! same {
    ($name:literal) => {
        ($name, include_str!(concat!("../../templates/rust/", $name)))
    };
}

/// A file of this language's own template.
macro_rules! own {
    ($lang:literal, $name:literal) => {
        ($name, include_str!(concat!("../../templates/", $lang, "/", $name)))
    };
}

/// What every language's plugin has: settings, texts, and the provider with its fixtures.
const SHARED: &[(&str, &str)] = &[
    same!("settings.json"),
    same!("icon.svg"),
    same!("texts/en.json"),
    ("simulator.toml", include_str!("../../templates/rust/simulator.toml.txt")),
    same!("conformance.toml"),
    same!("fixtures/settings/check.json"),
    same!("fixtures/settings/check.batch.json"),
    same!("fixtures/webhook/message.json"),
    same!("fixtures/webhook/message.batch.json"),
    same!("fixtures/webhook/typing.json"),
    same!("fixtures/webhook/typing.batch.json"),
    same!("fixtures/outbound/text.json"),
    same!("fixtures/outbound/text.batch.json"),
    same!("fixtures/outbound/refused.json"),
    same!("fixtures/outbound/refused.batch.json"),
];

const TYPESCRIPT: Template = Template {
    own: &[
        own!("ts", "plugin.toml"),
        own!("ts", "package.json"),
        own!("ts", "package-lock.json"),
        own!("ts", ".npmrc"),
        own!("ts", "tsconfig.json"),
        own!("ts", "src/index.ts"),
        own!("ts", "src/wire.ts"),
        own!("ts", "tests/tsconfig.json"),
        own!("ts", "tests/plugin.test.ts"),
        (".gitignore", "/node_modules\n"),
    ],
    sdk: "plugin-sdk/ts",
    test: "npm ci && npm test",
};

const PYTHON: Template = Template {
    own: &[
        own!("py", "plugin.toml"),
        own!("py", "pyproject.toml"),
        ("src/{{module}}.py", include_str!("../../templates/py/src/plugin.py")),
        own!("py", "src/wire.py"),
        own!("py", "tests/__init__.py"),
        own!("py", "tests/test_plugin.py"),
        (".gitignore", "__pycache__/\n"),
    ],
    sdk: "plugin-sdk/python",
    test: "python3 -m unittest",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_unfilled_that_is_not_filled_in() {
        for (lang, template) in ["ts", "py"].map(|lang| (lang, of(lang).expect("a template"))) {
            // The simulator has words of its own.
            let ours = template.files().filter(|(name, _)| *name != "simulator.toml");
            for (name, text) in ours {
                for part in text.split("{{").skip(1) {
                    let word = part.split("}}").next().unwrap_or_default();
                    let known = ["id", "type", "channel", "module", "sdk"];
                    assert!(known.contains(&word), "{lang} {name}: {word}");
                }
            }
        }
        assert!(of("cobol").is_none());
    }
}
