//! Commands to a telephone exchange, softphones and recordings.

use super::{answered, call, usual};
use crate::plugins::{
    account::{Account, CallError, Called},
    bindings::{self, types},
    convert,
    host::{Host, Running, refused},
    manifest::Interface,
    model,
};
use std::time::Duration;
use tracing::Instrument as _;

impl Host {
    /// What an agent wants done with a call.
    pub async fn call_control(
        &self,
        account: &Account,
        command: &model::CallCommand,
    ) -> Called<model::Batch> {
        let command = bindings::calls::exports::patchbay::plugin::calls::Command {
            op_id: command.op_id.clone(),
            call: command.call.clone(),
            kind: command.kind.clone(),
            extension: command.extension.clone(),
            target: command.target.clone(),
            extras: command.extras.clone(),
        };
        call!(self, account, "call_control", Calls, calls, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_calls();
            answered!(api.call_control(&mut *store, acc, &command).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// How an agent's browser registers; none when this exchange has no softphones.
    pub async fn softphone(
        &self,
        account: &Account,
        extension: &str,
    ) -> Called<Option<model::Softphone>> {
        let extension = extension.to_owned();
        call!(self, account, "softphone", Calls, calls, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_calls();
            answered!(api.call_register(&mut *store, acc, &extension).await, |phone| {
                Ok(phone.map(|p| model::Softphone {
                    server: convert::clean(p.server),
                    user: convert::clean(p.user),
                    password: p.password,
                    realm: convert::clean(p.realm),
                    ice: p.ice.into_iter().map(convert::clean).collect(),
                    expires_ms: p.expires_ms,
                }))
            })
        })
    }

    /// A call's recording; none while there is none.
    pub async fn recording(
        &self,
        account: &Account,
        call: &str,
    ) -> Called<Option<crate::blobs::BlobRef>> {
        let call = call.to_owned();
        call!(self, account, "recording", Calls, calls, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_calls();
            answered!(api.call_recording(&mut *store, acc, &call).await, |blob| {
                blob.map(|b| convert::take(&mut store.data_mut().table, b)).transpose()
            })
        })
    }
}
