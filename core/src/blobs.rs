//! Attachments and other large bytes: streamed to a folder or to an S3-compatible store.
//!
//! A blob is named by the SHA-256 of its content, so the same file sent a thousand times is kept
//! once and a name can never show other bytes. What is small goes to its name in one write; what is
//! large is streamed under a temporary key while it is hashed and moved when it is complete, so a
//! half-written blob is never visible under a name.

mod media_type;
mod writer;

use crate::{clock::Clock, ids::Ids};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream::BoxStream};
use object_store::{
    ClientOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    aws::AmazonS3Builder,
    client::{HttpClient, HttpConnector},
    local::LocalFileSystem,
    path::Path,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{ops::Range, path::PathBuf, sync::Arc, time::Duration};

pub use media_type::{HEAD_BYTES, is_shown_in_place, media_type};
pub use writer::BlobWriter;

/// A stored blob: where it is and what its sender said it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlobRef {
    /// 64 lower-case hexadecimal digits; the name of the content.
    pub sha256: String,
    pub size: u64,
    pub mime: String,
    pub filename: Option<String>,
}

/// What is said about a blob when it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlobMeta {
    pub mime: String,
    pub filename: Option<String>,
}

impl BlobMeta {
    /// What strangers say about a file, made safe to store and to show: a plain media type without
    /// parameters, and a name without folders, control characters and tricks of direction.
    #[must_use]
    pub fn clean(mime: &str, filename: Option<&str>) -> Self {
        let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let token = |c: char| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c);
        let plain = mime.len() <= 100
            && mime.split_once('/').is_some_and(|(kind, sub)| {
                !kind.is_empty() && !sub.is_empty() && (kind.chars().chain(sub.chars())).all(token)
            });
        let mime = if plain { mime } else { "application/octet-stream".to_owned() };
        let turns = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let filename = filename
            .and_then(|name| name.rsplit(['/', '\\']).next())
            .map(|name| name.chars().filter(|c| !c.is_control() && !turns(c)).take(200).collect())
            .filter(|name: &String| !name.trim_matches('.').trim().is_empty());
        Self { mime, filename }
    }
}

/// Where blobs are kept.
#[derive(Clone)]
pub enum BlobConfig {
    Folder(PathBuf),
    S3 {
        endpoint: String,
        bucket: String,
        region: String,
        access_key: String,
        secret_key: String,
        /// Plain HTTP to the endpoint, for a store on the same machine or network.
        allow_http: bool,
    },
}

/// Why a blob operation failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    #[error("the file is larger than {max} bytes")]
    TooLarge { max: u64 },
    #[error("no such blob")]
    NotFound,
    #[error("the sender stopped: {0}")]
    Source(Box<dyn std::error::Error + Send + Sync>),
    #[error("the blob store failed: {0}")]
    Store(object_store::Error),
    #[error("the blob folder cannot be used: {0}")]
    Folder(std::io::Error),
}

impl From<object_store::Error> for BlobError {
    fn from(e: object_store::Error) -> Self {
        match e {
            object_store::Error::NotFound { .. } => Self::NotFound,
            e => Self::Store(e),
        }
    }
}

/// The blob store. Cheap to clone.
#[derive(Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    folder: Option<PathBuf>,
    /// What names begin with.
    shelf: &'static str,
    clock: Clock,
    ids: Ids,
}

impl Blobs {
    /// Opens the store. Makes the folder when it is missing; does not touch the network.
    pub fn open(config: &BlobConfig, clock: Clock, ids: Ids) -> Result<Self, BlobError> {
        let (store, folder): (Arc<dyn ObjectStore>, _) = match config {
            BlobConfig::Folder(path) => {
                std::fs::create_dir_all(path.join(TEMPORARY)).map_err(BlobError::Folder)?;
                let local = LocalFileSystem::new_with_prefix(path)?.with_fsync(true);
                (Arc::new(local), Some(path.clone()))
            }
            BlobConfig::S3 { endpoint, bucket, region, access_key, secret_key, allow_http } => {
                let s3 = AmazonS3Builder::new()
                    .with_endpoint(endpoint)
                    .with_bucket_name(bucket)
                    .with_region(region)
                    .with_access_key_id(access_key)
                    .with_secret_access_key(secret_key)
                    .with_allow_http(*allow_http)
                    .with_virtual_hosted_style_request(false)
                    .with_http_connector(Connector)
                    .with_retry(RetryConfig {
                        max_retries: 3,
                        retry_timeout: Duration::from_secs(20),
                        ..RetryConfig::default()
                    })
                    .build()?;
                (Arc::new(s3), None)
            }
        };
        Ok(Self { store, folder, shelf: COMMON, clock, ids })
    }

