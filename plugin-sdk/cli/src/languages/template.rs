//! What `cargo patchbay new --lang ts` and `--lang py` write: the same small webhook channel as
//! the Rust template.

/// The files of a new plugin and what belongs to them. `{{id}}`, `{{type}}`, `{{channel}}`,
/// `{{module}}` and `{{sdk}}` are filled in.
#[derive(Debug)]
pub struct Template {
    pub files: &'static [(&'static str, &'static str)],
    /// The SDK's place in the repository.
    pub sdk: &'static str,
    /// What runs the tests in the new folder.
    pub test: &'static str,
}

/// The template of a language this module builds.
pub fn of(lang: &str) -> Option<&'static Template> {
    match lang {
        "ts" => Some(&TYPESCRIPT),
        "py" => Some(&PYTHON),
        _ => None,
    }
}

const TYPESCRIPT: Template = Template {
    files: &[
        ("plugin.toml", include_str!("../../templates/ts/plugin.toml")),
        ("settings.json", include_str!("../../templates/ts/settings.json")),
        ("icon.svg", include_str!("../../templates/ts/icon.svg")),
        ("texts/en.json", include_str!("../../templates/ts/texts/en.json")),
        ("package.json", include_str!("../../templates/ts/package.json")),
        ("package-lock.json", include_str!("../../templates/ts/package-lock.json")),
        (".npmrc", include_str!("../../templates/ts/.npmrc")),
        ("tsconfig.json", include_str!("../../templates/ts/tsconfig.json")),
        ("src/index.ts", include_str!("../../templates/ts/src/index.ts")),
        ("src/wire.ts", include_str!("../../templates/ts/src/wire.ts")),
        ("tests/tsconfig.json", include_str!("../../templates/ts/tests/tsconfig.json")),
        ("tests/plugin.test.ts", include_str!("../../templates/ts/tests/plugin.test.ts")),
        ("fixtures/message.json", include_str!("../../templates/ts/fixtures/message.json")),
        (".gitignore", "/node_modules\n"),
    ],
    sdk: "plugin-sdk/ts",
    test: "npm ci && npm test",
};

const PYTHON: Template = Template {
    files: &[
        ("plugin.toml", include_str!("../../templates/py/plugin.toml")),
        ("settings.json", include_str!("../../templates/py/settings.json")),
        ("icon.svg", include_str!("../../templates/py/icon.svg")),
        ("texts/en.json", include_str!("../../templates/py/texts/en.json")),
        ("pyproject.toml", include_str!("../../templates/py/pyproject.toml")),
        ("src/{{module}}.py", include_str!("../../templates/py/src/plugin.py")),
        ("src/wire.py", include_str!("../../templates/py/src/wire.py")),
        ("tests/__init__.py", include_str!("../../templates/py/tests/__init__.py")),
        ("tests/test_plugin.py", include_str!("../../templates/py/tests/test_plugin.py")),
        ("fixtures/message.json", include_str!("../../templates/py/fixtures/message.json")),
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
            for (name, text) in template.files {
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
