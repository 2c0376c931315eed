//! Writing one blob of unknown size: buffered while small, a multipart upload once it is not.

use super::{BlobError, BlobMeta, BlobRef, Blobs, hex, payload};
use object_store::{MultipartUpload, ObjectStoreExt, path::Path};
use sha2::{Digest, Sha256};

/// One part of a multipart upload. S3 demands at least 5 MiB for all but the last.
const PART: usize = 8 << 20;

/// A blob being written. Dropping it without `finish` discards it.
pub struct BlobWriter {
    blobs: Blobs,
    meta: BlobMeta,
    max: u64,
    size: u64,
    hash: Sha256,
    buffer: Vec<u8>,
    upload: Option<(Path, Box<dyn MultipartUpload>)>,
}

impl BlobWriter {
    pub(super) fn new(blobs: Blobs, meta: BlobMeta, max: u64) -> Self {
        let hash = Sha256::new();
        Self { blobs, meta, max, size: 0, hash, buffer: Vec::new(), upload: None }
    }

    /// Bytes written so far.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends bytes; fails, discarding everything, when they exceed the limit.
    pub async fn write(&mut self, mut chunk: &[u8]) -> Result<(), BlobError> {
        self.size += chunk.len() as u64;
        if self.size > self.max {
            self.discard().await;
            return Err(BlobError::TooLarge { max: self.max });
        }
        self.hash.update(chunk);
        while self.buffer.len() + chunk.len() >= PART {
            let (now, later) = chunk.split_at(PART - self.buffer.len());
            self.buffer.extend_from_slice(now);
            chunk = later;
            self.flush_part().await?;
        }
        self.buffer.extend_from_slice(chunk);
        Ok(())
    }

    /// Stores what was written under the name of its content.
    pub async fn finish(mut self) -> Result<BlobRef, BlobError> {
        if self.size > self.max {
            return Err(BlobError::TooLarge { max: self.max });
        }
        let sha256 = hex(&std::mem::take(&mut self.hash).finalize());
        let key = self.blobs.key_of(&sha256)?;
        if self.upload.is_none() {
            let bytes = std::mem::take(&mut self.buffer);
            self.blobs.store.put(&key, payload(bytes.into())).await?;
        } else {
            if !self.buffer.is_empty() {
                self.flush_part().await?;
            }
            if let Some((temporary, mut upload)) = self.upload.take() {
                upload.complete().await?;
                self.blobs.store.rename(&temporary, &key).await?;
            }
        }
        let meta = std::mem::take(&mut self.meta);
        Ok(BlobRef { sha256, size: self.size, mime: meta.mime, filename: meta.filename })
    }

    /// Gives up and removes what was uploaded.
    pub async fn abort(mut self) {
        self.discard().await;
    }

    async fn discard(&mut self) {
        self.buffer = Vec::new();
        if let Some((_, mut upload)) = self.upload.take() {
            let _ = upload.abort().await;
        }
    }

    async fn flush_part(&mut self) -> Result<(), BlobError> {
        if self.upload.is_none() {
            let key = self.blobs.temporary_key();
            let upload = self.blobs.store.put_multipart(&key).await?;
            self.upload = Some((key, upload));
        }
        if let Some((_, upload)) = &mut self.upload {
            let part = std::mem::take(&mut self.buffer);
            upload.put_part(payload(part.into())).await?;
        }
        Ok(())
    }
}

impl Drop for BlobWriter {
    /// An upload that nobody will finish is aborted in the background, where there is a runtime;
    /// without one the clean-up of temporary keys finds it.
    fn drop(&mut self) {
        if let Some((_, mut upload)) = self.upload.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                let _ = upload.abort().await;
            });
        }
    }
}
