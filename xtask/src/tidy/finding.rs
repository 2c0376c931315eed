//! `docs/FINDING.md`: each search finds the file that answers the question, and hardly any other.

use super::{Fault, source::Source};

/// The page with the searches.
const PAGE: &str = "docs/FINDING.md";

/// How many files a search may find: the answer and two others.
const FILES_MAX: usize = 3;

/// What is wrong with the searches of the page, given every file of the checkout.
pub fn check(sources: &[Source]) -> Vec<Fault> {
    let Some(page) = sources.iter().find(|source| source.path == PAGE) else {
        let text = "this page is missing: it tells newcomers what to search for".to_owned();
        return vec![Fault { path: PAGE.to_owned(), line: 1, text }];
    };
    let core: Vec<(&str, String)> = sources
        .iter()
        .filter_map(|source| Some((source.in_core()?, source.text.to_lowercase())))
        .collect();
    let mut faults = Vec::new();
    for (at, line) in page.text.lines().enumerate() {
        let Some((words, answer)) = row(line) else { continue };
        let found: Vec<&str> = core
            .iter()
            .filter(|(_, text)| text.contains(&words.to_lowercase()))
            .map(|(path, _)| *path)
            .collect();
        let text = if !found.contains(&answer) {
            format!("`{words}` does not occur in core/src/{answer}")
        } else if found.len() > FILES_MAX {
            format!("`{words}` occurs in {} files: {}", found.len(), found.join(", "))
        } else {
            continue;
        };
        faults.push(page.fault(at + 1, text));
    }
    faults
}

/// The words and the file of a row: its second and third cell, in backticks.
fn row(line: &str) -> Option<(&str, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').skip(1).map(str::trim);
    let mut code = || cells.next()?.strip_prefix('`')?.strip_suffix('`');
    Some((code()?, code()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source::new(path, text)
    }

    #[test]
    fn a_search_finds_its_file_and_hardly_any_other() {
        let page =
            "| Q | Search for | Answer |\n|---|---|---|\n| Why? | `Lock order` | `a/b.rs` |\n";
        let faults = |files: &[(&str, &str)]| -> Vec<String> {
            let mut sources = vec![source(PAGE, page)];
            sources.extend(files.iter().map(|(path, text)| source(path, text)));
            check(&sources).iter().map(ToString::to_string).collect()
        };
        let right = ("core/src/a/b.rs", "//! The lock order.\n");
        assert_eq!(faults(&[right]), [""; 0]);
        let absent = "docs/FINDING.md:3: `Lock order` does not occur in core/src/a/b.rs";
        assert_eq!(faults(&[("core/src/a/c.rs", "//! lock order")]), [absent]);
        let others = ["x", "y", "z"].map(|name| (format!("core/src/{name}.rs"), "// lock order\n"));
        let mut many = vec![right];
        many.extend(others.iter().map(|(path, text)| (path.as_str(), *text)));
        assert_eq!(faults(&many).len(), 1);
        assert_eq!(check(&[]).len(), 1, "the page is there");
    }
}
