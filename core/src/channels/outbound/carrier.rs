//! Takes queued messages over from tickets.

use super::change::CHANGES;
use crate::channels::{Channels, store};
use crate::{
    db::{DbResult, Tx},
    plugins::manifest::{Identity, Manifest, Opens},
    tickets::{Carrier, Outgoing, OutgoingChange, SendRules, StartBy, Startable},
};
use futures_util::future::BoxFuture;

/// The kind of wake-up call that says deliveries were queued.
pub(in crate::channels) const QUEUED: &str = "deliveries";

/// The kind of wake-up call that says a message has left, or will not.
pub(in crate::channels) const SETTLED: &str = "settled";

/// Whom an agent can write to first by a plugin's channels.
fn start_by(manifest: &Manifest) -> Option<StartBy> {
    if manifest.mail.is_some() {
        return Some(StartBy::Email);
    }
    let tickets = manifest.channels.first().is_some_and(|own| own.opens == Opens::Ticket);
    if !tickets || !manifest.sends() {
        return None;
    }
    Some(match &manifest.send.start_address {
        Some(form) => StartBy::Phone(form.clone()),
        None => StartBy::Known,
    })
}

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

    fn letters(&self, client_id: i64) -> Vec<(i64, String)> {
        let mut found: Vec<(i64, String)> = self
            .registry
            .all_across_clients()
            .iter()
            .filter(|channel| channel.row.client_id == client_id && channel.row.enabled)
            .filter_map(|channel| {
                let manifest = &channel.plugin.as_ref()?.manifest;
                manifest.mail.as_ref()?;
                Some((channel.row.id, manifest.channels.first()?.value.clone()))
            })
            .collect();
        found.sort_unstable();
        found
    }

    fn startable(&self, client_id: i64) -> Vec<Startable> {
        let mut found: Vec<Startable> = self
            .registry
            .all_across_clients()
            .iter()
            .filter(|channel| channel.row.client_id == client_id && channel.row.enabled)
            .filter_map(|channel| {
                let manifest = &channel.plugin.as_ref()?.manifest;
                let own = manifest.channels.first()?;
                let by = start_by(manifest)?;
                let (id, name) = (channel.row.id, channel.row.name.clone());
                let rules = channel.rules.clone();
                Some(Startable { id, value: own.value.clone(), name, by, rules })
            })
            .collect();
        found.sort_by_key(|one| one.id);
        found
    }

    fn queued<'a>(&'a self, tx: &'a mut Tx, message: &'a Outgoing) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let op_id = self.ids.token(20);
            store::queue_delivery(tx, message, &op_id).await?;
            tx.queued(QUEUED);
            Ok(())
        })
    }

    fn moved<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        tickets: (i64, i64),
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            store::move_deliveries(tx, client_id, tickets).await?;
            store::move_changes(tx, client_id, tickets).await?;
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
