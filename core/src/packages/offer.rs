//! A client switches an installed plugin on or off for itself.

use super::{
    CHANGED, Packages,
    api::PluginsChanged,
    model::{Actor, PackageProblem, State},
    store,
};
use crate::audit::{Act, Action};
use serde_json::json;

impl Packages {
    /// Switches a plugin on or off for one client; any admin of it may. Twice is like once.
    ///
    /// # Errors
    /// [`PackageProblem`].
    pub async fn switch(
        &self,
        who: &Actor,
        client_id: i64,
        plugin: &str,
        enabled: bool,
    ) -> Result<(), PackageProblem> {
        who.is_admin()?;
        let mut tx = self.db.begin().await?;
        if store::in_state(&mut tx, plugin, State::Active.as_str()).await?.is_none() {
            return Err(PackageProblem::NotFound);
        }
        let by = who.name();
        if !self.channels.switch_plugin(&mut tx, client_id, plugin, enabled, by).await? {
            return Ok(());
        }
        let told = PluginsChanged { enabled: Some(enabled), ..PluginsChanged::of(plugin) };
        self.announce_to(&mut tx, client_id, &told);
        tx.queued(CHANGED);
        let (id, changes) = (plugin.to_owned(), json!({ "enabled": enabled }));
        let action = Action::PluginSwitched;
        self.note(&mut tx, who, &Act { action, kind: "plugin", id, name: plugin, changes }).await?;
        tx.commit().await?;
        self.channels.plugins_changed().await?;
        if enabled {
            self.resume(plugin, Some(client_id));
        }
        Ok(())
    }
}
