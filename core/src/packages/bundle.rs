//! The packages that come with the program, and those in the operator's folder: trusted, and in use
//! unless a newer version is, or somebody decided otherwise.

use super::{
    Packages,
    model::{Actor, Adoption, Origin, PackageProblem, State, adoption, compare},
    stage::{known, read},
    store::{self, NewPackage},
    view::PackageSummary,
};
use crate::{blobs::BlobMeta, bundled::BundledPackage, plugins::Package};
use futures_util::future::{BoxFuture, join_all};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashSet},
};

struct Candidate {
    package: Package,
    bytes: Vec<u8>,
    source: String,
}

impl Packages {
    /// Takes over what is bundled and not known yet. One bad package must not keep the desk from
    /// starting.
    pub(super) async fn adopt(&self) {
        if self.all_known().await {
            return;
        }
        let best = self.best().await;
        let mut adopted: Vec<BoxFuture<'_, ()>> = vec![];
        for (id, candidate) in best {
            let source = candidate.source.clone();
            adopted.push(Box::pin(async move {
                if let Err(error) = self.adopt_one(candidate).await {
                    tracing::error!(plugin.id = id, origin = source, %error, "a plugin was refused");
                }
            }));
        }
        join_all(adopted).await;
    }

    /// Whether nothing is bundled that was not judged before: then nothing has to be unpacked, which is
    /// most of what a start costs.
    async fn all_known(&self) -> bool {
        let known = async {
            let mut conn = self.db.read().await?;
            store::digests(&mut conn).await
        };
        match known.await {
            Ok(known) => {
                let known: HashSet<String> = known.into_iter().map(|(digest, _)| digest).collect();
                self.bundled.iter().all(|one| known.contains(&one.digest))
            }
            Err(error) => {
                tracing::warn!(%error, "reading the plugin packages failed");
                false
            }
        }
    }

    /// The newest of each plugin; of equals the one in the operator's folder, which comes last.
    async fn best(&self) -> BTreeMap<String, Candidate> {
        let mut best: BTreeMap<String, Candidate> = BTreeMap::new();
        for BundledPackage { origin, bytes, .. } in &self.bundled {
            let (bytes, package) = match read(bytes.to_vec()).await {
                Ok(read) => read,
                Err(error) => {
                    tracing::error!(origin, %error, "a plugin was refused");
                    continue;
                }
            };
            let id = package.manifest.id.clone();
            let better = best.get(&id).is_none_or(|other| {
                let (ours, theirs) = (&package.manifest.version, &other.package.manifest.version);
                compare(ours, theirs) != Ordering::Less
            });
            if better {
                best.insert(id, Candidate { package, bytes, source: origin.clone() });
            }
        }
        best
    }

    async fn adopt_one(&self, candidate: Candidate) -> Result<(), PackageProblem> {
        let Candidate { package, bytes, source } = candidate;
        let id = &package.manifest.id;
        let mut conn = self.db.read().await?;
        let rows = store::of_plugin(&mut conn, id).await?;
        drop(conn);
        let active = rows.iter().find(|row| row.state == State::Active.as_str());
        let built_in = active.is_some_and(|row| row.origin == Origin::BuiltIn.as_str());
        let version = &package.manifest.version;
        let decided = adoption(version, &package.digest, &known(&rows), built_in);
        match decided {
            Adoption::Known => return Ok(()),
            Adoption::Older => {
                let active = active.map_or("", |row| row.version.as_str());
                tracing::info!(plugin.id = id, version, active, "a newer plugin is in use");
                return Ok(());
            }
            Adoption::Use | Adoption::Replace(_) | Adoption::Wait => {}
        }
        let plugin = self.host.prepare(bytes.clone()).await?;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let meta = BlobMeta { mime: "application/zip".to_owned(), filename: None };
        self.shelf.put_bytes(bytes, meta).await?;
        let waits = decided == Adoption::Wait;
        let now = self.clock.now_ms();
        let kept = PackageSummary::of(&package);
        let new = NewPackage {
            plugin: id,
            version,
            digest: &package.digest,
            size,
            origin: Origin::BuiltIn.as_str(),
            source: if source == Origin::BuiltIn.as_str() { "" } else { &source },
            signer: package.signature.as_ref().map(|s| s.key.as_str()),
            state: if waits { State::Staged } else { State::Active }.as_str(),
            manifest: &kept,
            note: if waits { "The plugin was uninstalled before this version came." } else { "" },
            by: Actor::Patchbay.name(),
            now,
            activated_at: (!waits).then_some(now),
        };
        let mut tx = self.db.begin().await?;
        match decided {
            Adoption::Use => self.retire(&mut tx, id, version, active).await?,
            Adoption::Replace(old) => {
                store::forget(&mut tx, old).await?;
            }
            _ => {}
        }
        // Another node that starts at the same time brings the same.
        if store::insert(&mut tx, &new).await?.is_some() {
            tx.queued(super::CHANGED);
            tx.commit().await?;
            tracing::info!(plugin.id = id, plugin.version = version, origin = source, "plugin");
        }
        self.ready.lock().insert(package.digest.clone(), plugin);
        Ok(())
    }
}
