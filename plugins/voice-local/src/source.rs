//! The bytes of a recording, read in ranges, so that it never is in memory as a whole.

use patchbay_plugin::prelude::*;

/// What can be read in ranges: a blob of the host, or bytes in tests.
pub trait Source {
    /// Up to `max` bytes from `offset`, perhaps fewer; none means the end.
    fn read(&self, offset: u64, max: u32) -> Result<Vec<u8>, Detail>;

    /// `len` bytes from `offset`, fewer only at the end of the file.
    ///
    /// A failing read is the store's trouble and not the recording's: it may pass.
    fn range(&self, offset: u64, len: u32) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        while let missing @ 1.. = len - bytes.len() as u32 {
            let at = offset.saturating_add(bytes.len() as u64);
            let mut piece = self.read(at, missing).map_err(Failure::retryable)?;
            if piece.is_empty() {
                break;
            }
            piece.truncate(missing as usize);
            if bytes.is_empty() {
                bytes = piece;
            } else {
                bytes.append(&mut piece);
            }
        }
        Ok(bytes)
    }
}

impl Source for Blob {
    fn read(&self, offset: u64, max: u32) -> Result<Vec<u8>, Detail> {
        Blob::read(self, offset, max)
    }
}
