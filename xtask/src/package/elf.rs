//! What a program says of itself: for which processor it is, which libraries of the system it needs, and
//! whether it is a debug build.

use crate::proc;
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const DYNAMIC: u32 = 6;
const NEEDED: u64 = 1;
/// A debug build finds its web files by this path, whatever checkout it is of.
const FOLDER: &str = "/core/../web/dist";

/// A program for Linux.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// As Debian calls it.
    pub architecture: &'static str,
    /// It has neither web pages nor plugins inside.
    pub reads_folders: bool,
    libraries: BTreeSet<String>,
    /// The newest version of the C library that something of it is from.
    libc: Option<(u32, u32)>,
}

impl Program {
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let mut program =
            Self::parse(&bytes).with_context(|| format!("{} is no program", path.display()))?;
        // Two seconds in a debug build of ours, and nothing for grep.
        let mut search = Command::new("grep");
        search.env("LC_ALL", "C").args(["-aqF", FOLDER]).arg(path);
        program.reads_folders = proc::succeeds(&mut search);
        Ok(program)
    }

    fn parse(bytes: &[u8]) -> Result<Self> {
        if bytes.get(..6) != Some(b"\x7fELF\x02\x01") {
            bail!("it is not an ELF file of 64 bits, little-endian");
        }
        let architecture = match number(bytes, 0x12, 2)? {
            62 => "amd64",
            183 => "arm64",
            243 => "riscv64",
            other => bail!("its machine has the number {other}, which has no Debian name here"),
        };
        let (libraries, names) = dynamic(bytes)?;
        Ok(Self {
            architecture,
            reads_folders: false,
            libraries,
            libc: names.split('\0').filter_map(libc_version).max(),
        })
    }

    /// The packages that have its libraries, as a `Depends` field; empty for a static program.
    pub fn depends(&self) -> Result<String> {
        let mut packages = BTreeSet::new();
        for library in &self.libraries {
            let stem = library.split(".so").next().unwrap_or(library);
            packages.insert(match stem {
                "libgcc_s" => "libgcc-s1".to_owned(),
                "libc" | "libm" | "libdl" | "libpthread" | "librt" => self.libc_package(),
                loader if loader.starts_with("ld-linux") => self.libc_package(),
                other => {
                    bail!("the program needs {other}; xtask/src/package/elf.rs has no package")
                }
            });
        }
        Ok(packages.into_iter().collect::<Vec<_>>().join(", "))
    }

    fn libc_package(&self) -> String {
        self.libc.map_or_else(
            || "libc6".to_owned(),
            |(major, minor)| format!("libc6 (>= {major}.{minor})"),
        )
    }
}

/// The libraries a program names, and all names that its linking goes by.
fn dynamic(bytes: &[u8]) -> Result<(BTreeSet<String>, String)> {
    let (table, size) = (number(bytes, 0x28, 8)?, number(bytes, 0x3a, 2)?);
    let section = |n: u64, field: u64, width| number(bytes, table + n * size + field, width);
    let content = |n: u64| -> Result<&[u8]> {
        let (from, length) = (section(n, 0x18, 8)?, section(n, 0x20, 8)?);
        let (from, length) = (usize::try_from(from)?, usize::try_from(length)?);
        bytes.get(from..).and_then(|rest| rest.get(..length)).context("it is cut off")
    };
    for n in 0..number(bytes, 0x3c, 2)? {
        if section(n, 4, 4)? != u64::from(DYNAMIC) {
            continue;
        }
        let names = String::from_utf8_lossy(content(section(n, 0x28, 4)?)?).into_owned();
        let mut libraries = BTreeSet::new();
        for entry in content(n)?.as_chunks::<16>().0 {
            if number(entry, 0, 8)? == NEEDED {
                let rest = names.get(usize::try_from(number(entry, 8, 8)?)?..).unwrap_or_default();
                libraries.insert(rest.split('\0').next().unwrap_or_default().to_owned());
            }
        }
        return Ok((libraries, names));
    }
    Ok((BTreeSet::new(), String::new()))
}

/// A little-endian number of so many bytes.
fn number(bytes: &[u8], at: u64, width: usize) -> Result<u64> {
    let at = usize::try_from(at)?;
    let part = bytes.get(at..).and_then(|rest| rest.get(..width)).context("it is cut off")?;
    Ok(part.iter().rev().fold(0, |value, byte| (value << 8) | u64::from(*byte)))
}

/// `GLIBC_2.34` as two numbers.
fn libc_version(name: &str) -> Option<(u32, u32)> {
    let mut parts = name.strip_prefix("GLIBC_")?.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::Program;

    #[test]
    fn a_program_tells_what_it_is_linked_with() {
        let own = std::env::current_exe().expect("its path");
        let program = Program::read(&own).expect("a program");
        let depends = program.depends().expect("known libraries");
        assert!(depends.contains("libc6 (>= 2."), "{depends}");
        assert!(Program::parse(b"#!/bin/sh\n").is_err());
        assert!(Program::parse(b"\x7fELF\x02\x01").is_err(), "cut off");
    }
}
