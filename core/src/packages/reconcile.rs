//! Bringing the plugin host in line with the tables.

use super::{
    CHANGED, Packages,
    model::{State, TRIAL_MS},
    store::{self, InUse},
};
use crate::db::DbResult;
use futures_util::future::{BoxFuture, join_all};
use std::{collections::BTreeMap, time::Duration};
use tokio_util::sync::CancellationToken;

/// How often a process looks by itself. SQLite cannot wake it when the command line changed
/// something.
const LOOK: Duration = Duration::from_secs(2);

/// How long a version that cannot be prepared is left alone.
const BROKEN_MS: i64 = 60_000;

/// What is to run of one plugin.
#[derive(Default)]
struct DesiredVersions {
    active: Option<(String, Option<i64>)>,
    previous: Option<String>,
}

impl Packages {
    /// Takes over what is bundled, and puts into use what the tables say. For the start.
    ///
    /// # Errors
    /// What the database said.
    pub async fn open(&self) -> DbResult<()> {
        self.adopt().await;
        self.catch_up().await?;
        // What was prepared and not used is not needed again soon.
        self.ready.lock().clear();
        self.sweep().await;
        Ok(())
    }

    /// Follows the tables until told to stop: another process may have changed them.
    pub async fn keep_fresh(self, stop: CancellationToken) {
        let bell = self.db.wake().waiter(CHANGED);
        let mut switches = None;
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
            self.follow().await;
            if let Err(error) = self.follow_switches(&mut switches).await {
                tracing::warn!(%error, "reading the plugins' switches failed");
            }
        }
    }

    /// Brings this process in line after a commit. What fails is tried again by `keep_fresh`.
    pub(super) async fn follow(&self) {
        if !self.serving {
            return;
        }
        if let Err(error) = self.catch_up().await {
            tracing::warn!(%error, "reading the plugin packages failed");
        }
    }

    /// Takes over what clients have switched elsewhere.
    async fn follow_switches(&self, seen: &mut Option<(i64, i64)>) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let now = store::switches_across_clients(&mut conn).await?;
        drop(conn);
        let before = seen.replace(now);
        if before.is_some_and(|before| before != now) {
            self.channels.plugins_changed().await?;
            for plugin in self.host.plugins() {
                self.resume(&plugin.manifest.id, None);
            }
        }
        Ok(())
    }

    /// Loads and swaps what differs. Of a plugin whose wanted version cannot be prepared, the one in
    /// use stays.
    async fn catch_up(&self) -> DbResult<()> {
        let _one_at_a_time = self.following.lock().await;
        let mut conn = self.db.read().await?;
        let wanted = wanted(store::in_use(&mut conn).await?);
        drop(conn);
        // All at once: the compiler lets two through at a time, and cached ones need not wait.
        let mut swaps: Vec<BoxFuture<'_, bool>> = vec![];
        for (id, wanted) in &wanted {
            swaps.push(Box::pin(self.swap(id, wanted)));
        }
        let mut changed = join_all(swaps).await.contains(&true);
        for plugin in self.host.plugins() {
            let id = &plugin.manifest.id;
            if wanted.get(id).is_none_or(|w| w.active.is_none()) {
                self.host.remove(id);
                self.host.keep_previous(id, None);
                tracing::info!(plugin.id = id, "a plugin was removed");
                changed = true;
            }
        }
        if changed {
            self.channels.plugins_changed().await?;
        }
        for id in std::mem::take(&mut *self.returned.lock()) {
            self.resume(&id, None);
        }
        for (id, wanted) in &wanted {
            self.hold_previous(id, wanted).await;
        }
        Ok(())
    }

    /// Puts the wanted version into use. True when another was in use before.
    async fn swap(&self, id: &str, wanted: &DesiredVersions) -> bool {
        let Some((digest, activated_at)) = &wanted.active else { return false };
        if self.host.plugin(id).is_some_and(|plugin| plugin.digest == *digest) {
            return false;
        }
        if self.is_broken(digest) {
            return false;
        }
        let plugin = match self.prepared_digest(digest).await {
            Ok(plugin) => plugin,
            Err(error) => {
                tracing::error!(plugin.id = id, digest, %error, "a plugin cannot be loaded");
                self.broken.lock().insert(digest.clone(), self.clock.now_ms());
                return false;
            }
        };
        // Only an update has a version to go back to.
        let until = activated_at.unwrap_or(0) + TRIAL_MS;
        plugin.trial.begin(if wanted.previous.is_some() { until } else { 0 });
        let version = plugin.manifest.version.clone();
        let before = self.host.place(plugin);
        self.ready.lock().remove(digest);
        if before.is_none() {
            self.returned.lock().push(id.to_owned());
        }
        let before_version = before.as_ref().map(|p| p.manifest.version.as_str());
        tracing::info!(plugin.id = id, plugin.version = version, before_version, "plugin in use");
        if let Some(before) = before.filter(|p| Some(&p.digest) == wanted.previous.as_ref()) {
            self.host.keep_previous(id, Some(before));
        }
        true
    }

    /// Keeps the previous version at hand, so that going back takes no time.
    async fn hold_previous(&self, id: &str, wanted: &DesiredVersions) {
        let held = self.host.previous(id).map(|plugin| plugin.digest.clone());
        if held == wanted.previous {
            return;
        }
        let Some(digest) = &wanted.previous else {
            self.host.keep_previous(id, None);
            return;
        };
        if self.is_broken(digest) {
            return;
        }
        match self.prepared_digest(digest).await {
            Ok(plugin) => self.host.keep_previous(id, Some(plugin)),
            Err(error) => {
                tracing::warn!(plugin.id = id, digest, %error, "the previous version cannot be loaded");
                self.broken.lock().insert(digest.clone(), self.clock.now_ms());
            }
        }
    }

    fn is_broken(&self, digest: &str) -> bool {
        let tried = self.broken.lock().get(digest).copied();
        tried.is_some_and(|at| self.clock.now_ms() - at < BROKEN_MS)
    }
}

fn wanted(rows: Vec<InUse>) -> BTreeMap<String, DesiredVersions> {
    let mut wanted: BTreeMap<String, DesiredVersions> = BTreeMap::new();
    for (plugin, digest, state, activated_at) in rows {
        let of = wanted.entry(plugin).or_default();
        if state == State::Active.as_str() {
            of.active = Some((digest, activated_at));
        } else {
            of.previous = Some(digest);
        }
    }
    wanted
}
