//! Takes queued messages over from tickets.

use super::{Channels, change::CHANGES, store};
use crate::{
    db::{DbResult, Tx},
    plugins::manifest::Identity,
    tickets::{Carrier, Outgoing, OutgoingChange, SendRules},
};
use futures_util::future::BoxFuture;

/// The kind of wake-up call that says deliveries were queued.
pub(super) const QUEUED: &str = "deliveries";

/// The kind of wake-up call that says a message has left, or will not.
pub(super) const SETTLED: &str = "settled";

impl Carrier for Channels {
    fn rules(&self, client_id: i64, channel_id: i64) -> SendRules {
        self.registry
            .of_client(client_id, channel_id)
            .map(|channel| channel.rules.clone())
            .unwrap_or_default()
    }

    fn account_name(&self, client_id: i64, channel_id: i64) -> String {
        self.registry
            .of_client(client_id, channel_id)
            .map(|channel| channel.row.name.clone())
            .unwrap_or_default()
    }

    fn identity_kind(&self, client_id: i64, channel_id: i64) -> &'static str {
        let channel = self.registry.of_client(client_id, channel_id);
        let plugin = channel.and_then(|c| c.plugin.clone());
        let kind = plugin.and_then(|p| p.manifest.channels.first().map(|c| c.identity));
        match kind.unwrap_or_default() {
            Identity::Phone => "phone",
            Identity::Email => "email",
            Identity::Username => "username",
            Identity::Opaque => "opaque",
        }
    }

    fn queued<'a>(&'a self, tx: &'a mut Tx, message: &'a Outgoing) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let op_id = self.ids.token(20);
            store::queue_delivery(tx, message, &op_id).await?;
            tx.queued(QUEUED);
            Ok(())
        })
    }

    fn changed<'a>(
        &'a self,
        tx: &'a mut Tx,
        change: &'a OutgoingChange,
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let op_id = self.ids.token(20);
            store::queue_change(tx, change, &op_id).await?;
            tx.queued(CHANGES);
            Ok(())
        })
    }
}
