//! The manual page and the completion of bash, made of what the program says of itself by `-h`.
//!
//! Only the program knows its commands, and it is what the package ships: no second list can differ
//! from it, and it carries no generator for a file that is made once in a release.

use crate::proc;
use anyhow::{Context as _, Result};
use std::path::Path;
use std::process::Command;

/// One command, with those below it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// `patchbay client plan`.
    name: String,
    about: String,
    usage: String,
    /// What is typed, and what it means.
    arguments: Vec<(String, String)>,
    options: Vec<(String, String)>,
    commands: Vec<Page>,
}

impl Page {
    /// Asks a program and every command of it.
    pub fn ask(program: &Path) -> Result<Self> {
        Self::of(program, &[])
    }

    fn of(program: &Path, words: &[String]) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(words).arg("-h");
        // The help tells what the environment sets.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PATCHBAY_") {
                command.env_remove(name);
            }
        }
        let name = std::iter::once("patchbay").chain(words.iter().map(String::as_str));
        let (mut page, below) =
            parse(&name.collect::<Vec<_>>().join(" "), &proc::output(&mut command)?)?;
        for word in below.into_iter().filter(|word| word != "help") {
            let words: Vec<String> = words.iter().cloned().chain([word]).collect();
            page.commands.push(Self::of(program, &words)?);
        }
        Ok(page)
    }

    /// The page for section 1 of the manual; `date` is that of the release.
    pub fn man(&self, version: &str, date: &str) -> String {
        let head = format!(".TH PATCHBAY 1 \"{date}\" \"Patchbay {version}\" \"User Commands\"");
        let mut out = vec![
            head,
            ".SH NAME".to_owned(),
            // Not the first letter of a sentence: a list of pages shows it.
            format!("patchbay \\- {}", roff(&uncapitalised(&self.about))),
            ".SH SYNOPSIS".to_owned(),
            format!(".B {}", roff(&self.usage)),
            ".SH DESCRIPTION".to_owned(),
            "Patchbay is a support desk in one program: the server, its web pages and its channels."
                .to_owned(),
            "The package runs it as a service, and".to_owned(),
            ".BR patchbay\\-admin (8)".to_owned(),
            "runs the other commands beside it.".to_owned(),
            ".SH OPTIONS".to_owned(),
        ];
        items(&mut out, &self.options);
        out.push(".SH COMMANDS".to_owned());
        self.sections(&mut out, &self.options);
        out.extend(FOOT.iter().map(|line| (*line).to_owned()));
        out.join("\n") + "\n"
    }

    /// One part for each command that does something, without the options that all have.
    fn sections(&self, out: &mut Vec<String>, common: &[(String, String)]) {
        for page in &self.commands {
            if page.commands.is_empty() {
                out.push(format!(".SS {}", roff(&page.name)));
                out.push(format!("{}.", roff(page.about.trim_end_matches('.'))));
                out.push(format!(".PP\n.B {}", roff(&page.usage)));
                items(out, &page.arguments);
                let own = page.options.iter().filter(|option| !common.contains(option));
                items(out, &own.cloned().collect::<Vec<_>>());
            }
            page.sections(out, common);
        }
    }

    /// What bash offers behind each command.
    pub fn completion(&self) -> String {
        let mut cases = String::new();
        let mut commands = Vec::new();
        self.cases(&mut cases, &mut commands);
        COMPLETION.replace("@COMMANDS@", &commands.join(" | ")).replace("@CASES@", &cases)
    }

    fn cases(&self, cases: &mut String, commands: &mut Vec<String>) {
        let below = self.commands.iter().filter_map(|page| page.name.rsplit(' ').next());
        let long = self.options.iter().flat_map(|(typed, _)| typed.split([' ', ',']));
        let words: Vec<&str> = below.chain(long.filter(|word| word.starts_with("--"))).collect();
        cases.push_str(&format!("        '{}') words='{}' ;;\n", self.name, words.join(" ")));
        for page in &self.commands {
            commands.push(format!("'{}'", page.name));
            page.cases(cases, commands);
        }
    }
}

