//! Uninstalling a plugin, and discarding a version that is not in use. What they were stays known.

use super::{
    Packages,
    api::PluginsChanged,
    model::{Actor, PackageProblem, State},
    store,
};
use crate::audit::Action;

impl Packages {
    /// Uninstalls a plugin. Its accounts stop and say why; tickets and messages stay as they are.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn uninstall(&self, who: &Actor, plugin: &str) -> Result<(), PackageProblem> {
        self.operator_only(who).await?;
        let mut conn = self.db.read().await?;
        let active = store::in_state(&mut conn, plugin, State::Active.as_str()).await?;
        let active = active.ok_or(PackageProblem::NotFound)?;
        drop(conn);
        let mut tx = self.db.begin().await?;
        store::remove_all(&mut tx, plugin, &format!("Uninstalled by {}.", who.name())).await?;
        self.channels.plugin_gone(&mut tx, plugin).await?;
        let told = PluginsChanged { removed: Some(true), ..PluginsChanged::of(plugin) };
        self.announce(&mut tx, &told).await?;
        self.note_version(&mut tx, who, Action::PluginUninstalled, &active).await?;
        tx.commit().await?;
        self.follow().await;
        self.sweep().await;
        Ok(())
    }

    /// Discards a staged or previous version.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn discard(&self, who: &Actor, id: i64) -> Result<(), PackageProblem> {
        self.operator_only(who).await?;
        let mut tx = self.db.begin().await?;
        let row = self.row(&mut tx, id).await?;
        let refusal = match State::parse(&row.state) {
            State::Staged | State::Previous => None,
            State::Active => Some("This version is in use: roll back, or uninstall the plugin."),
            State::Removed => Some("This version was removed already."),
        };
        if let Some(text) = refusal {
            return Err(PackageProblem::State(text.to_owned()));
        }
        let note = format!("Discarded by {}.", who.name());
        let removed = State::Removed.as_str();
        store::move_to(&mut tx, id, &row.state, removed, &note, None).await?;
        let told = PluginsChanged { package: Some(id), ..PluginsChanged::of(&row.plugin) };
        self.announce(&mut tx, &told).await?;
        self.note_version(&mut tx, who, Action::PackageDiscarded, &row).await?;
        tx.commit().await?;
        self.follow().await;
        self.sweep().await;
        Ok(())
    }
}