    /// A shelf of its own in the same store, for contents that are removed some day: on the common one
    /// nobody knows who else refers to the same content.
    #[must_use]
    pub fn shelf(&self, name: &'static str) -> Self {
        Self { shelf: name, ..self.clone() }
    }

    /// What lies on this shelf, by name, and when it was put there.
    ///
    /// # Errors
    /// When the store cannot be listed.
    pub async fn names(&self) -> Result<Vec<(String, i64)>, BlobError> {
        let mut list = self.store.list(Some(&Path::from(self.shelf)));
        let mut names = Vec::new();
        while let Some(object) = list.try_next().await? {
            let parts: Vec<_> = object.location.parts().collect();
            if let [.., head, tail] = &parts[..] {
                let name = format!("{}{}", head.as_ref(), tail.as_ref());
                names.push((name, object.last_modified.timestamp_millis()));
            }
        }
        Ok(names)
    }

    /// Writes, reads back and removes one small object: for start-up and `doctor`.
    pub async fn probe(&self) -> Result<(), BlobError> {
        let key = self.temporary_key();
        self.store.put(&key, Bytes::from_static(b"patchbay").into()).await?;
        let read = self.store.get(&key).await?.bytes().await?;
        self.store.delete(&key).await?;
        if read.as_ref() == b"patchbay" { Ok(()) } else { Err(BlobError::NotFound) }
    }

