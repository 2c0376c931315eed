//! Whether anything in a plugin's folder has changed. It is looked at twice a second: a plugin has a
//! few dozen files, and a look costs less than a dependency on each system's own watcher.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// What builds and editors write by themselves.
const IGNORED: [&str; 6] = ["target", "node_modules", ".git", "__pycache__", "dist", "fixtures"];

type Files = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// A folder under watch.
pub struct Watch {
    folder: PathBuf,
    known: Files,
}

impl Watch {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), known: look(folder) }
    }

    /// True once for each change.
    pub fn changed(&mut self) -> bool {
        let now = look(&self.folder);
        let changed = now != self.known;
        self.known = now;
        changed
    }
}

fn look(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(place).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let built = name.ends_with(".pbp") || name.ends_with('~') || name.starts_with(".#");
            if built || IGNORED.contains(&name.as_str()) {
                continue;
            }
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => folders.push(entry.path()),
                Ok(meta) => {
                    files.insert(entry.path(), (meta.len(), meta.modified().ok()));
                }
                Err(_) => {}
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("src")).unwrap();
        fs::create_dir_all(folder.path().join("target")).unwrap();
        let mut watch = Watch::new(folder.path());
        assert!(!watch.changed());
        fs::write(folder.path().join("src/lib.rs"), "x").unwrap();
        assert!(watch.changed() && !watch.changed());
        fs::write(folder.path().join("target/out"), "x").unwrap();
        fs::write(folder.path().join("acme.pbp"), "x").unwrap();
        assert!(!watch.changed());
        fs::remove_file(folder.path().join("src/lib.rs")).unwrap();
        assert!(watch.changed());
    }
}
