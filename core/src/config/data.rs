//! The data folder: for the operator's eyes only.
//!
//! Everything the process makes is made for its owner alone, by the process's mask. A folder that was
//! there before is closed as well, where that can harm nobody else.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    #[error("the data folder {0} cannot be made: {1}")]
    Made(PathBuf, io::Error),
    #[error(
        "the data folder {0} is open to others (mode {1:o}) and {2}; name a folder of its own inside \
         it, which is then made for its owner alone, or run: chmod 700 {0}"
    )]
    Open(PathBuf, u32, &'static str),
}

/// What the program itself keeps at the top of the folder, or is told to find there; `simulator` is the
/// demo's.
const OURS: [&str; 8] = [
    "patchbay.db",
    "secret.key",
    "patchbay.toml",
    "serving.lock",
    "plugins",
    "blobs",
    "cache",
    "simulator",
];

/// From now on the process makes files that only their owner may read.
pub fn close_new_files() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Makes the data folder, readable by its owner alone. One that exists is closed to others, and so are
/// the files and folders at its top; one that is somebody else's too is refused.
///
/// # Errors
/// When the folder cannot be made or not be closed, or the path is something else.
pub fn prepare_data_folder(path: &Path) -> Result<(), DataFolderError> {
    let failed = |error| DataFolderError::Made(path.to_owned(), error);
    if path.is_dir() {
        #[cfg(unix)]
        close(path)?;
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).map_err(failed)
}

#[cfg(unix)]
fn close(path: &Path) -> Result<(), DataFolderError> {
    use std::os::unix::fs::PermissionsExt as _;
    let failed = |error| DataFolderError::Made(path.to_owned(), error);
    let mode = std::fs::metadata(path).map_err(failed)?.permissions().mode() & 0o7777;
    if mode & 0o077 != 0 {
        let open = |why| DataFolderError::Open(path.to_owned(), mode, why);
        if mode & 0o1000 != 0 {
            return Err(open("everybody's to write in"));
        }
        if !is_ours(path).map_err(failed)? {
            return Err(open("holds files of others"));
        }
        narrow(path, 0o700).map_err(|_| open("belongs to somebody else"))?;
        tracing::warn!(folder = %path.display(), "the data folder was open to others and is closed now");
    }
    for entry in std::fs::read_dir(path).map_err(failed)?.flatten() {
        // A link leads to what others may have been given on purpose.
        let Ok(kind) = entry.file_type() else { continue };
        let most = if kind.is_dir() { 0o700 } else { 0o600 };
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = OURS.contains(&name.as_str()) || name.starts_with("patchbay.db");
        if known && !kind.is_symlink() {
            narrow(&entry.path(), most)
                .map_err(|error| DataFolderError::Made(entry.path(), error))?;
        }
    }
    Ok(())
}

/// Takes away what a mode gives beyond `most`.
#[cfg(unix)]
fn narrow(path: &Path, most: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = std::fs::metadata(path)?.permissions();
    let mode = permissions.mode() & 0o7777;
    if mode & !most & 0o077 == 0 {
        return Ok(());
    }
    permissions.set_mode(mode & most);
    std::fs::set_permissions(path, permissions)
}

/// Whether a folder holds something of ours, or nothing at all.
#[cfg(unix)]
fn is_ours(path: &Path) -> io::Result<bool> {
    let mut empty = true;
    for entry in std::fs::read_dir(path)? {
        // A fresh volume brings this one along.
        empty &= entry.as_ref().is_ok_and(|entry| entry.file_name() == "lost+found");
        if OURS.iter().any(|name| entry.as_ref().is_ok_and(|entry| entry.file_name() == *name)) {
            return Ok(true);
        }
    }
    Ok(empty)
}