    /// Stores a stream, refusing it as soon as it is longer than `max_bytes`.
    pub async fn put_stream<S, E>(
        &self,
        stream: S,
        meta: BlobMeta,
        max_bytes: u64,
    ) -> Result<BlobRef, BlobError>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let mut writer = self.writer(meta, max_bytes);
        let mut stream = std::pin::pin!(stream);
        while let Some(chunk) = stream.next().await {
            match chunk {
                Ok(chunk) => writer.write(&chunk).await?,
                Err(e) => {
                    writer.abort().await;
                    return Err(BlobError::Source(e.into()));
                }
            }
        }
        writer.finish().await
    }

    /// Stores bytes that are in memory anyway.
    pub async fn put_bytes(
        &self,
        bytes: impl Into<Bytes>,
        meta: BlobMeta,
    ) -> Result<BlobRef, BlobError> {
        let bytes: Bytes = bytes.into();
        let sha256 = hex(&Sha256::digest(&bytes));
        let size = bytes.len() as u64;
        self.store.put(&self.key_of(&sha256)?, payload(bytes)).await?;
        Ok(BlobRef { sha256, size, mime: meta.mime, filename: meta.filename })
    }

    /// A writer for bytes that arrive piece by piece.
    #[must_use]
    pub fn writer(&self, meta: BlobMeta, max_bytes: u64) -> BlobWriter {
        BlobWriter::new(self.clone(), meta, max_bytes)
    }

    /// The bytes of a range. A range that ends behind the end is cut; one that starts there is
    /// empty.
    pub async fn get_range(&self, blob: &BlobRef, range: Range<u64>) -> Result<Bytes, BlobError> {
        let range = range.start..range.end.min(blob.size);
        if range.is_empty() {
            return Ok(Bytes::new());
        }
        Ok(self.store.get_range(&self.key_of(&blob.sha256)?, range).await?)
    }

    /// The whole blob, chunk by chunk.
    pub async fn get_stream(
        &self,
        sha256: &str,
    ) -> Result<BoxStream<'static, Result<Bytes, BlobError>>, BlobError> {
        let got = self.store.get(&self.key_of(sha256)?).await?;
        Ok(got.into_stream().map_err(BlobError::from).boxed())
    }

    /// Whether the content is there.
    pub async fn exists(&self, sha256: &str) -> Result<bool, BlobError> {
        match self.store.head(&self.key_of(sha256)?).await.map_err(BlobError::from) {
            Ok(_) => Ok(true),
            Err(BlobError::NotFound) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Puts a content of this shelf on another one too; one that lies there already is enough.
    ///
    /// # Errors
    /// [`BlobError::NotFound`] when neither shelf has it.
    pub async fn copy_to(&self, other: &Self, sha256: &str) -> Result<(), BlobError> {
        match self.store.copy(&self.key_of(sha256)?, &other.key_of(sha256)?).await {
            Ok(()) => Ok(()),
            Err(object_store::Error::NotFound { .. }) if other.exists(sha256).await? => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes the content; one that is already gone is no error.
    pub async fn delete(&self, sha256: &str) -> Result<(), BlobError> {
        match self.store.delete(&self.key_of(sha256)?).await.map_err(BlobError::from) {
            Err(BlobError::NotFound) => Ok(()),
            other => other,
        }
    }

    /// Removes temporary keys older than `age_ms` that a crash left behind and says how many.
    /// Uploads that were never completed at an S3 store are invisible as objects: the bucket's own
    /// lifecycle rule for incomplete uploads removes those.
    pub async fn clean(&self, age_ms: i64) -> Result<usize, BlobError> {
        let before = self.clock.now_ms().saturating_sub(age_ms);
        let mut removed = 0;
        if let Some(folder) = &self.folder {
            // The local store hides its staged files from `list`, so the folder itself is read.
            let mut entries =
                tokio::fs::read_dir(folder.join(TEMPORARY)).await.map_err(BlobError::Folder)?;
            while let Some(entry) = entries.next_entry().await.map_err(BlobError::Folder)? {
                if made_before(&entry.file_name().to_string_lossy(), before)
                    && tokio::fs::remove_file(entry.path()).await.is_ok()
                {
                    removed += 1;
                }
            }
            return Ok(removed);
        }
        let mut list = self.store.list(Some(&Path::from(TEMPORARY)));
        let mut old = Vec::new();
        while let Some(object) = list.try_next().await? {
            if made_before(object.location.filename().unwrap_or_default(), before) {
                old.push(object.location);
            }
        }
        for key in old {
            self.store.delete(&key).await?;
            removed += 1;
        }
        Ok(removed)
    }

    /// Only a digest can become a path: a name from elsewhere is "not found", never a traversal.
    fn key_of(&self, sha256: &str) -> Result<Path, BlobError> {
        let digest = sha256.len() == 64
            && sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if !digest {
            return Err(BlobError::NotFound);
        }
        Ok(Path::from(format!("{}/{}/{}", self.shelf, &sha256[..2], &sha256[2..])))
    }

    /// Starts with the time, so that clean-up needs no other record of when it was made.
    fn temporary_key(&self) -> Path {
        Path::from(format!("{TEMPORARY}/{}-{}", self.clock.now_ms(), self.ids.token(16)))
    }
}

const TEMPORARY: &str = "tmp";

/// The shelf of everything that many may refer to.
const COMMON: &str = "sha256";

fn made_before(name: &str, before_ms: i64) -> bool {
    name.split('-').next().and_then(|ms| ms.parse::<i64>().ok()).is_some_and(|ms| ms < before_ms)
}

/// One write to a file. A server's kernel does not let anybody else have the processor in the middle of
/// one, and one of megabytes took tens of milliseconds.
const PIECE: usize = 64 << 10;

/// Bytes that are written piece by piece.
fn payload(bytes: Bytes) -> PutPayload {
    let end = |begin: usize| bytes.len().min(begin + PIECE);
    (0..bytes.len()).step_by(PIECE).map(|begin| bytes.slice(begin..end(begin))).collect()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Gives the store our own HTTP client, because the library's has no TLS provider in this build.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured((*crate::tls::client_config()).clone())
            .connect_timeout(Duration::from_secs(10))
            .read_timeout(Duration::from_secs(30))
            .build()
            .map_err(|e| object_store::Error::Generic { store: "S3", source: Box::new(e) })?;
        Ok(HttpClient::new(client))
    }
}

#[cfg(test)]
mod tests;
