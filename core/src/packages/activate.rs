//! Putting a staged version into use, and going back to the one before.

use super::{
    Packages,
    api::{PluginPackage, PluginsChanged, RolledBack},
    model::{Actor, Origin, PackageProblem, State, compare},
    permissions::permissions,
    store::{self, PackageRow},
    view::PackageSummary,
};
use crate::audit::Action;
use serde_json::json;
use std::cmp::Ordering;

impl Packages {
    /// Puts a staged version into use, once its permissions are granted. Calls that run finish on
    /// the version they began with; the version in use becomes the previous one.
    ///
    /// # Errors
    /// [`PackageProblem`]; then the version in use stays.
    pub async fn activate(
        &self,
        who: &Actor,
        id: i64,
        granted: bool,
    ) -> Result<PluginPackage, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        let row = self.row(&mut conn, id).await?;
        if State::parse(&row.state) == State::Active {
            return self.view(&mut conn, id).await;
        }
        if !granted {
            return Err(PackageProblem::NotGranted);
        }
        let keys = store::keys(&mut conn).await?;
        let active = store::in_state(&mut conn, &row.plugin, State::Active.as_str()).await?;
        drop(conn);
        may_follow(&row, active.as_ref())?;
        if row.origin != Origin::BuiltIn.as_str() {
            // The key may have lost its trust since the package was taken in.
            self.trusted(row.signer.as_deref(), &keys)?;
        }
        let kept = PackageSummary::read(&row)?;
        let plugin = self.prepared(&row).await?;
        self.ready.lock().insert(row.digest.clone(), plugin);

        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        self.retire(&mut tx, &row.plugin, &row.version, active.as_ref()).await?;
        if !store::move_to(&mut tx, id, &row.state, State::Active.as_str(), "", Some(now)).await? {
            return Err(meanwhile());
        }
        let sheet = json!(permissions(&kept.manifest)).to_string();
        store::insert_grant(&mut tx, id, &sheet, who.name(), now).await?;
        let text = match &active {
            Some(active) => format!("Version {} follows {}.", row.version, active.version),
            None => format!("Version {} was installed.", row.version),
        };
        self.channels.plugin_changed(&mut tx, &row.plugin, "info", &text).await?;
        let told = PluginsChanged {
            version: Some(row.version.clone()),
            ..PluginsChanged::of(&row.plugin)
        };
        self.announce(&mut tx, &told).await?;
        self.note_version(&mut tx, who, Action::PackageActivated, &row).await?;
        tx.commit().await?;
        self.follow().await;
        self.sweep().await;
        let mut conn = self.db.read().await?;
        self.view(&mut conn, id).await
    }

    /// The version in use becomes the previous one, and the one before that only a memory.
    pub(super) async fn retire(
        &self,
        tx: &mut crate::db::Tx,
        plugin: &str,
        version: &str,
        active: Option<&PackageRow>,
    ) -> Result<(), PackageProblem> {
        let Some(active) = active else { return Ok(()) };
        if let Some(previous) = store::in_state(tx, plugin, State::Previous.as_str()).await? {
            let note = format!("Replaced by {}.", active.version);
            let (from, to) = (State::Previous.as_str(), State::Removed.as_str());
            store::move_to(tx, previous.id, from, to, &note, None).await?;
        }
        let note = format!("Replaced by {version}.");
        let (from, to) = (State::Active.as_str(), State::Previous.as_str());
        if store::move_to(tx, active.id, from, to, &note, None).await? {
            Ok(())
        } else {
            Err(meanwhile())
        }
    }

    /// Puts the previous version back into use. The other one stays staged, with the reason.
    ///
    /// # Errors
    /// [`PackageProblem`]; then the version in use stays.
    pub async fn rollback(
        &self,
        who: &Actor,
        plugin: &str,
        reason: &str,
    ) -> Result<PluginPackage, PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        let active = store::in_state(&mut conn, plugin, State::Active.as_str()).await?;
        let active = active.ok_or(PackageProblem::NotFound)?;
        let previous = store::in_state(&mut conn, plugin, State::Previous.as_str()).await?;
        let previous = previous.ok_or_else(|| {
            let text = format!("There is no version before {} to go back to.", active.version);
            PackageProblem::State(text)
        })?;
        drop(conn);
        let prepared = self.prepared(&previous).await?;
        self.ready.lock().insert(previous.digest.clone(), prepared);

        let now = self.clock.now_ms();
        let text = format!("Rolled back from {} to {}: {reason}", active.version, previous.version);
        let mut tx = self.db.begin().await?;
        let (was, waits) = (State::Active.as_str(), State::Staged.as_str());
        let stopped = store::move_to(&mut tx, active.id, was, waits, &text, None).await?;
        let from = State::Previous.as_str();
        let back = store::move_to(&mut tx, previous.id, from, was, &text, Some(now)).await?;
        if !(stopped && back) {
            return Err(meanwhile());
        }
        let level = if matches!(who, Actor::Patchbay) { "error" } else { "warn" };
        self.channels.plugin_changed(&mut tx, plugin, level, &text).await?;
        let rolled_back = RolledBack {
            from: active.version.clone(),
            to: previous.version.clone(),
            reason: reason.to_owned(),
        };
        let told = PluginsChanged {
            version: Some(previous.version.clone()),
            rolled_back: Some(rolled_back),
            ..PluginsChanged::of(plugin)
        };
        self.announce(&mut tx, &told).await?;
        self.note_version(&mut tx, who, Action::PluginRolledBack, &previous).await?;
        tx.commit().await?;
        self.follow().await;
        let mut conn = self.db.read().await?;
        self.view(&mut conn, previous.id).await
    }

    /// Connects waiting accounts again, without keeping the caller.
    pub(super) fn resume(&self, plugin: &str, client_id: Option<i64>) {
        let (channels, plugin) = (self.channels.clone(), plugin.to_owned());
        tokio::spawn(async move { channels.resume_accounts(&plugin, client_id).await });
    }
}

/// Whether a version may take the place of the one in use.
fn may_follow(row: &PackageRow, active: Option<&PackageRow>) -> Result<(), PackageProblem> {
    if State::parse(&row.state) == State::Previous {
        let text = "This is the previous version: roll back to it.";
        return Err(PackageProblem::State(text.to_owned()));
    }
    match active {
        Some(active) if compare(&row.version, &active.version) == Ordering::Less => {
            Err(PackageProblem::Downgrade {
                active: active.version.clone(),
                given: row.version.clone(),
            })
        }
        _ => Ok(()),
    }
}

/// Another process was quicker.
fn meanwhile() -> PackageProblem {
    PackageProblem::State("The plugin was changed at the same time. Look again.".to_owned())
}
