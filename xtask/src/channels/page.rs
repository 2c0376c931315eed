//! The page itself: the matrix, its footnotes, and what each plugin is.

use super::{Cell, Cells, Plugin, rows};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

const OPENING: &str = "\
# Channels

What each channel can do. Written by `cargo xtask channels` from the manifests, fixtures and tests of the plugins; do not edit it.

- ✓ leads to the fixture that shows it, or to the file of the test, whose name is its title. Fixtures in the folder of an interface run in the real host (`cargo patchbay test`), the others in the plugin's native tests; each has what it becomes beside it (`.batch.json`). That the core takes each of these batches, on both engines and only once, is shown by [`every_recorded_batch_is_taken_once`](../core/tests/it/batches/mod.rs).
- (✓) is shown as well, but comes as words or a kept event, not as a kind of the desk's own.
- — is not offered; a footnote has the reason where the plugin's README gives one.
- A capability that a manifest declares and nothing shows is an error: the page is not written, and `cargo xtask test tidy` fails.
";

pub fn page(all: &[(Plugin, Cells)]) -> String {
    let columns: Vec<Column<'_>> = all
        .iter()
        .flat_map(|(plugin, cells)| {
            plugin.channels().into_iter().map(move |value| Column { plugin, cells, value })
        })
        .collect();
    let mut notes = Vec::new();
    let mut page = OPENING.to_owned();
    for (title, intro, rows) in rows::SECTIONS {
        let heads = columns.iter().map(|one| {
            format!("{}<br>`{}`", one.plugin.manifest["name"].as_str().unwrap_or("?"), one.value)
        });
        let mut lines = vec![std::iter::once(String::new()).chain(heads).collect()];
        for row in *rows {
            let cells = columns.iter().map(|one| one.cell(row.id, &mut notes));
            lines.push(std::iter::once(row.title.to_owned()).chain(cells).collect());
        }
        let gap = if intro.is_empty() { "" } else { "\n" };
        let _ = write!(page, "\n## {title}\n\n{intro}{gap}{}", table(&lines));
    }
    let _ = write!(page, "\n## The plugins\n\n{}", table(&plugins(all)));
    page.push_str(
        "\nCode is in lines of Rust without tests, to the nearest hundred. Where a window is not \
         declared, the README says what the provider closes.\n",
    );
    if !notes.is_empty() {
        page.push('\n');
    }
    for (n, (id, note)) in notes.iter().enumerate() {
        let note = note.replace('\n', " ");
        let _ = writeln!(page, "[^{}]: [{id}](../plugins/{id}/README.md): {note}", n + 1);
    }
    page
}

struct Column<'a> {
    plugin: &'a Plugin,
    cells: &'a Cells,
    value: String,
}

impl Column<'_> {
    fn cell(&self, row: &'static str, notes: &mut Vec<(String, String)>) -> String {
        match self.cells.get(&(row, self.value.clone())) {
            None => "—".to_owned(),
            Some(Cell::Yes { path, test, worded }) => {
                let mark = if *worded { "(✓)" } else { "✓" };
                let path = path.strip_prefix("../../").map_or_else(
                    || format!("../plugins/{}/{path}", self.plugin.id),
                    |outside| format!("../{outside}"),
                );
                match test {
                    Some(test) => format!("[{mark}]({path} \"{test}\")"),
                    None => format!("[{mark}]({path})"),
                }
            }
            Some(Cell::Never(why)) => {
                let note = (self.plugin.id.clone(), why.clone());
                let known = notes.iter().position(|one| *one == note).unwrap_or_else(|| {
                    notes.push(note);
                    notes.len() - 1
                });
                format!("—[^{}]", known + 1)
            }
        }
    }
}

