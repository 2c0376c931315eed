//! Programs of other languages: asked for their version, and run with their output kept for the
//! case that they fail.

use anyhow::{Context, Result, bail};
use std::io::Write;
use std::process::{Command, Stdio};

/// The first two numbers of what a program says when asked for its version.
pub fn version(program: &str) -> Option<(u32, u32)> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    numbers(&text)
}

fn numbers(text: &str) -> Option<(u32, u32)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let mut parts = text[start..].trim().split('.');
    let number = |part: Option<&str>| part?.parse().ok();
    Some((number(parts.next())?, number(parts.next())?))
}

/// Runs a command quietly, saying only what it is for, since some take minutes; when it fails,
/// everything it said is the error.
pub fn run(what: &str, command: &mut Command) -> Result<()> {
    run_telling(what, command, &mut std::io::stderr())
}

fn run_telling(what: &str, command: &mut Command, told: &mut impl Write) -> Result<()> {
    // A terminal that is gone is no reason to stop.
    let _ = writeln!(told, "{what}");
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{} did not start", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    bail!("{what} failed:\n{}", String::from_utf8_lossy(&said).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_in_every_dialect() {
        for (text, expected) in [
            ("v20.19.2\n", Some((20, 19))),
            ("Python 3.11.2", Some((3, 11))),
            ("11.1.0", Some((11, 1))),
            ("unknown", None),
            ("", None),
        ] {
            assert_eq!(numbers(text), expected, "{text}");
        }
    }

    #[test]
    fn a_program_that_is_missing_has_no_version() {
        assert_eq!(version("no-such-program-anywhere"), None);
    }

    #[test]
    fn what_a_failing_command_said_is_the_error() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let mut told = Vec::new();
        let error = run_telling("the step", &mut command, &mut told).expect_err("it fails");
        assert_eq!(error.to_string(), "the step failed:\nout\nerr");
        assert_eq!(told, b"the step\n");
    }
}
