//! Blobs for guests: handles on the host's blob store, read and written piece by piece.

use crate::{
    blobs::{BlobError, BlobMeta as StoredMeta, BlobRef, BlobWriter},
    plugins::{
        bindings::{media, types::Detail},
        state::{CallState, Stop},
    },
};
use wasmtime::component::Resource;

/// A stored blob in a guest's hands.
pub struct BlobHandle(pub BlobRef);

/// A blob a guest is writing; `None` once it failed or was finished.
pub struct WriterHandle(Option<BlobWriter>);

/// The most bytes of one read: what a guest can hold, and what the host copies, at once.
const READ_MAX: u32 = 1 << 20;

impl media::Host for CallState {}

impl media::HostBlob for CallState {
    async fn meta(&mut self, this: Resource<BlobHandle>) -> wasmtime::Result<media::BlobMeta> {
        self.count()?;
        let BlobHandle(blob) = self.table.get(&this)?;
        Ok(media::BlobMeta {
            mime: blob.mime.clone(),
            filename: blob.filename.clone(),
            size: Some(blob.size),
        })
    }

    async fn read(
        &mut self,
        this: Resource<BlobHandle>,
        offset: u64,
        max: u32,
    ) -> wasmtime::Result<Result<Vec<u8>, Detail>> {
        self.count()?;
        let blob = self.table.get(&this)?.0.clone();
        let end = offset.saturating_add(u64::from(max.min(READ_MAX)));
        self.meter.pause();
        let place = self.place_for_files().await;
        let read = self.lent.blobs.get_range(&blob, offset..end).await;
        drop(place);
        self.meter.resume();
        match read {
            Ok(bytes) => {
                self.count_blob_read(bytes.len())?;
                Ok(Ok(bytes.to_vec()))
            }
            Err(BlobError::NotFound) => Ok(Err(detail("media.gone", "this file is gone"))),
            Err(e) => self.stop(Stop::Host(e.to_string())),
        }
    }

    async fn drop(&mut self, this: Resource<BlobHandle>) -> wasmtime::Result<()> {
        self.table.delete(this)?;
        Ok(())
    }
}

impl media::HostBlobWriter for CallState {
    async fn new(&mut self, meta: media::BlobMeta) -> wasmtime::Result<Resource<WriterHandle>> {
        self.count()?;
        let meta = StoredMeta::clean(&meta.mime, meta.filename.as_deref());
        let writer = self.lent.blobs.writer(meta, self.blob_max());
        Ok(self.table.push(WriterHandle(Some(writer)))?)
    }

    async fn write(
        &mut self,
        this: Resource<WriterHandle>,
        chunk: Vec<u8>,
    ) -> wasmtime::Result<Result<(), Detail>> {
        self.count()?;
        self.count_blob_written(chunk.len())?;
        self.meter.pause();
        let place = self.place_for_files().await;
        let Some(writer) = &mut self.table.get_mut(&this)?.0 else {
            self.meter.resume();
            return Ok(Err(detail("media.closed", "this file was given up")));
        };
        let written = writer.write(&chunk).await;
        drop(place);
        self.meter.resume();
        match written {
            Ok(()) => Ok(Ok(())),
            Err(BlobError::TooLarge { max }) => {
                self.table.get_mut(&this)?.0 = None;
                Ok(Err(detail("media.too-large", &format!("a file may hold {max} bytes"))))
            }
            Err(e) => self.stop(Stop::Host(e.to_string())),
        }
    }

    async fn finish(
        &mut self,
        this: Resource<WriterHandle>,
    ) -> wasmtime::Result<Result<Resource<BlobHandle>, Detail>> {
        self.count()?;
        let Some(writer) = self.table.delete(this)?.0 else {
            return Ok(Err(detail("media.closed", "this file was given up")));
        };
        self.meter.pause();
        let place = self.place_for_files().await;
        let finished = writer.finish().await;
        drop(place);
        self.meter.resume();
        match finished {
            Ok(blob) => Ok(Ok(self.table.push(BlobHandle(blob))?)),
            Err(e) => self.stop(Stop::Host(e.to_string())),
        }
    }

    async fn drop(&mut self, this: Resource<WriterHandle>) -> wasmtime::Result<()> {
        self.table.delete(this)?;
        Ok(())
    }
}

fn detail(code: &str, message: &str) -> Detail {
    Detail { code: code.to_owned(), message: message.to_owned(), provider: None }
}
