//! Inputs that failed: tried again by themselves, or by an admin from the quarantine.

use super::process::{Answered, Claim, POISON_CODE, Processed, call_hop};
use crate::channels::{
    Channels,
    account::{
        health::{Fault, code_of},
        registry::Channel,
    },
    admin::audit_lines,
    store,
};
use crate::{
    audit::{self, Author},
    blobs::BlobRef,
    db::{DbResult, Tx},
    plugins::{
        Account, Batch, CallError, CallReport, Host, RawMail, SocketFrame, SocketInput, VisitorAct,
        VisitorSession, WebhookRequest,
    },
};
use futures_util::StreamExt as _;
use serde::Deserialize;
use std::{sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

/// The kind of wake-up call that says inputs wait for another attempt.
pub(in crate::channels) const RETRY: &str = "receipts";

/// Attempts before an input that keeps failing goes to the quarantine.
const ATTEMPTS_MAX: i64 = 10;
/// For so long, in milliseconds, younger inputs wait for one that failed.
const BEHIND_MS: i64 = 15_000;
/// How long an input waits, in milliseconds, for which the host had no time.
const BUSY_MS: i64 = 500;

/// Accounts whose inputs are tried again side by side.
const ACCOUNTS_AT_ONCE: usize = 4;
/// Waiting inputs of an account that are looked at together.
const WAITING_PAGE: i64 = 100;

/// A timer's call, as it is kept.
#[derive(Deserialize)]
struct Fired {
    name: String,
    at_ms: i64,
}

/// What became of an attempt.
#[derive(Debug)]
pub(in crate::channels) enum Replayed {
    /// The messages that it brought.
    Done(Vec<i64>),
    /// Somebody else has dealt with it.
    Gone,
    Failed {
        code: String,
        message: String,
    },
    /// The version that was asked for is not at hand.
    NoVersion,
}

/// Which version of the plugin an input is run against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReplayVersion)]
pub(in crate::channels) enum Version {
    #[default]
    Current,
    /// The one before the last update, for inputs that only the new one fails on.
    Previous,
}

impl Channels {
    /// Runs a stored input again, as the plugin is now.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn replay(
        &self,
        channel: &Channel,
        input: &store::Input,
    ) -> DbResult<Replayed> {
        self.replay_with(None, channel, input, Version::Current).await
    }

    /// Runs a stored input again, against a version of the plugin. The author is the admin who asked
    /// for it; what is tried again by itself has none.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn replay_with(
        &self,
        author: Option<&Author>,
        channel: &Channel,
        input: &store::Input,
        version: Version,
    ) -> DbResult<Replayed> {
        let host = match version {
            Version::Current => self.host.clone(),
            Version::Previous => match self.host.previous(&channel.row.plugin) {
                Some(plugin) => self.host.beside(plugin),
                None => return Ok(Replayed::NoVersion),
            },
        };
        let (result, report) = self.run_again(&host, channel, input).await;
        let now = self.clock.now_ms();
        let client_id = channel.row.client_id;
        let batch = match result {
            Ok(batch) => batch,
            Err(error) => {
                return self.failed_again(author, channel, input, (&error, &report)).await;
            }
        };
        let attempt = input.attempts + 1;
        let detail = match version {
            Version::Current => format!("attempt {attempt}"),
            Version::Previous => format!("attempt {attempt}, with the version before"),
        };
        let hops = [call_hop("replayed", now, &report, detail)];
        let answered = Answered { call: &input.kind, batch: &batch, report: &report, hops: &hops };
        match self.process(channel, &answered, Claim::Kept(input)).await? {
            Processed::Taken(mut taken) => {
                let end = Replayed::Done(taken.messages().to_vec());
                note_replay(&mut taken.tx, author, (channel, input), &end, now).await?;
                taken.commit(self).await?;
                Ok(end)
            }
            Processed::Poison(text) => {
                let mut tx = self.db.begin().await?;
                let why = Some((POISON_CODE, text.as_str()));
                store::set_input_state(&mut tx, client_id, input.id, "quarantined", None, why, now)
                    .await?;
                let end = Replayed::Failed { code: POISON_CODE.into(), message: text };
                note_replay(&mut tx, author, (channel, input), &end, now).await?;
                self.say_given_up(&mut tx, channel, input, POISON_CODE);
                tx.commit().await?;
                Ok(end)
            }
            Processed::Repeat(_) | Processed::Behind | Processed::Lost => Ok(Replayed::Gone),
        }
    }

    async fn run_again(
        &self,
        host: &Host,
        channel: &Channel,
        input: &store::Input,
    ) -> (Result<Batch, CallError>, CallReport) {
        let account = self.account(channel);
        let unreadable = || {
            let what = "the stored input cannot be read".to_owned();
            (Err(CallError::Limit { what }), CallReport::default())
        };
        match input.kind.as_str() {
            "webhook" => {
                let Ok(mut request) = serde_json::from_str::<WebhookRequest>(&input.input) else {
                    return unreadable();
                };
                request.body = input.body.clone().unwrap_or_default();
                let called = host.webhook(&account, request).await;
                (called.result.map(|(_, batch)| batch), called.report)
            }
            "mail" => {
                let Ok(mail) = serde_json::from_str::<RawMail>(&input.input) else {
                    return unreadable();
                };
                let called = host.receive_mail(&account, mail).await;
                (called.result, called.report)
            }
            "visitor" => {
                let Ok((who, act)) =
                    serde_json::from_str::<(VisitorSession, VisitorAct)>(&input.input)
                else {
                    return unreadable();
                };
                let called = host.visitor(&account, &who, act).await;
                (called.result, called.report)
            }
            "timer" => {
                let Ok(fired) = serde_json::from_str::<Fired>(&input.input) else {
                    return unreadable();
                };
                let called = host.fire(&account, &fired.name, fired.at_ms).await;
                (called.result, called.report)
            }
            "socket" => {
                let body = input.body.as_deref().unwrap_or_default();
                let Ok(frames) = serde_json::from_slice(body) else { return unreadable() };
                self.frames_again(host, channel, &account, frames).await
            }
            _ => unreadable(),
        }
    }

    /// Frames of a connection that may be long gone: what they mean is taken, what the plugin would
    /// answer and the state it would leave are not.
    async fn frames_again(
        &self,
        host: &Host,
        channel: &Channel,
        account: &Account,
        frames: Vec<SocketFrame>,
    ) -> (Result<Batch, CallError>, CallReport) {
        let row = &channel.row;
        let state = async {
            let mut conn = self.db.read().await?;
            store::socket_state(&mut conn, row.client_id, row.id).await
        };
        let state = state.await.ok().flatten();
        let called = host.socket_advance(account, state, &SocketInput::Frames(frames)).await;
        (called.result.map(|step| step.batch), called.report)
    }

    async fn failed_again(
        &self,
        author: Option<&Author>,
        channel: &Channel,
        input: &store::Input,
        (error, report): (&CallError, &CallReport),
    ) -> DbResult<Replayed> {
        let now = self.clock.now_ms();
        let (code, message) = (code_of(error), error.to_string());
        if matches!(error, CallError::Busy) && input.state == "retry" {
            // Nothing was tried, so those behind it wait on.
            let (mut tx, client_id) = (self.db.begin().await?, channel.row.client_id);
            store::postpone_input(&mut tx, client_id, input.id, now + BUSY_MS).await?;
            tx.commit().await?;
            return Ok(Replayed::Failed { code, message });
        }
        let give_up = error.is_deterministic()
            || input.attempts + 1 >= ATTEMPTS_MAX
            || input.state == "quarantined";
        let (state, next_at) = if give_up {
            ("quarantined", None)
        } else {
            let wait =
                crate::channels::model::send_backoff_ms(input.attempts, self.ids.below(u64::MAX));
            ("retry", Some(now + wait))
        };
        let mut tx = self.db.begin().await?;
        let why = Some((code.as_str(), message.as_str()));
        let client_id = channel.row.client_id;
        store::set_input_state(&mut tx, client_id, input.id, state, next_at, why, now).await?;
        if give_up {
            self.say_given_up(&mut tx, channel, input, &code);
        }
        let fault = Fault { call: &input.kind, error, report, input_id: Some(input.id) };
        self.record_fault_of(&mut tx, channel, &fault).await?;
        let end = Replayed::Failed { code, message };
        note_replay(&mut tx, author, (channel, input), &end, now).await?;
        tx.commit().await?;
        Ok(end)
    }

    /// What was in the quarantine before is no news.
    fn say_given_up(&self, tx: &mut Tx, channel: &Channel, input: &store::Input, code: &str) {
        if input.state != "quarantined" {
            let whose = (channel.row.client_id, channel.row.id, input.id);
            self.say_quarantined(tx, whose, code, self.clock.now_ms());
        }
    }

    /// What came after this is waited for by what comes after it.
    pub(in crate::channels) fn young_since(&self, now: i64) -> i64 {
        young_since(self.started_ms, now)
    }

    /// Tries due inputs again until told to stop.
    pub async fn retry_inputs(self, stop: CancellationToken) {
        let bell = self.db.wake().waiter(RETRY);
        while !stop.is_cancelled() {
            if let Err(error) = self.retry_due().await {
                tracing::warn!(error = %error, "trying failed inputs again failed");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => tokio::time::sleep(Duration::from_millis(200)).await,
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
        }
    }

    async fn retry_due(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let due = store::due_again_across_clients(&mut conn, self.clock.now_ms()).await?;
        drop(conn);
        let accounts = futures_util::stream::iter(due).map(|(client_id, channel_id)| async move {
            let done = self.retry_account(client_id, channel_id).await;
            if let Err(error) = done {
                tracing::warn!(channel.id = channel_id, %error, "failed inputs were not tried again");
            }
        });
        accounts.buffer_unordered(ACCOUNTS_AT_ONCE).collect::<()>().await;
        Ok(())
    }

    /// Runs what waits of an account in its order, as far as nothing in front of it has to wait.
    async fn retry_account(&self, client_id: i64, channel_id: i64) -> DbResult<()> {
        let mut after = 0;
        loop {
            let mut conn = self.db.read().await?;
            let page = store::waiting_inputs(&mut conn, client_id, channel_id, after, WAITING_PAGE)
                .await?;
            drop(conn);
            let Some(last) = page.last().map(|waiting| waiting.id) else { return Ok(()) };
            for waiting in page {
                let now = self.clock.now_ms();
                let channel = self.registry.of_client(client_id, channel_id);
                let open = |c: &Arc<Channel>| c.row.enabled && !c.breaker.is_open(now);
                let Some(channel) = channel.filter(open) else { return Ok(()) };
                let over = waiting.next_at <= now && self.retry_one(&channel, waiting.id).await?;
                if !over && waiting.holds_back(self.young_since(now)) {
                    return Ok(());
                }
            }
            after = last;
        }
    }

    /// True when it waits no longer.
    async fn retry_one(&self, channel: &Channel, id: i64) -> DbResult<bool> {
        let client_id = channel.row.client_id;
        let mut conn = self.db.read().await?;
        let Some(input) = store::input(&mut conn, client_id, id).await? else { return Ok(true) };
        drop(conn);
        if input.state != "retry" {
            return Ok(true);
        }
        if !matches!(self.replay(channel, &input).await?, Replayed::Failed { .. }) {
            return Ok(true);
        }
        let mut conn = self.db.read().await?;
        let now = store::input(&mut conn, client_id, id).await?;
        Ok(now.is_none_or(|input| input.state != "retry"))
    }
}

