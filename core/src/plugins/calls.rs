//! One function per interface call: lend the input, run the guest, take back the answer.

mod assist;
mod edits;
mod live;
mod telephony;

use super::{
    account::{Account, CallError, Called},
    bindings::{self, types},
    convert,
    host::{Host, Running, refused},
    manifest::Interface,
    model::{
        Batch, Envelope, OutgoingMessage, PartPosition, PollOutcome, PresenceSignal, RawMail, Sent,
        SentPart, Validation, VisitorAct, VisitorSession, WebhookReply, WebhookRequest,
    },
};
use std::time::Duration;
use tracing::Instrument as _;

/// Begins a call, runs its body under the wall clock and ends it. The body owns what it uses, since it
/// may be run aside.
///
/// A macro, because the body borrows the store across awaits, which no closure type can say.
macro_rules! call {
    ($host:expr, $account:expr, $name:literal, $interface:ident, $world:ident, $wall:expr,
     |$guest:ident, $store:ident, $acc:ident| $body:expr) => {{
        let mut run = match $host.begin($account, Interface::$interface, $name).await {
            Ok(run) => run,
            Err(e) => return refused(e),
        };
        let call = async move {
            let wall: Duration = $wall(&run);
            run.store.data_mut().deadline = tokio::time::Instant::now() + wall;
            let span = run.span.clone();
            // It may have begun on another thread.
            run.store.data_mut().meter.resume();
            let Running { guest, store: $store, account: $acc, .. } = &mut run;
            let Some(pre) = guest.$world.as_ref() else {
                return refused(CallError::Missing { interface: stringify!($world).to_owned() });
            };
            let outcome = tokio::time::timeout(wall, async {
                let $guest = pre.instantiate_async(&mut *$store).await?;
                let answer: wasmtime::Result<Result<_, types::Failure>> = $body;
                Ok(answer?.map_err(convert::failure))
            })
            .instrument(span)
            .await;
            run.end(outcome)
        };
        $host.shared.aside.run($account.client_id, &$account.plugin_id, call).await
    }};
}

/// Turns a guest's answer into the model's, keeping its failure.
macro_rules! answered {
    ($call:expr, |$answer:ident| $convert:expr) => {
        match $call {
            Ok(Ok($answer)) => $convert.map(Ok),
            Ok(Err(failure)) => Ok(Err(failure)),
            Err(e) => Err(e),
        }
    };
}
use {answered, call};

/// The manifest's wall limit.
fn usual(run: &Running) -> Duration {
    run.wall
}

/// A pull may wait for the provider (long polling), so it has a limit of its own.
fn pulling(run: &Running) -> Duration {
    run.plugin.manifest.poll.as_ref().map_or(run.wall, |p| Duration::from_millis(p.wall_ms))
}

