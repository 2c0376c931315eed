//! AI helpers: accounts of plugins that propose instead of carrying messages.

use super::registry::Channel;
use crate::channels::Channels;
use crate::plugins::{Account, CallError, Called, Host, Interface};
use std::{future::Future, sync::Arc};

/// A connected helper that can be asked.
pub struct Helper {
    channels: Channels,
    channel: Arc<Channel>,
    pub account: Account,
}

impl Channels {
    /// The client's helper for a task: the oldest account that is switched on and whose plugin
    /// offers the interface.
    #[must_use]
    pub fn helper(&self, client_id: i64, interface: Interface) -> Option<Helper> {
        let mut fitting: Vec<Arc<Channel>> = self
            .registry
            .all_across_clients()
            .into_iter()
            .filter(|c| c.row.client_id == client_id && c.row.enabled)
            .filter(|c| c.plugin.as_ref().is_some_and(|p| p.manifest.offers(interface)))
            .collect();
        fitting.sort_by_key(|c| c.row.id);
        let channel = fitting.into_iter().next()?;
        let account = self.account(&channel);
        Some(Helper { channels: self.clone(), channel, account })
    }
}

impl Helper {
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
        let Called { result, report } = call.await;
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
