//! What accounts do when their plugin comes, goes, or is switched off by their client.

use super::{
    health::Status,
    registry::{CHANGED, Channel},
};
use crate::channels::{Channels, api::PluginBreaker, store};
use crate::{
    db::{Conn, DbResult, Tx},
    plugins::Plugin,
};
use std::sync::Arc;

/// Why an account whose plugin is not installed does nothing.
const MISSING: &str = "The plugin is not installed. Install it again, or remove this channel.";
const SWITCHED_OFF: &str = "The plugin is switched off for this desk.";
const BACK: &str = "The plugin is back.";

/// A line of an account's log, with whose it is.
#[derive(Clone, Debug)]
pub struct PluginLine {
    pub at: i64,
    pub client_id: i64,
    pub channel: String,
    pub level: String,
    pub call: String,
    pub message: String,
    /// What the plugin wrote beside the message, as a JSON object.
    pub fields: String,
}

impl Channels {
    /// In the caller's transaction: the plugin was uninstalled, so all its accounts stop.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plugin_gone(&self, tx: &mut Tx, plugin: &str) -> DbResult<()> {
        for channel in self.accounts_of(plugin, None) {
            if channel.on {
                self.set_status(tx, &channel, Status::Degraded, MISSING, None).await?;
            }
            self.note(tx, &channel, "warn", "plugin", MISSING).await?;
        }
        tx.queued(CHANGED);
        Ok(())
    }

    /// In the caller's transaction: another version of the plugin was put into use. Accounts that
    /// missed it start again, and each account's log says so.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plugin_changed(
        &self,
        tx: &mut Tx,
        plugin: &str,
        level: &str,
        text: &str,
    ) -> DbResult<()> {
        for channel in self.accounts_of(plugin, None) {
            if channel.on && channel.row.status_reason == MISSING {
                self.set_status(tx, &channel, Status::Connecting, BACK, None).await?;
            }
            self.note(tx, &channel, level, "plugin", text).await?;
        }
        tx.queued(CHANGED);
        Ok(())
    }

    /// In the caller's transaction: a client switches a plugin on or off for itself. False when it
    /// was so already.
    ///
    /// # Errors
    /// What the database said.
    pub async fn switch_plugin(
        &self,
        tx: &mut Tx,
        client_id: i64,
        plugin: &str,
        enabled: bool,
        by: &str,
    ) -> DbResult<bool> {
        let now = self.clock.now_ms();
        let changed = if enabled {
            store::switch_on(tx, client_id, plugin).await?
        } else {
            store::switch_off(tx, client_id, plugin, by, now).await?
        };
        if !changed {
            return Ok(false);
        }
        for channel in self.accounts_of(plugin, Some(client_id)) {
            let text = if enabled { "An admin switched the plugin on." } else { SWITCHED_OFF };
            self.note(tx, &channel, "info", "plugin", text).await?;
            if !channel.on {
                continue;
            }
            let (status, reason) =
                if enabled { (Status::Connecting, "") } else { (Status::Paused, SWITCHED_OFF) };
            self.set_status(tx, &channel, status, reason, None).await?;
        }
        tx.queued(CHANGED);
        Ok(true)
    }

    /// Takes over what changed about plugins on this node: call it after the commit.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plugins_changed(&self) -> DbResult<()> {
        self.reload().await?;
        self.reconsider.notify_one();
        Ok(())
    }

    /// Checks and connects the accounts of a plugin that wait for it, best effort.
    pub async fn resume_accounts(&self, plugin: &str, client_id: Option<i64>) {
        for channel in self.accounts_of(plugin, client_id) {
            if channel.row.enabled && channel.row.status == Status::Connecting.as_str() {
                let (client_id, id) = (channel.row.client_id, channel.row.id);
                if let Err(problem) = self.establish(client_id, id, self.clock.now_ms()).await {
                    let reason = problem.message();
                    tracing::warn!(channel.id = id, reason, "an account was not connected again");
                }
            }
        }
    }

    /// Whether a client has switched a plugin off.
    #[must_use]
    pub fn is_switched_off(&self, client_id: i64, plugin: &str) -> bool {
        self.registry.is_switched_off(client_id, plugin)
    }

    /// The breakers of a client's accounts of a plugin, together.
    #[must_use]
    pub fn breaker_of(&self, client_id: i64, plugin: &str) -> (PluginBreaker, u32) {
        let now = self.clock.now_ms();
        let accounts = self.accounts_of(plugin, Some(client_id));
        let open: Vec<i64> =
            accounts.iter().filter(|c| c.breaker.is_open(now)).map(|c| c.row.id).collect();
        let resume_at = accounts.iter().map(|c| c.breaker.resume_at()).max().unwrap_or(0);
        let faults = accounts.iter().map(|c| c.breaker.faults()).sum();
        let resume_at = (!open.is_empty()).then_some(resume_at);
        (PluginBreaker { open: !open.is_empty(), channels: open, resume_at }, faults)
    }

    /// Plugins that a client has or had accounts of: lists name them even when they are gone.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plugins_used(&self, conn: &mut Conn, client_id: i64) -> DbResult<Vec<String>> {
        store::plugins_used(conn, client_id).await
    }

    /// The newest log lines of all accounts of a plugin, of every client: for the operator.
    ///
    /// # Errors
    /// What the database said.
    pub async fn log_of_plugin_across_clients(
        &self,
        plugin: &str,
        limit: i64,
    ) -> DbResult<Vec<PluginLine>> {
        let mut conn = self.db.read().await?;
        let rows = store::log_of_plugin_across_clients(&mut conn, plugin, limit).await?;
        let line = |(at, client_id, channel, level, call, message, fields)| PluginLine {
            at,
            client_id,
            channel,
            level,
            call,
            message,
            fields,
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// The accounts of a plugin, of one client or of all.
    fn accounts_of(&self, plugin: &str, client_id: Option<i64>) -> Vec<Arc<Channel>> {
        let mut accounts = self.registry.all_across_clients();
        accounts.retain(|c| {
            c.row.plugin == plugin && client_id.is_none_or(|client| c.row.client_id == client)
        });
        accounts.sort_by_key(|c| c.row.id);
        accounts
    }

    /// An installed plugin.
    #[must_use]
    pub fn plugin(&self, id: &str) -> Option<Arc<Plugin>> {
        self.host.plugin(id)
    }
}
