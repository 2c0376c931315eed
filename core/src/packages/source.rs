//! Where a package's bytes come from.

use super::{
    Packages,
    model::{Actor, PackageProblem},
    store::PackageRow,
};
use crate::blobs::BlobError;
use crate::plugins::{PACKAGE_MAX, PackageError, Purpose, egress::NetError};
use futures_util::TryStreamExt as _;
use std::{path::Path, time::Duration};

/// How long fetching a package may take.
const FETCH: Duration = Duration::from_secs(120);

impl Packages {
    /// A package from the network, by the rules of the egress broker.
    pub(super) async fn fetch(&self, url: &str) -> Result<Vec<u8>, PackageProblem> {
        let max = PACKAGE_MAX as u64;
        let way = self.host.egress().to(Purpose::Packages);
        way.fetch(url.trim(), max, FETCH).await.map_err(|error| match error {
            NetError::TooLarge => PackageError::TooLarge.into(),
            NetError::Denied(d) | NetError::Dns(d) | NetError::Connect(d) | NetError::Tls(d) => {
                PackageProblem::Fetch(d.message.trim_end_matches('.').to_owned())
            }
            NetError::Timeout { .. } => {
                PackageProblem::Fetch("the server took too long".to_owned())
            }
            NetError::Budget => PackageProblem::Fetch("too many requests".to_owned()),
        })
    }

    /// A package from a file of this machine: for the command line, and for the API where the
    /// operator allows it.
    pub(super) async fn read_path(
        &self,
        who: &Actor,
        path: &str,
    ) -> Result<Vec<u8>, PackageProblem> {
        if matches!(who, Actor::User { .. }) && !self.from_path {
            return Err(PackageProblem::PathNotAllowed);
        }
        let path = Path::new(path.trim());
        // What is told apart would otherwise map the server's files.
        let unreadable = |_| {
            PackageProblem::Field("path", "There is no package file that can be read.".to_owned())
        };
        if path.extension().is_none_or(|kind| kind != "pbp") {
            return Err(PackageProblem::Field(
                "path",
                "Name a file that ends with .pbp.".to_owned(),
            ));
        }
        let found = tokio::fs::metadata(path).await.map_err(unreadable)?;
        if found.len() > PACKAGE_MAX as u64 {
            return Err(PackageError::TooLarge.into());
        }
        tokio::fs::read(path).await.map_err(unreadable)
    }

    /// The bytes of a package that is here: from the program or the folder if they hold it, else from
    /// the blob store.
    pub(super) async fn bytes(&self, digest: &str) -> Result<Vec<u8>, PackageProblem> {
        if let Some(found) = self.bundled.iter().find(|found| found.digest == digest) {
            return Ok(found.bytes.to_vec());
        }
        let stream = match self.shelf.get_stream(digest).await {
            Err(BlobError::NotFound) => self.blobs.get_stream(digest).await,
            found => found,
        };
        let mut stream = stream.map_err(|error| match error {
            BlobError::NotFound => {
                let text = "The package of this version was deleted. Bring the package again.";
                PackageProblem::State(text.to_owned())
            }
            error => error.into(),
        })?;
        let mut bytes = Vec::new();
        while let Some(chunk) = stream.try_next().await? {
            bytes.extend_from_slice(&chunk);
        }
        if crate::crypto::sha256_hex(&bytes) != digest {
            return Err(PackageProblem::State("The stored package was changed.".to_owned()));
        }
        Ok(bytes)
    }

    /// A package that is here, ready to run.
    pub(super) async fn prepared(
        &self,
        row: &PackageRow,
    ) -> Result<std::sync::Arc<crate::plugins::Plugin>, PackageProblem> {
        self.prepared_digest(&row.digest).await
    }

    pub(super) async fn prepared_digest(
        &self,
        digest: &str,
    ) -> Result<std::sync::Arc<crate::plugins::Plugin>, PackageProblem> {
        let known = self.ready.lock().get(digest).cloned();
        let known = known.or_else(|| self.loaded(digest));
        if let Some(plugin) = known {
            return Ok(plugin);
        }
        // What lies in the program is not kept twice until it is called.
        if let Some(found) = self.bundled.iter().find(|found| found.digest == digest)
            && let Some(plugin) = self.host.prepare_lazily(found.bytes.clone(), digest).await?
        {
            return Ok(plugin);
        }
        let bytes = self.bytes(digest).await?;
        Ok(self.host.prepare_again(bytes).await?)
    }

    /// A version the host has at hand.
    fn loaded(&self, digest: &str) -> Option<std::sync::Arc<crate::plugins::Plugin>> {
        let plugins = self.host.plugins();
        let previous = plugins.iter().filter_map(|p| self.host.previous(&p.manifest.id));
        plugins.iter().cloned().chain(previous).find(|p| p.digest == digest)
    }
}