fn plugins(all: &[(Plugin, Cells)]) -> Vec<Vec<String>> {
    let heads = [
        "Plugin",
        "Code",
        "Interfaces",
        "Text",
        "Files",
        "Media",
        "Window",
        "Rate",
        "Dedupe",
        "Webhook proven by",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    // AI helpers carry no messages.
    let carries = |plugin: &Plugin| !plugin.channels().is_empty();
    lines.extend(all.iter().filter(|(plugin, _)| carries(plugin)).map(|(p, _)| about(p)));
    lines
}

fn about(plugin: &Plugin) -> Vec<String> {
    let manifest = &plugin.manifest;
    let send = &manifest["send"];
    let words = |list: &Value| {
        let list = list.as_array().into_iter().flatten().filter_map(Value::as_str);
        list.map(|one| format!("`{one}`")).collect::<Vec<_>>().join(" ")
    };
    let text = |value: &Value| value.as_str().map_or_else(|| "—".to_owned(), str::to_owned);
    let number = |value: &Value| value.as_u64().map(grouped);
    let caption =
        number(&send["caption_max"]).map_or_else(String::new, |n| format!(", caption {n}"));
    let rules = send["media_rules"].as_array().into_iter().flatten().map(|rule| {
        let max = rule["max_bytes"].as_u64().unwrap_or_default();
        format!("; {} {}", words(&rule["types"]), size(max))
    });
    let window = &send["window"];
    let window = window["hours"].as_u64().map_or_else(
        || "—".to_owned(),
        |hours| format!("{hours} h, then {}", window["after"].as_str().unwrap_or("nothing")),
    );
    let thread = send["thread_rate"].as_str().map(|rate| format!(", {rate} in a conversation"));
    let proofs = manifest["webhook"]["verify"].as_array().into_iter().flatten();
    let proofs = proofs.filter_map(|one| one["kind"].as_str()).map(|kind| format!("`{kind}`"));
    let proofs = proofs.collect::<Vec<_>>().join(" ");
    vec![
        text(&manifest["name"]),
        code(&plugin.dir),
        words(&manifest["interfaces"]),
        number(&send["text_max"]).unwrap_or_else(|| "—".to_owned()) + &caption,
        format!(
            "{} of {}{}",
            number(&send["attachments_max"]).unwrap_or_default(),
            size(send["attachment_max_bytes"].as_u64().unwrap_or_default()),
            rules.collect::<String>(),
        ),
        words(&send["media"]),
        window,
        text(&send["rate"]) + &thread.unwrap_or_default(),
        text(&send["dedupe"]),
        if proofs.is_empty() { "—".to_owned() } else { proofs },
    ]
}

/// Lines of a plugin's own code, and the crates of `plugins/` that it shares.
fn code(dir: &Path) -> String {
    let lines = lines(&dir.join("src"));
    let cargo = std::fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
    let shared = cargo.lines().filter_map(|line| {
        let name = line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty())?;
        let src = dir.with_file_name(name).join("src");
        src.exists().then(|| format!(" and {} of `{name}`", hundreds(self::lines(&src))))
    });
    hundreds(lines) + &shared.collect::<String>()
}

fn hundreds(lines: usize) -> String {
    grouped(((lines + 50) / 100 * 100) as u64)
}

/// Without the files and modules of tests.
fn lines(path: &Path) -> usize {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if matches!(&*name, "tests" | "tests.rs") || name.ends_with("_tests.rs") {
        return 0;
    }
    if let Ok(entries) = std::fs::read_dir(path) {
        return entries.flatten().map(|entry| lines(&entry.path())).sum();
    }
    if !name.ends_with(".rs") {
        return 0;
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines().count()
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn size(bytes: u64) -> String {
    let (unit, name) = if bytes >= 1_000_000 { (1 << 20, "MiB") } else { (1000, "kB") };
    format!("{} {name}", bytes / unit)
}

/// A table of Markdown; the first line is the head.
fn table(lines: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (n, line) in lines.iter().enumerate() {
        let _ = writeln!(out, "| {} |", line.join(" | "));
        if n == 0 {
            let _ = writeln!(out, "|{}", "---|".repeat(line.len()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(grouped(5), "5");
        assert_eq!(grouped(10_000), "10,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(hundreds(1_449), "1,400");
        assert_eq!(size(26_214_400), "25 MiB");
        assert_eq!(size(512_000), "512 kB");
    }

    #[test]
    fn a_table_has_its_rule_below_the_head() {
        let line = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        assert_eq!(table(&[line("a", "b"), line("c", "d")]), "| a | b |\n|---|---|\n| c | d |\n");
    }
}
