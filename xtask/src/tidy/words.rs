//! Words that must not be committed: unfinished work, this machine's paths, package hosts, and the
//! names of writing assistants.

use super::{Fault, Source};

/// A word and what to do about it. The words are cut in two so that this file does not hold them.
const WORDS: &[(&str, &str)] = &[
    (concat!("/ro", "ot/"), MACHINE),
    (concat!("/ho", "me/"), MACHINE),
    (concat!("/Us", "ers/"), MACHINE),
    (concat!("/wo", "rk/"), MACHINE),
    (concat!("registry.", "npmjs.org"), HOST),
    (concat!("registry.", "yarnpkg.com"), HOST),
    (concat!("art", "ifactory"), HOST),
    (concat!("verd", "accio"), HOST),
    (concat!("code", "artifact"), HOST),
    (concat!("files.", "pythonhosted.org"), HOST),
    (concat!("cla", "ude"), ASSISTANT),
    (concat!("anth", "ropic"), ASSISTANT),
    (concat!("cop", "ilot"), ASSISTANT),
    (concat!("chat", "gpt"), ASSISTANT),
    (concat!("co", "dex"), ASSISTANT),
    (concat!("TO", "DO"), UNFINISHED),
    (concat!("FIX", "ME"), UNFINISHED),
    (concat!("XX", "X:"), UNFINISHED),
];

const MACHINE: &str = "a path of one machine; write it relative to the checkout or ask the system";
const HOST: &str = "a package host; let the tools use the one that is configured";
const ASSISTANT: &str = "the name of a writing assistant; the text stands for itself";
const UNFINISHED: &str =
    "unfinished work; finish it, or open an issue and say here what holds today";

pub fn check(source: &Source, faults: &mut Vec<Fault>) {
    for (number, line) in source.text.lines().enumerate() {
        let lower = line.to_lowercase();
        for (word, advice) in WORDS {
            let exact = *advice == UNFINISHED || *advice == MACHINE;
            let found = if exact { whole(line, word) } else { whole(&lower, word) };
            if found {
                faults.push(source.fault(number + 1, format!("`{word}` is {advice}")));
            }
        }
    }
}

/// Whether the word stands there by itself, not as a part of a longer one.
fn whole(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let joined = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        // A path goes on after its last slash; a URL or relative path goes on before the first.
        let path = word.starts_with('/');
        let apart_before = if path {
            !joined(before) && !matches!(before, Some('.' | '-' | '_' | '~'))
        } else {
            !joined(before)
        };
        apart_before && (path || !joined(after))
    })
}

#[cfg(test)]
mod tests {
    use super::super::said;

    #[test]
    fn each_word_is_shown_with_its_line() {
        for (word, _) in super::WORDS {
            let after = if word.ends_with('/') { "x" } else { "" };
            let found = said(super::check, "docs/a.md", &format!("fine\nsee {word}{after}\n"));
            assert_eq!(found.len(), 1, "{word}");
            assert!(found[0].starts_with("docs/a.md:2: "), "{found:?}");
        }
    }

    #[test]
    fn words_that_only_contain_them_pass() {
        let parts = [
            format!("https://example.org{}x", super::WORDS[1].0),
            format!("pre{}x", super::WORDS[13].0),
            format!("..{}x", super::WORDS[0].0),
        ];
        for text in parts {
            assert!(said(super::check, "docs/a.md", &text).is_empty(), "{text}");
        }
    }
}
