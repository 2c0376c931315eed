//! Changing what was already sent.

use super::{answered, call, usual};
use crate::plugins::{
    account::{Account, CallError, Called},
    bindings::{outbound_edits::exports::patchbay::plugin::outbound_edits::Target, types},
    convert,
    host::{Host, Running, refused},
    manifest::Interface,
    model,
};
use std::time::Duration;
use tracing::Instrument as _;

impl Host {
    /// Replaces the text of a sent message.
    pub async fn edit(
        &self,
        account: &Account,
        target: &model::EditTarget,
        message: &model::OutgoingMessage,
    ) -> Called<model::Batch> {
        let (target, message) = (target_in(target), message.clone());
        call!(self, account, "edit", OutboundEdits, outbound_edits, usual, |guest, store, acc| {
            let message = convert::outgoing(&mut store.data_mut().table, &message)?;
            let api = guest.patchbay_plugin_outbound_edits();
            answered!(api.call_edit(&mut *store, acc, &target, &message).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// Takes a sent message back.
    pub async fn delete(
        &self,
        account: &Account,
        target: &model::EditTarget,
    ) -> Called<model::Batch> {
        let target = target_in(target);
        call!(self, account, "delete", OutboundEdits, outbound_edits, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_outbound_edits();
            answered!(api.call_delete(&mut *store, acc, &target).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// Puts an emoji on a message, or with none takes ours away.
    pub async fn react(
        &self,
        account: &Account,
        target: &model::EditTarget,
        emoji: Option<&str>,
    ) -> Called<model::Batch> {
        let (target, emoji) = (target_in(target), emoji.map(str::to_owned));
        call!(self, account, "react", OutboundEdits, outbound_edits, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_outbound_edits();
            let emoji = emoji.as_deref();
            answered!(api.call_react(&mut *store, acc, &target, emoji).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }
}

fn target_in(target: &model::EditTarget) -> Target {
    Target {
        external_ids: target.external_ids.clone(),
        thread: target.thread.clone(),
        channel: target.channel.clone(),
        recipient: target.recipient.clone(),
        op_id: target.op_id.clone(),
    }
}
