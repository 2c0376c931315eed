//! The language a plugin is written in, so that advice is in words its author can type.

use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    TypeScript,
    Python,
    /// A ready component: only the interface's own words are known.
    Other,
}

impl Language {
    /// By what the plugin's folder is built from.
    pub fn of(folder: &Path) -> Self {
        let has = |name: &str| folder.join(name).exists();
        if has("Cargo.toml") {
            Self::Rust
        } else if has("package.json") {
            Self::TypeScript
        } else if has("pyproject.toml") {
            Self::Python
        } else {
            Self::Other
        }
    }

    /// A field of the interface, such as `external-id`, as the language spells it.
    pub fn name(self, field: &str) -> String {
        match self {
            Self::Rust => field.replace('-', "_"),
            // `from` is a word of Python's own.
            Self::Python if field.starts_with("from") => {
                field.replacen("from", "sender", 1).replace('-', "_")
            }
            Self::Python => field.replace('-', "_"),
            Self::TypeScript => camel(field),
            Self::Other => field.to_owned(),
        }
    }

    /// A failure's kind with how it is said: ``` `auth-expired` is right: `Failure::AuthExpired(detail)` ```.
    pub fn right(self, kind: &str) -> String {
        self.failure(kind)
            .map_or_else(|| format!("`{kind}`"), |call| format!("`{kind}` (`{call}`)"))
    }

    /// How a failure of a kind is made.
    fn failure(self, kind: &str) -> Option<String> {
        Some(match (self, kind) {
            (Self::Rust, "retryable") => "Failure::retryable(detail)".to_owned(),
            (Self::Rust, "rate-limited") => {
                "Failure::rate_limited(detail, answer.retry_after_ms())".to_owned()
            }
            (Self::Rust, "permanent") => "Failure::Permanent(detail)".to_owned(),
            (Self::Rust, "auth-expired") => "Failure::AuthExpired(detail)".to_owned(),
            (Self::Rust, "outcome-unknown") => "Failure::OutcomeUnknown(detail)".to_owned(),
            (Self::TypeScript, "rate-limited") => "throw failure.rateLimited(detail(code, text), \
                { afterMs: answer.retryAfterMs })"
                .to_owned(),
            (Self::TypeScript, kind) => {
                format!("throw failure.{}(detail(code, text))", camel(kind))
            }
            (Self::Python, "rate-limited") => {
                "raise rate_limited(code, text, after_ms=answer.retry_after_ms)".to_owned()
            }
            (Self::Python, kind) => format!("raise {}(code, text)", kind.replace('-', "_")),
            _ => return None,
        })
    }

    /// What sends so that a lost answer is not taken for a refusal.
    pub fn sending(self) -> &'static str {
        match self {
            Self::Rust => "Use `.map_err(NetFailure::while_sending)`",
            Self::TypeScript => "Send it with `send(…)`, not with `ask(…)`",
            Self::Python => "Send it with `http.send(…)`, not with `http.ask(…)`",
            Self::Other => "Answer `outcome-unknown` where the request had been sent",
        }
    }

    /// What gives the addresses by which a provider loads files.
    pub fn addresses(self) -> &'static str {
        match self {
            Self::Rust => "`msg.file_urls(&acc)` gives the addresses",
            Self::TypeScript => "`fileUrls(account, message)` gives the addresses",
            Self::Python => "`file_urls(acc, msg)` gives the addresses",
            Self::Other => "The addresses are in the pair `attachment-json` of its `extras`",
        }
    }

    /// What keeps ids whole that are numbers.
    pub fn digits(self) -> &'static str {
        match self {
            Self::Rust => "Read it as `i64`, `u64` or `serde_json::Number`, not as `f64`",
            Self::TypeScript => {
                "`JSON.parse` rounds it: read JSON with `reading(…)`, `answer.json()` or \
                 `fromJson(…)`, which give such a number as a text of its digits"
            }
            Self::Python => "Read it with `json.loads` and make it a text with `str(…)`",
            Self::Other => "Read it as a whole number of 64 bits, or as its digits",
        }
    }

    /// What reads a provider's body so that odd ones are refused instead of ending the call.
    pub fn reading(self) -> &'static str {
        match self {
            Self::Rust => "Read the body with `serde_json::from_slice(&req.body)?`",
            Self::TypeScript => "Read the body with `reading(body, toEvents)`",
            Self::Python => "Read the body with `reading(req.body, events)`",
            Self::Other => "Answer `permanent` to what cannot be read",
        }
    }
}

fn camel(kebab: &str) -> String {
    let mut out = String::with_capacity(kebab.len());
    let mut raised = false;
    for letter in kebab.chars() {
        match letter {
            '-' => raised = true,
            _ if raised => {
                out.extend(letter.to_uppercase());
                raised = false;
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_tells_its_language() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Language::of(folder.path()), Language::Other);
        for (file, language) in [
            ("pyproject.toml", Language::Python),
            ("package.json", Language::TypeScript),
            ("Cargo.toml", Language::Rust),
        ] {
            std::fs::write(folder.path().join(file), "").unwrap();
            assert_eq!(Language::of(folder.path()), language);
        }
    }

    #[test]
    fn fields_are_spelt_as_the_author_types_them() {
        for (field, rust, typescript, python) in [
            ("external-id", "external_id", "externalId", "external_id"),
            ("at-ms", "at_ms", "atMs", "at_ms"),
            ("from.external-id", "from.external_id", "from.externalId", "sender.external_id"),
            ("thread", "thread", "thread", "thread"),
        ] {
            assert_eq!(Language::Rust.name(field), rust);
            assert_eq!(Language::TypeScript.name(field), typescript);
            assert_eq!(Language::Python.name(field), python);
            assert_eq!(Language::Other.name(field), field);
        }
    }

    #[test]
    fn advice_is_in_the_plugins_own_language() {
        for (language, own, others) in [
            (Language::Rust, "Failure::OutcomeUnknown", ["failure.", "raise "]),
            (Language::TypeScript, "throw failure.outcomeUnknown", ["Failure::", "raise "]),
            (Language::Python, "raise outcome_unknown", ["Failure::", "failure."]),
        ] {
            let kinds =
                ["retryable", "rate-limited", "permanent", "auth-expired", "outcome-unknown"];
            let mut said: Vec<String> = kinds.iter().map(|kind| language.right(kind)).collect();
            assert!(said[4].contains(own), "{said:?}");
            said.extend([language.sending().to_owned(), language.reading().to_owned()]);
            for foreign in others {
                assert!(said.iter().all(|line| !line.contains(foreign)), "{said:?}");
            }
        }
        assert_eq!(Language::Other.right("permanent"), "`permanent`");
    }
}