const FOOT: &[&str] = &[
    ".SH FILES",
    ".TP\n.I /etc/patchbay/patchbay.toml\nthe settings of the service",
    ".TP\n.I /etc/patchbay/secret.key\nthe key of the installation, for root alone; keep a copy apart from the backups",
    ".TP\n.I /var/lib/patchbay\nthe data: database, attachments, compiled plugins",
    ".SH SEE ALSO",
    ".BR patchbay\\-admin (8),\n.I /usr/share/doc/patchbay/OPERATIONS.md.gz",
];

const COMPLETION: &str = "\
# Completion of patchbay for bash; made with the release.
_patchbay() {
    local command=patchbay words word
    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do
        case \"$command $word\" in
            @COMMANDS@) command=\"$command $word\" ;;
        esac
    done
    case \"$command\" in
@CASES@    esac
    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\")
}
complete -o default -F _patchbay patchbay
";

/// Reads what `-h` printed: the page, and the names of the commands below it.
fn parse(name: &str, help: &str) -> Result<(Page, Vec<String>)> {
    let (about, rest) = help.split_once("Usage: ").context("a help without usage")?;
    let (usage, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut page =
        Page { name: name.to_owned(), about, usage: usage.to_owned(), ..Page::default() };
    let (mut below, mut section) = (Vec::new(), "");
    for line in rest.lines() {
        let Some(item) = line.strip_prefix("  ") else {
            section = line.trim();
            continue;
        };
        let item = item.trim();
        let (typed, meaning) = item.split_once("  ").unwrap_or((item, ""));
        let pair = (typed.trim().to_owned(), meaning.trim().replace("=]", "]"));
        match section {
            "Arguments:" => page.arguments.push(pair),
            "Options:" => page.options.push(pair),
            "Commands:" => below.push(pair.0),
            _ => {}
        }
    }
    Ok((page, below))
}

fn items(out: &mut Vec<String>, items: &[(String, String)]) {
    for (typed, meaning) in items {
        out.push(format!(".TP\n.B {}\n{}", roff(typed), roff(meaning)));
    }
}

/// Text for roff: no hyphen that looks like a minus, no line that is taken for a request.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('…', "...");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{Page, parse, roff};

    const HELP: &str = "Give a client another plan\n\nUsage: patchbay client plan [OPTIONS] <PLAN>\n\n\
        Arguments:\n  <PLAN>  [possible values: trial, basic]\n\n\
        Options:\n      --until <UNTIL>  The last day\n      --data <DIR>     The folder [env: PATCHBAY_DATA=] \
        [default: data]\n  -h, --help           Print help\n";

    #[test]
    fn a_help_becomes_a_page() {
        let (page, below) = parse("patchbay client plan", HELP).expect("a help");
        assert!(below.is_empty());
        assert_eq!(page.arguments, [("<PLAN>".into(), "[possible values: trial, basic]".into())]);
        let data =
            ("--data <DIR>".into(), "The folder [env: PATCHBAY_DATA] [default: data]".into());
        assert_eq!(page.options[1], data);
        let all = Page {
            name: "patchbay".into(),
            options: vec![data],
            commands: vec![page],
            ..Page::default()
        };
        let man = all.man("1.2.3", "2026-01-31");
        assert!(man.contains(".SS patchbay client plan\nGive a client another plan.\n"), "{man}");
        assert_eq!(man.matches("\\-\\-data").count(), 1, "what all have is said once: {man}");
        let completion = all.completion();
        assert!(completion.contains("'patchbay client plan') words='--until --data --help' ;;"));
        assert!(completion.contains("'patchbay') words='plan --data' ;;"), "{completion}");
    }

    #[test]
    fn a_text_is_no_request() {
        assert_eq!(roff(".so x-y"), "\\&.so x\\-y");
    }
}
