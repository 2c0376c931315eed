//! Push sockets, timers, profiles and sign-ins.

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
    /// How a push connection is to be made.
    pub async fn socket_open(
        &self,
        account: &Account,
        state: Option<Vec<u8>>,
    ) -> Called<model::SocketPlan> {
        call!(self, account, "socket_open", Socket, socket, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_socket();
            answered!(api.call_open(&mut *store, acc, state.as_deref()).await, |plan| {
                Ok(model::SocketPlan {
                    url: convert::clean(plan.url),
                    headers: plan.headers.into_iter().map(|h| (h.name, h.value)).collect(),
                    subprotocols: plan.subprotocols,
                    hello: plan.hello.into_iter().map(frame_out).collect(),
                    heartbeat_ms: plan.heartbeat_ms,
                })
            })
        })
    }

    /// Something happened on a push connection.
    pub async fn socket_advance(
        &self,
        account: &Account,
        state: Option<Vec<u8>>,
        input: &model::SocketInput,
    ) -> Called<model::SocketStep> {
        use bindings::socket::exports::patchbay::plugin::socket::Input;
        let input = match input {
            model::SocketInput::Frames(frames) => {
                Input::Frames(frames.iter().map(frame_in).collect())
            }
            model::SocketInput::Tick => Input::Tick,
            model::SocketInput::Closed { code, reason } => Input::Closed((*code, reason.clone())),
        };
        call!(self, account, "socket_advance", Socket, socket, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_socket();
            answered!(api.call_advance(&mut *store, acc, state.as_deref(), &input).await, |step| {
                convert::batch(&mut store.data_mut().table, step.batch).map(|batch| {
                    model::SocketStep {
                        batch,
                        send: step.send.into_iter().map(frame_out).collect(),
                        state: step.state,
                        heartbeat_ms: step.heartbeat_ms,
                        reconnect: step.reconnect,
                    }
                })
            })
        })
    }

    /// A timer's time has come.
    pub async fn fire(&self, account: &Account, name: &str, at_ms: i64) -> Called<model::Batch> {
        let (name, at) = (name.to_owned(), u64::try_from(at_ms).unwrap_or(0));
        call!(self, account, "timer", Timers, timers, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_timers();
            answered!(api.call_fire(&mut *store, acc, &name, at).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// Who is behind an id; none when the provider does not tell.
    pub async fn lookup(
        &self,
        account: &Account,
        external_id: &str,
        thread: &str,
    ) -> Called<Option<model::Profile>> {
        let (id, thread) = (external_id.to_owned(), thread.to_owned());
        call!(self, account, "lookup", Directory, directory, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_directory();
            answered!(api.call_lookup(&mut *store, acc, &id, &thread).await, |found| {
                found
                    .map(|p| {
                        let avatar = p
                            .avatar
                            .map(|b| convert::take(&mut store.data_mut().table, b))
                            .transpose()?;
                        Ok(model::Profile {
                            display_name: convert::maybe(p.display_name),
                            avatar,
                            attrs: convert::pairs(p.attrs),
                        })
                    })
                    .transpose()
            })
        })
    }

    /// Tells the plugin that a sign-in succeeded; the answer is settings to store.
    pub async fn granted(
        &self,
        account: &Account,
        grant: &model::OAuthGrant,
    ) -> Called<Vec<(String, String)>> {
        use bindings::oauth::exports::patchbay::plugin::oauth::Grant;
        let grant = Grant {
            name: grant.name.clone(),
            scopes: grant.scopes.clone(),
            answer: grant.answer.clone(),
        };
        call!(self, account, "oauth", Oauth, oauth, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_oauth();
            answered!(api.call_granted(&mut *store, acc, &grant).await, |list| {
                Ok(convert::pairs(list))
            })
        })
    }
}

fn frame_out(
    frame: bindings::socket::exports::patchbay::plugin::socket::Frame,
) -> model::SocketFrame {
    use bindings::socket::exports::patchbay::plugin::socket::Frame;
    match frame {
        Frame::Text(text) => model::SocketFrame::Text(text),
        Frame::Binary(bytes) => model::SocketFrame::Binary(bytes),
    }
}

fn frame_in(
    frame: &model::SocketFrame,
) -> bindings::socket::exports::patchbay::plugin::socket::Frame {
    use bindings::socket::exports::patchbay::plugin::socket::Frame;
    match frame {
        model::SocketFrame::Text(text) => Frame::Text(text.clone()),
        model::SocketFrame::Binary(bytes) => Frame::Binary(bytes.clone()),
    }
}