impl Host {
    /// "Check settings".
    pub async fn check(&self, account: &Account) -> Called<Validation> {
        call!(self, account, "check", Settings, settings, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_settings();
            answered!(api.call_check(&mut *store, acc).await, |v| Ok(Validation {
                title: convert::maybe(v.title),
                problems: convert::named(v.problems),
                facts: convert::pairs(v.facts),
            }))
        })
    }

    /// Registers or removes the webhook at the provider; the URL is empty when there is none.
    pub async fn connect(&self, account: &Account, webhook_url: &str) -> Called<()> {
        let url = webhook_url.to_owned();
        call!(self, account, "connect", Settings, settings, usual, |guest, store, acc| {
            guest.patchbay_plugin_settings().call_connect(&mut *store, acc, &url).await
        })
    }

    /// A verified request of the provider.
    pub async fn webhook(
        &self,
        account: &Account,
        request: WebhookRequest,
    ) -> Called<(Option<WebhookReply>, Batch)> {
        use bindings::webhook::exports::patchbay::plugin::webhook::Request;
        let headers = request.headers.into_iter();
        let request = Request {
            method: request.method,
            path: request.path,
            query: request.query,
            headers: headers.map(|(name, value)| types::Header { name, value }).collect(),
            body: request.body,
            verified: request.verified,
        };
        call!(self, account, "webhook", Webhook, webhook, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_webhook();
            answered!(api.call_handle(&mut *store, acc, &request).await, |answer| {
                let (reply, batch) = answer;
                let reply = reply.map(|r| WebhookReply {
                    status: r.status,
                    headers: r.headers.into_iter().map(|h| (h.name, h.value)).collect(),
                    body: r.body,
                });
                convert::batch(&mut store.data_mut().table, batch).map(|b| (reply, b))
            })
        })
    }

    /// One pull from the cursor.
    pub async fn pull(&self, account: &Account, cursor: Option<Vec<u8>>) -> Called<PollOutcome> {
        call!(self, account, "poll", Poll, poll, pulling, |guest, store, acc| {
            let api = guest.patchbay_plugin_poll();
            answered!(api.call_pull(&mut *store, acc, cursor.as_deref()).await, |o| {
                convert::batch(&mut store.data_mut().table, o.batch).map(|batch| PollOutcome {
                    batch,
                    more: o.more,
                    next_in_ms: o.next_in_ms,
                })
            })
        })
    }

    /// A mail that arrived.
    pub async fn receive_mail(&self, account: &Account, mail: RawMail) -> Called<Batch> {
        call!(self, account, "mail", Mail, mail, usual, |guest, store, acc| {
            let raw = bindings::mail::exports::patchbay::plugin::mail::RawMail {
                raw: convert::lend(&mut store.data_mut().table, &mail.raw)?,
                folder: mail.folder.clone(),
                uid_validity: mail.uid_validity,
                uid: mail.uid,
                received_ms: u64::try_from(mail.received_ms).unwrap_or(0),
            };
            let api = guest.patchbay_plugin_mail();
            answered!(api.call_receive(&mut *store, acc, &raw).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// The mail to submit for an agent's message.
    pub async fn compose_mail(
        &self,
        account: &Account,
        message: &OutgoingMessage,
    ) -> Called<Envelope> {
        let message = message.clone();
        call!(self, account, "compose", Mail, mail, usual, |guest, store, acc| {
            let message = convert::outgoing(&mut store.data_mut().table, &message)?;
            let api = guest.patchbay_plugin_mail();
            answered!(api.call_compose(&mut *store, acc, &message).await, |envelope| {
                convert::take(&mut store.data_mut().table, envelope.raw).map(|raw| Envelope {
                    from: convert::clean(envelope.from),
                    recipients: envelope.recipients.into_iter().map(convert::clean).collect(),
                    raw,
                    message_id: convert::clean(envelope.message_id),
                })
            })
        })
    }

    /// A visitor did something on our own page.
    pub async fn visitor(
        &self,
        account: &Account,
        session: &VisitorSession,
        act: VisitorAct,
    ) -> Called<Batch> {
        use bindings::visitor::exports::patchbay::plugin::visitor::{Act, Session};
        let session = Session {
            id: session.id.clone(),
            name: session.name.clone(),
            email: session.email.clone(),
            phone: session.phone.clone(),
            language: session.language.clone(),
        };
        call!(self, account, "visitor", Visitor, visitor, usual, |guest, store, acc| {
            let act = match &act {
                VisitorAct::Register(fields) => Act::Register(fields.clone()),
                VisitorAct::Message { id, text, attachments } => {
                    let files = convert::attachments_in(&mut store.data_mut().table, attachments)?;
                    Act::Message((id.clone(), text.clone(), files))
                }
                VisitorAct::Typing => Act::Typing,
                VisitorAct::Stopped => Act::Stopped,
                VisitorAct::Read => Act::Read,
                VisitorAct::Leave => Act::Leave,
                VisitorAct::Rate { stars, reason } => Act::Rate((*stars, reason.clone())),
            };
            let api = guest.patchbay_plugin_visitor();
            answered!(api.call_handle(&mut *store, acc, &session, &act).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }

    /// Sends an agent's message.
    pub async fn send(&self, account: &Account, message: &OutgoingMessage) -> Called<Sent> {
        let message = message.clone();
        call!(self, account, "send", Outbound, outbound, usual, |guest, store, acc| {
            let message = convert::outgoing(&mut store.data_mut().table, &message)?;
            let api = guest.patchbay_plugin_outbound();
            answered!(api.call_send(&mut *store, acc, &message).await, |sent| {
                convert::batch(&mut store.data_mut().table, sent.batch).map(|batch| Sent {
                    external_ids: sent.external_ids.into_iter().map(convert::clean).collect(),
                    status: convert::clean(sent.status),
                    batch,
                })
            })
        })
    }

    /// Sends one part of an agent's message.
    pub async fn send_part(
        &self,
        account: &Account,
        message: &OutgoingMessage,
        part: &PartPosition,
    ) -> Called<SentPart> {
        use bindings::outbound_parts::exports::patchbay::plugin::outbound_parts::Position;
        let message = message.clone();
        let part = Position { index: part.index, external_ids: part.external_ids.clone() };
        call!(self, account, "send", OutboundParts, outbound_parts, usual, |guest, store, acc| {
            let message = convert::outgoing(&mut store.data_mut().table, &message)?;
            let api = guest.patchbay_plugin_outbound_parts();
            answered!(api.call_send_part(&mut *store, acc, &message, &part).await, |sent| {
                convert::batch(&mut store.data_mut().table, sent.batch).map(|batch| SentPart {
                    external_ids: sent.external_ids.into_iter().map(convert::clean).collect(),
                    of: sent.of,
                    status: convert::clean(sent.status),
                    batch,
                })
            })
        })
    }

    /// A best-effort signal to the customer's side.
    pub async fn notify(&self, account: &Account, signal: &PresenceSignal) -> Called<Batch> {
        use bindings::presence::exports::patchbay::plugin::presence::Signal;
        let signal = Signal {
            thread: signal.thread.clone(),
            recipient: signal.recipient.clone(),
            kind: signal.kind.clone(),
            agent_name: signal.agent_name.clone(),
        };
        call!(self, account, "presence", Presence, presence, usual, |guest, store, acc| {
            let api = guest.patchbay_plugin_presence();
            answered!(api.call_notify(&mut *store, acc, &signal).await, |batch| {
                convert::batch(&mut store.data_mut().table, batch)
            })
        })
    }
}
