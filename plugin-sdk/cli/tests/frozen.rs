//! The plugin interface against its frozen copy: what was released never changes.
//!
//! Compiled plugins are out there, so a record that gains a field breaks every one of them. What
//! may change within a version: new interfaces, new functions and types in interfaces that plugins
//! import, documentation.

use anyhow::{Context as _, Result, ensure};
use wit_component::semver_check;
use wit_parser::{PackageId, Resolve};

const FROZEN: &str = include_str!("../../wit-frozen/patchbay-1.0.0.wit");
const CURRENT: &str = include_str!("../../wit/patchbay.wit");

const RENAMED: &str = "patchbay:plugin@0.0.1";

fn worlds(resolve: &Resolve, package: PackageId) -> Vec<String> {
    resolve.packages[package].worlds.keys().cloned().collect()
}

/// Whether every world of `frozen` is still there in `current`, with the same types.
fn compatible(frozen: &str, current: &str) -> Result<()> {
    // Two packages in one resolve need two names; the check itself leaves versions out.
    let frozen = frozen.replacen("patchbay:plugin@1.0.0", RENAMED, 1);
    let mut resolve = Resolve::default();
    let old = resolve.push_str("frozen.wit", &frozen).context("the frozen copy")?;
    let new = resolve.push_str("patchbay.wit", current).context("patchbay.wit")?;
    let names = worlds(&resolve, old);
    ensure!(names.len() > 10, "the frozen copy has only {} worlds", names.len());
    for name in names {
        let before = resolve.packages[old].worlds[&name];
        let now = resolve.packages[new].worlds.get(&name).copied();
        let now = now.with_context(|| format!("the world `{name}` is gone"))?;
        semver_check(resolve.clone(), before, now).with_context(|| {
            format!(
                "the world `{name}` no longer fits plugins built for the frozen copy. Add a new \
                 interface or an `extras` pair instead of changing what was released"
            )
        })?;
    }
    Ok(())
}

fn changed(from: &str, to: &str) -> String {
    assert!(CURRENT.contains(from), "nothing to change: {from}");
    CURRENT.replacen(from, to, 1)
}

#[test]
fn the_interface_fits_its_frozen_copy() {
    if let Err(error) = compatible(FROZEN, CURRENT) {
        panic!("{error:#}");
    }
}

#[test]
fn changing_what_was_released_is_noticed() {
    for (what, from, to) in [
        ("a record's new field", "record receipt {", "record receipt {\n        extra: string,"),
        ("a field's other type", "        longitude: f64,", "        longitude: f32,"),
        (
            "a variant's new case",
            "        custom(custom),\n    }\n\n    /// A frame",
            "        custom(custom),\n        more(custom),\n    }\n\n    /// A frame",
        ),
        ("an enum's new case", "enum level { trace,", "enum level { silly, trace,"),
        ("a parameter's other type", "random: func(n: u32)", "random: func(n: u64)"),
        (
            "a changed result",
            "secret-exists: func(name: string) -> bool",
            "secret-exists: func(name: string) -> u8",
        ),
        (
            "a new function that plugins would have to export",
            "    check: func(acc: account) -> result<validation, failure>;",
            "    check: func(acc: account) -> result<validation, failure>;\n    more: func() -> bool;",
        ),
        ("a removed import", "    now-ms: func() -> u64;", ""),
        ("a removed world", "world timers-plugin { include imports; export timers; }", ""),
    ] {
        assert!(compatible(FROZEN, &changed(from, to)).is_err(), "{what} went unnoticed");
    }
}

#[test]
fn growing_is_allowed() {
    let import =
        changed("now-ms: func() -> u64;", "now-ms: func() -> u64;\n    zone: func() -> string;");
    compatible(FROZEN, &import).expect("a new function to import");
    let interface = format!(
        "{CURRENT}\ninterface more {{ use types.{{account}}; go: func(acc: account); }}\n\
         world more-plugin {{ include imports; export more; }}\n"
    );
    compatible(FROZEN, &interface).expect("a new interface");
}
