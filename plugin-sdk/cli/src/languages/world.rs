//! The interface as the tools of other languages get it: the vendored WIT and, beside it, a world
//! of exactly the interfaces that a manifest names.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The interface this tool builds for; nothing is fetched.
pub const WIT: &str = include_str!("../../../wit/patchbay.wit");

/// The world that is built, in a package of its own.
pub const WORLD: &str = "plugin";

/// Writes the WIT of a plugin with these interfaces into `folder`.
pub fn write(folder: &Path, interfaces: &[String]) -> Result<()> {
    let deps = folder.join("deps/patchbay-plugin");
    fs::create_dir_all(&deps)
        .and_then(|()| fs::write(deps.join("patchbay.wit"), WIT))
        .and_then(|()| fs::write(folder.join("world.wit"), world(interfaces)))
        .with_context(|| format!("{} cannot be written", folder.display()))
}

/// A world that exports what the manifest claims and nothing else, so that a plugin need not
/// implement what it does not offer.
fn world(interfaces: &[String]) -> String {
    let mut text = format!("package patchbay:built;\n\nworld {WORLD} {{\n");
    text.push_str("    include patchbay:plugin/imports@1.0.0;\n");
    for name in interfaces {
        text.push_str(&format!("    include patchbay:plugin/{name}-plugin@1.0.0;\n"));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use wit_parser::Resolve;

    #[test]
    fn the_world_has_what_the_manifest_names_and_no_more() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), &["settings".to_owned(), "analyse-text".to_owned()]).expect("written");
        let mut resolve = Resolve::default();
        let (package, _) = resolve.push_dir(folder.path()).expect("it reads");
        let world = resolve.select_world(&[package], Some(WORLD)).expect("the world");
        let exports: Vec<_> =
            resolve.worlds[world].exports.keys().map(|key| resolve.name_world_key(key)).collect();
        assert_eq!(
            exports,
            ["patchbay:plugin/settings@1.0.0", "patchbay:plugin/analyse-text@1.0.0"]
        );
    }

    #[test]
    fn an_unknown_interface_is_found_out_by_the_parser() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), &["telepathy".to_owned()]).expect("written");
        assert!(Resolve::default().push_dir(folder.path()).is_err());
    }
}
