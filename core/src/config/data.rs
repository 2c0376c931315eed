//! The data folder: made for the operator's eyes only.

use std::{io, path::Path};

/// Makes the data folder, readable by its owner alone. A folder that exists keeps its mode.
///
/// # Errors
/// When the folder cannot be made, or the path is something else.
pub fn prepare_data_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}
