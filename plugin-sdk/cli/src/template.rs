//! `cargo patchbay new`: a small plugin that builds and passes its tests at once.

use crate::languages::template;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a new Rust plugin. `{{id}}`, `{{type}}`, `{{channel}}` and `{{sdk}}` are filled in.
const RUST: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../templates/rust/Cargo.toml.txt")),
    ("plugin.toml", include_str!("../templates/rust/plugin.toml.txt")),
    ("settings.json", include_str!("../templates/rust/settings.json")),
    ("icon.svg", include_str!("../templates/rust/icon.svg")),
    ("texts/en.json", include_str!("../templates/rust/texts/en.json")),
    ("src/lib.rs", include_str!("../templates/rust/src/lib.rs.txt")),
    ("simulator.toml", include_str!("../templates/rust/simulator.toml.txt")),
    (
        "fixtures/settings/check.json",
        include_str!("../templates/rust/fixtures/settings/check.json"),
    ),
    (
        "fixtures/settings/check.batch.json",
        include_str!("../templates/rust/fixtures/settings/check.batch.json"),
    ),
    (
        "fixtures/webhook/message.json",
        include_str!("../templates/rust/fixtures/webhook/message.json"),
    ),
    (
        "fixtures/webhook/message.batch.json",
        include_str!("../templates/rust/fixtures/webhook/message.batch.json"),
    ),
    (
        "fixtures/webhook/typing.json",
        include_str!("../templates/rust/fixtures/webhook/typing.json"),
    ),
    (
        "fixtures/webhook/typing.batch.json",
        include_str!("../templates/rust/fixtures/webhook/typing.batch.json"),
    ),
    ("fixtures/outbound/text.json", include_str!("../templates/rust/fixtures/outbound/text.json")),
    (
        "fixtures/outbound/text.batch.json",
        include_str!("../templates/rust/fixtures/outbound/text.batch.json"),
    ),
    (
        "fixtures/outbound/refused.json",
        include_str!("../templates/rust/fixtures/outbound/refused.json"),
    ),
    (
        "fixtures/outbound/refused.batch.json",
        include_str!("../templates/rust/fixtures/outbound/refused.batch.json"),
    ),
    ("conformance.toml", include_str!("../templates/rust/conformance.toml")),
    ("rustfmt.toml", include_str!("../templates/rust/rustfmt.toml")),
    (".gitignore", "/target\n*.pbp\n"),
];

/// Writes a new plugin into `<dir>/<id>`.
pub fn new(id: &str, lang: &str, dir: &Path, sdk: Option<&Path>) -> Result<()> {
    let (files, home, test): (Vec<_>, _, _) = match template::of(lang) {
        Some(template) => (template.files().collect(), template.sdk, template.test),
        None if lang == "rust" => (RUST.iter().collect(), "plugin-sdk/rust", "cargo test"),
        None => bail!(
            "there are templates for `--lang rust`, `ts` and `py`. A component made by another \
             tool is packed all the same: put it into the plugin's folder as plugin.wasm"
        ),
    };
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.bytes().all(plain) {
        bail!(
            "the id `{id}` must begin with a small letter and hold only small letters, digits and `-`"
        );
    }
    let folder = dir.join(id);
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    let sdk = find_sdk(dir, sdk, Path::new(home))?;
    let name: String = id
        .split('-')
        .filter_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        })
        .collect();
    let module = id.replace('-', "_");
    for (file, text) in files {
        let text = text
            .replace("{{id}}", id)
            .replace("{{type}}", &name)
            .replace("{{channel}}", &id.to_ascii_uppercase().replace('-', "_"))
            .replace("{{module}}", &module)
            .replace("{{sdk}}", &sdk.display().to_string());
        let path = folder.join(file.replace("{{module}}", &module));
        fs::create_dir_all(path.parent().unwrap_or(&folder))
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    if lang == "rust" {
        lock(id, &folder, &sdk)?;
    }
    println!(
        "made {0}\n  cd {0}\n  {test:<20} # its own tests\n  cargo patchbay test  # fixtures and \
         conformance, in the real host\n  cargo patchbay dev   # a desk with a phone to talk to it",
        folder.display()
    );
    Ok(())
}

/// The versions the SDK was tested with, so that a first build needs no registry when the SDK was
/// ever built here.
fn lock(id: &str, folder: &Path, sdk: &Path) -> Result<()> {
    let Ok(own) = fs::read_to_string(folder.join(sdk).join("Cargo.lock")) else { return Ok(()) };
    let entry = format!(
        "\n[[package]]\nname = \"{id}\"\nversion = \"0.1.0\"\ndependencies = [\n \
         \"patchbay-plugin\",\n \"serde\",\n \"serde_json\",\n]\n"
    );
    let path = folder.join("Cargo.lock");
    fs::write(&path, own + &entry).with_context(|| format!("{} cannot be written", path.display()))
}

/// The SDK as the new plugin names it: relative to its folder, so that a plugin in the same
/// repository carries no machine's path, and because npm's lock files know no other.
fn find_sdk(dir: &Path, given: Option<&Path>, home: &Path) -> Result<PathBuf> {
    let start = fs::create_dir_all(dir)
        .and_then(|()| dir.canonicalize())
        .with_context(|| format!("{} cannot be made", dir.display()))?;
    let sdk = match given {
        Some(given) => {
            given.canonicalize().with_context(|| format!("there is no {}", given.display()))?
        }
        None => {
            let found = start.ancestors().map(|place| place.join(home)).find(|sdk| sdk.exists());
            found.with_context(|| {
                let home = home.display();
                format!(
                    "{home} was not found above this folder. Say where it is with `--sdk <path>`"
                )
            })?
        }
    };
    Ok(relative(&start, &sdk))
}

/// The way from a folder in `from` to `to`.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let both = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(both).map(|_| "..");
    let mut way: PathBuf = std::iter::once("..").chain(up).collect();
    way.extend(to.components().skip(both));
    way
}

#[cfg(test)]
mod tests {
    use super::{new, relative};
    use std::{fs, path::Path};

    #[test]
    fn the_folder_around_a_new_plugin_is_made_when_it_is_not_there() {
        let place = tempfile::tempdir().unwrap();
        let (dir, sdk) = (place.path().join("a/b"), place.path().join("sdk"));
        fs::create_dir(&sdk).unwrap();
        new("acme-chat", "py", &dir, Some(&sdk)).unwrap();
        let named = fs::read_to_string(dir.join("acme-chat/pyproject.toml")).unwrap();
        assert!(named.contains("sdk = \"../../../sdk\""), "{named}");
    }

    #[test]
    fn the_way_to_the_sdk_begins_in_the_new_folder() {
        for (from, to, expected) in [
            ("/a/plugins", "/a/plugin-sdk/ts", "../../plugin-sdk/ts"),
            ("/a", "/a/plugin-sdk/ts", "../plugin-sdk/ts"),
            ("/b/c", "/a/ts", "../../../a/ts"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), Path::new(expected));
        }
    }
}
