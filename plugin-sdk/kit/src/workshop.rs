//! What lasts from run to run in the developer's cache folder: compiled plugins, which take seconds to
//! minutes to make, and for the desks of `dev` the key under which they are trusted.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Compiled plugins that are kept; the oldest go. One takes up to a hundred megabytes.
const KEPT: usize = 16;

/// The key of a desk, in its data folder and here.
const KEY: &str = "secret.key";

/// A folder below the cache.
pub struct Workshop(PathBuf);

impl Workshop {
    /// `patchbay/NAME` of the user's cache; none for a user without a home, or where it cannot be made.
    pub fn open(name: &str) -> Option<Self> {
        let base = std::env::var_os("XDG_CACHE_HOME").filter(|dir| !dir.is_empty());
        let base = base.map(PathBuf::from);
        let base =
            base.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
        Self::at(base.join("patchbay").join(name))
    }

    fn at(folder: PathBuf) -> Option<Self> {
        let folder = std::path::absolute(folder).ok()?;
        fs::create_dir_all(&folder).ok()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).ok()?;
        }
        Some(Self(folder))
    }

    /// The folder for compiled plugins.
    pub fn compiled(&self) -> PathBuf {
        self.0.join("compiled")
    }

    /// Gives a desk without data the key of those before it, so that it trusts what they compiled.
    pub fn lend_key(&self, data: &Path) {
        if !data.join(KEY).exists() {
            // At the first start there is none; the desk makes one then.
            let _ = fs::copy(self.0.join(KEY), data.join(KEY));
        }
    }

    /// Takes over the key of the first desk.
    pub fn keep_key(&self, data: &Path) {
        if !self.0.join(KEY).exists() {
            let _ = fs::copy(data.join(KEY), self.0.join(KEY));
        }
    }

    /// Removes what was compiled longest ago.
    pub fn tidy(&self) {
        let files = fs::read_dir(self.compiled()).into_iter().flatten().flatten();
        let mut files: Vec<_> = files
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
            .collect();
        files.sort();
        let old = files.len().saturating_sub(KEPT);
        for (_, file) in files.drain(..old) {
            let _ = fs::remove_file(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn the_first_key_serves_every_desk_after() {
        let folder = tempfile::tempdir().unwrap();
        let workshop = Workshop::at(folder.path().join("dev")).unwrap();
        let desk = |name: &str, key: Option<&str>| {
            let data = folder.path().join(name);
            fs::create_dir(&data).unwrap();
            workshop.lend_key(&data);
            if let Some(key) = key {
                fs::write(data.join(KEY), key).unwrap();
            }
            workshop.keep_key(&data);
            fs::read_to_string(data.join(KEY)).unwrap()
        };
        assert_eq!(desk("one", Some("first")), "first");
        assert_eq!(desk("two", None), "first");
        assert_eq!(desk("three", Some("its own")), "its own");
        assert_eq!(desk("four", None), "first");
    }

    #[test]
    fn the_newest_compiled_plugins_stay() {
        let folder = tempfile::tempdir().unwrap();
        let workshop = Workshop::at(folder.path().to_owned()).unwrap();
        workshop.tidy();
        fs::create_dir(workshop.compiled()).unwrap();
        for age in 0..19_u64 {
            let file = fs::File::create(workshop.compiled().join(format!("{age:02}"))).unwrap();
            let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - 60 * age);
            file.set_modified(then).unwrap();
        }
        workshop.tidy();
        let left = fs::read_dir(workshop.compiled()).unwrap().flatten();
        let mut left: Vec<_> = left.map(|f| f.file_name().into_string().unwrap()).collect();
        left.sort();
        let wanted: Vec<_> = (0..16).map(|age| format!("{age:02}")).collect();
        assert_eq!(left, wanted);
    }
}