/// A server that starts lost time in which nothing could be tried, and so takes what came before its
/// stop for young as well.
fn young_since(started: i64, now: i64) -> i64 {
    match now < started + BEHIND_MS {
        true => started - 4 * BEHIND_MS,
        false => now - BEHIND_MS,
    }
}

/// Writes down that an admin ran an input again.
async fn note_replay(
    tx: &mut Tx,
    author: Option<&Author>,
    (channel, input): (&Channel, &store::Input),
    end: &Replayed,
    now: i64,
) -> DbResult<()> {
    match (author, audit_lines::replayed(&channel.row, input.id, end)) {
        (Some(author), Some(act)) => audit::note(tx, author, &act, now).await,
        _ => Ok(()),
    }
}

/// The blob of a mail, as it is stored with the input.
#[must_use]
pub(in crate::channels) fn mail_input(blob: BlobRef, mail: &crate::mail::FetchedMail) -> RawMail {
    RawMail {
        raw: blob,
        folder: mail.folder.clone(),
        uid_validity: mail.uid_validity,
        uid: mail.uid,
        received_ms: mail.received_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_makes_nothing_old() {
        let started = 1_000_000;
        assert_eq!(young_since(started, started), started - 60_000);
        assert_eq!(young_since(started, started + 14_999), started - 60_000);
        assert_eq!(young_since(started, started + 15_000), started);
        assert_eq!(young_since(started, started + 100_000), started + 85_000);
    }
}
