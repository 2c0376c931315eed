//! Taking a package in: everything that can be known about it before anything uses it.

use super::{
    Packages,
    api::{PluginPackage, PluginsChanged},
    model::{Actor, Entry, InstalledPackage, Origin, PackageProblem, State, entry},
    store::{self, KeyRow, NewPackage, PackageRow},
    view::PackageSummary,
};
use crate::{
    audit::Action,
    blobs::BlobMeta,
    plugins::{PACKAGE_MAX, Package, PackageError, fingerprint},
};

/// A package as it was brought.
#[derive(Debug)]
pub enum Brought {
    Bytes(Vec<u8>),
    Url(String),
    Path(String),
}

impl Packages {
    /// Takes a package in and gives its view. The same package again is the same row.
    ///
    /// # Errors
    /// [`PackageProblem`], with the reason; then nothing was stored.
    pub async fn stage(
        &self,
        who: &Actor,
        brought: Brought,
    ) -> Result<PluginPackage, PackageProblem> {
        self.operator_only(who).await?;
        let id = self.take_in(who, brought).await?;
        let mut conn = self.db.read().await?;
        self.view(&mut conn, id).await
    }

    async fn take_in(&self, who: &Actor, brought: Brought) -> Result<i64, PackageProblem> {
        let (bytes, origin, source) = match brought {
            Brought::Bytes(bytes) => (bytes, Origin::Upload, String::new()),
            Brought::Url(url) => (self.fetch(&url).await?, Origin::Url, url),
            Brought::Path(path) => (self.read_path(who, &path).await?, Origin::Path, path),
        };
        let _one_at_a_time = self.staging.lock().await;
        let (bytes, package) = read(bytes).await?;
        let mut conn = self.db.read().await?;
        let keys = store::keys(&mut conn).await?;
        let known = known(&store::of_plugin(&mut conn, &package.manifest.id).await?);
        drop(conn);
        let signer = package.signature.as_ref().map(|s| s.key.as_str());
        self.trusted(signer, &keys)?;
        let version = &package.manifest.version;
        let back = match entry(version, &package.digest, &known) {
            Entry::Here(id) => {
                // Whoever brings what is lost mends it.
                if !self.shelf.exists(&package.digest).await? {
                    self.shelf.put_bytes(bytes, BlobMeta::default()).await?;
                }
                return Ok(id);
            }
            Entry::Back(id) => Some(id),
            Entry::New => None,
            Entry::Downgrade { active } => {
                return Err(PackageProblem::Downgrade { active, given: version.clone() });
            }
            Entry::SameVersion => {
                return Err(PackageProblem::SameVersion { version: version.clone() });
            }
        };
        let plugin = self.host.prepare(bytes.clone()).await?;
        self.host.smoke(&plugin).await?;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let meta = BlobMeta { mime: "application/zip".to_owned(), filename: None };
        self.shelf.put_bytes(bytes, meta).await?;

        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let kept = PackageSummary::of(&package);
        let new = NewPackage {
            plugin: &package.manifest.id,
            version,
            digest: &package.digest,
            size,
            origin: origin.as_str(),
            source: &source,
            signer,
            state: State::Staged.as_str(),
            manifest: &kept,
            note: "",
            by: who.name(),
            now,
            activated_at: None,
        };
        let stored = match back {
            Some(id) => {
                let origin = (origin.as_str(), source.as_str());
                store::bring_back(&mut tx, id, origin, who.name(), now).await?.then_some(id)
            }
            None => store::insert(&mut tx, &new).await?,
        };
        let Some(id) = stored else {
            let text = "The same package or version was installed at the same time. Try again.";
            return Err(PackageProblem::State(text.to_owned()));
        };
        let row = self.row(&mut tx, id).await?;
        let told = PluginsChanged { package: Some(id), ..PluginsChanged::of(&row.plugin) };
        self.announce(&mut tx, &told).await?;
        self.note_version(&mut tx, who, Action::PackageInstalled, &row).await?;
        tx.commit().await?;
        self.ready.lock().insert(row.digest.clone(), plugin);
        Ok(id)
    }

    /// Whether a signature is good enough here.
    pub(super) fn trusted(
        &self,
        signer: Option<&str>,
        keys: &[KeyRow],
    ) -> Result<(), PackageProblem> {
        match signer {
            Some(signer) if keys.iter().any(|k| k.key == signer) => Ok(()),
            _ if self.allow_unsigned => Ok(()),
            Some(signer) => Err(PackageProblem::Untrusted { fingerprint: fingerprint(signer) }),
            None => Err(PackageProblem::Unsigned),
        }
    }
}

/// Reads a package on a thread that may take its time.
pub(super) async fn read(bytes: Vec<u8>) -> Result<(Vec<u8>, Package), PackageProblem> {
    if bytes.len() > PACKAGE_MAX {
        return Err(PackageError::TooLarge.into());
    }
    let work = move || Package::read(&bytes).map(|package| (bytes, package));
    let read = tokio::task::spawn_blocking(work).await;
    Ok(read.map_err(|e| PackageError::Host(e.to_string()))??)
}

/// What a newcomer has to mind.
pub(super) fn known(rows: &[PackageRow]) -> Vec<InstalledPackage> {
    let known = |row: &PackageRow| InstalledPackage {
        id: row.id,
        version: row.version.clone(),
        digest: row.digest.clone(),
        state: State::parse(&row.state),
    };
    rows.iter().map(known).collect()
}
