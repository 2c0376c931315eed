//! AI helpers: accounts of plugins that propose instead of carrying messages.

use super::registry::Channel;
use crate::channels::Channels;
use crate::plugins::{Account, CallError, CallReport, Called, Host, Interface, Plugin};
use std::{future::Future, sync::Arc, time::Duration};

/// A connected helper that can be asked.
pub struct Helper {
    channels: Channels,
    channel: Arc<Channel>,
    pub account: Account,
    /// How long a call may take; whatever its plugin may otherwise.
    patience: Option<Duration>,
}

impl Channels {
    /// The client's helpers for a task, in the order in which they are asked: accounts that are switched
    /// on and whose plugin offers the interface, those that ask somebody outside first, the oldest first
    /// of these.
    #[must_use]
    pub fn helpers(&self, client_id: i64, interface: Interface) -> Vec<Helper> {
        let fitting = self.registry.all_across_clients().into_iter().filter(|c| {
            let offers = |p: &Arc<Plugin>| p.manifest.offers(interface);
            c.row.client_id == client_id && c.row.enabled && c.plugin.as_ref().is_some_and(offers)
        });
        let mut helpers: Vec<Helper> = fitting
            .map(|channel| {
                let account = self.account(&channel);
                Helper { channels: self.clone(), channel, account, patience: None }
            })
            .collect();
        helpers.sort_by_key(|helper| (!helper.asks_outside(), helper.account_id()));
        helpers
    }

    /// The first of [`Self::helpers`].
    #[must_use]
    pub fn helper(&self, client_id: i64, interface: Interface) -> Option<Helper> {
        self.helpers(client_id, interface).into_iter().next()
    }
}

impl Helper {
    /// The same, with a call that may take so long.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience: Some(patience), ..self }
    }

    /// Where calls run.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.channels.host
    }

    /// The account's name, for the screen.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.channel.row.name
    }

    /// The id of the account.
    #[must_use]
    pub fn account_id(&self) -> i64 {
        self.channel.row.id
    }

    /// The plugin with its version, for example `assist-local 0.1.0`.
    #[must_use]
    pub fn plugin(&self) -> String {
        let manifest = self.channel.plugin.as_ref().map(|plugin| &plugin.manifest);
        manifest.map(|m| format!("{} {}", m.id, m.version)).unwrap_or_default()
    }

    /// Whether what it is given may leave the house: its plugin may reach some host.
    #[must_use]
    pub fn asks_outside(&self) -> bool {
        let net = self.channel.plugin.as_ref().map(|plugin| &plugin.manifest.net);
        net.is_some_and(|net| !net.hosts.is_empty() || !net.host_settings.is_empty())
    }

    /// Runs a call, and records it like every other call of the account.
    ///
    /// # Errors
    /// What the call said; `Busy` while the account's breaker is open.
    pub async fn ask<T>(
        &self,
        kind: &str,
        call: impl Future<Output = Called<T>>,
    ) -> Result<T, CallError> {
        let channels = &self.channels;
        if self.channel.breaker.is_open(channels.clock.now_ms()) {
            return Err(CallError::Busy);
        }
        let Called { result, report } = match self.patience {
            None => call.await,
            // Taken down as every other failure, so that a helper that hangs is left alone for a while.
            Some(patience) => tokio::time::timeout(patience, call).await.unwrap_or_else(|_| {
                Called { result: Err(CallError::WallTime), report: CallReport::default() }
            }),
        };
        let recorded = async {
            let mut tx = channels.db.begin().await?;
            match &result {
                Ok(_) => channels.record_call(&mut tx, &self.channel, kind, &report).await?,
                Err(error) => {
                    channels.record_fault(&mut tx, &self.channel, kind, error, &report).await?;
                }
            }
            tx.commit().await
        };
        if let Err(error) = recorded.await {
            tracing::warn!(%error, "a helper's call could not be recorded");
        }
        if result.is_ok() {
            self.channel.breaker.success();
        }
        result
    }
}
