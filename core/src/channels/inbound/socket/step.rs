//! One step of a push connection: call the plugin, commit, and say what to send.

use super::{Next, after_failure, holds_placeholder, lease_name};
use crate::{
    channels::{
        Channels,
        account::{health::Status, registry::Channel},
        inbound::process::{Answered, Claim, Processed, Why, call_hop},
        model::send_backoff_ms,
        store,
    },
    db::{DbResult, Tx},
    plugins::{CallError, CallReport, Called, Failure, SocketFrame, SocketInput, SocketStep},
};
use std::time::Duration;

/// Attempts at one step before its frames are kept for later and the connection goes on.
const ATTEMPTS: i64 = 3;
/// How long frames that failed wait for their next attempt.
const RETRY_MS: i64 = 5_000;
/// The largest state a plugin may leave.
const STATE_MAX: usize = 64 << 10;

/// What a committed step wants done.
#[derive(Debug, Default)]
pub(in crate::channels::inbound::socket) struct Step {
    pub send: Vec<SocketFrame>,
    pub inject: bool,
    pub heartbeat_ms: Option<u32>,
    pub reconnect: Option<u16>,
}

/// How a step ended.
pub(in crate::channels::inbound::socket) enum StepOutcome {
    /// Committed.
    Stepped(Step),
    /// The input failed and was kept, for another attempt or for the quarantine.
    Kept,
    /// Another node holds the account now; nothing was stored.
    Lost,
    Over(Next),
}

/// How one attempt ended.
enum Attempt {
    StepOutcome(StepOutcome),
    Failed(CallError, CallReport),
    Poison(String),
}

impl Channels {
    /// Hands an input to the plugin. A group with a poisonous frame is taken apart, so that only that
    /// frame is set aside.
    pub(in crate::channels::inbound::socket) async fn step(
        &self,
        channel: &Channel,
        input: SocketInput,
    ) -> DbResult<StepOutcome> {
        let apart = matches!(&input, SocketInput::Frames(frames) if frames.len() > 1);
        match self.try_step(channel, &input, !apart).await? {
            Some(done) => Ok(done),
            None => self.one_by_one(channel, input).await,
        }
    }

    async fn one_by_one(&self, channel: &Channel, input: SocketInput) -> DbResult<StepOutcome> {
        let SocketInput::Frames(frames) = input else { return Ok(StepOutcome::Kept) };
        let mut all = Step { inject: true, ..Step::default() };
        for frame in frames {
            let one = SocketInput::Frames(vec![frame]);
            match self.try_step(channel, &one, true).await? {
                Some(StepOutcome::Stepped(step)) => {
                    all.send.extend(step.send);
                    all.inject &= step.inject;
                    all.heartbeat_ms = step.heartbeat_ms.or(all.heartbeat_ms);
                    all.reconnect = step.reconnect.or(all.reconnect);
                }
                Some(StepOutcome::Kept) | None => {}
                Some(over) => return Ok(over),
            }
        }
        Ok(StepOutcome::Stepped(all))
    }

    /// None when the input is poison and `keep` says not to set it aside yet.
    async fn try_step(
        &self,
        channel: &Channel,
        input: &SocketInput,
        keep: bool,
    ) -> DbResult<Option<StepOutcome>> {
        let mut attempt = 1;
        loop {
            if let Some(wait) = self.breaker_wait(channel) {
                // Nothing is read meanwhile, so the provider waits too.
                tokio::time::sleep(wait).await;
            }
            let (error, report) = match self.attempt(channel, input).await? {
                Attempt::StepOutcome(done) => return Ok(Some(done)),
                Attempt::Poison(_) if !keep => return Ok(None),
                Attempt::Poison(text) => {
                    let mut tx = self.db.begin().await?;
                    let why = Why::Poison(&text);
                    self.keep_frames(&mut tx, channel, input, &why, None).await?;
                    self.note(&mut tx, channel, "error", "socket", &text).await?;
                    tx.commit().await?;
                    return Ok(Some(StepOutcome::Kept));
                }
                Attempt::Failed(error, report) => (error, report),
            };
            let over = matches!(after_failure(&error), Next::Stop);
            let poison = error.is_deterministic() && !over;
            if poison && !keep {
                return Ok(None);
            }
            let give_up = poison || over || attempt >= ATTEMPTS;
            let mut tx = self.db.begin().await?;
            if give_up {
                let retry_ms = (!over).then_some(RETRY_MS);
                let why = Why::Failed(&error, &report);
                self.keep_frames(&mut tx, channel, input, &why, retry_ms).await?;
            } else {
                self.record_fault(&mut tx, channel, "socket", &error, &report).await?;
            }
            if let CallError::Failure(Failure::Permanent(detail)) = &error {
                let why = &detail.message;
                self.set_status(&mut tx, channel, Status::Degraded, why, None).await?;
            }
            tx.commit().await?;
            if over {
                return Ok(Some(StepOutcome::Over(Next::Stop)));
            }
            if give_up {
                return Ok(Some(StepOutcome::Kept));
            }
            let wait = crate::channels::model::wait_after(&error)
                .unwrap_or_else(|| send_backoff_ms(attempt, self.ids.below(u64::MAX)));
            tokio::time::sleep(Duration::from_millis(u64::try_from(wait).unwrap_or(1000))).await;
            attempt += 1;
        }
    }

    async fn attempt(&self, channel: &Channel, input: &SocketInput) -> DbResult<Attempt> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let mut conn = self.db.read().await?;
        let state = store::socket_state(&mut conn, client_id, id).await?;
        drop(conn);
        let account = self.account(channel);
        let Called { result, report } = self.host.socket_advance(&account, state, input).await;
        let step = match result {
            Ok(step) => step,
            Err(error) => return Ok(Attempt::Failed(error, report)),
        };
        if step.state.as_ref().is_some_and(|s| s.len() > STATE_MAX) {
            let what = format!("a state of more than {STATE_MAX} bytes");
            return Ok(Attempt::Failed(CallError::Limit { what }, report));
        }
        let quiet = step.batch == crate::plugins::Batch::default()
            && step.state.is_none()
            && report.logs.is_empty()
            && channel.row.status == "ok";
        if quiet {
            // Nothing to commit; the lease is looked at all the same.
            let mut tx = self.db.begin().await?;
            if !store::keep_lease(&mut tx, &lease_name(id), &self.node).await? {
                return Ok(Attempt::StepOutcome(StepOutcome::Lost));
            }
        } else {
            let hops = [call_hop("pushed", self.clock.now_ms(), &report, described(input))];
            let batch = &step.batch;
            let answered = Answered { call: "socket", batch, report: &report, hops: &hops };
            let mut taken = match self.process(channel, &answered, Claim::Connection).await? {
                Processed::Taken(taken) => taken,
                Processed::Poison(text) => return Ok(Attempt::Poison(text)),
                Processed::Repeat(_) | Processed::Behind | Processed::Lost => {
                    return Ok(Attempt::StepOutcome(StepOutcome::Lost));
                }
            };
            if let Some(state) = &step.state {
                let now = self.clock.now_ms();
                store::set_socket_state(&mut taken.tx, client_id, id, state, now).await?;
            }
            taken.commit(self).await?;
        }
        let SocketStep { send, heartbeat_ms, reconnect, .. } = step;
        let came = match input {
            SocketInput::Frames(frames) => frames.iter().any(holds_placeholder),
            SocketInput::Tick | SocketInput::Closed { .. } => false,
        };
        Ok(Attempt::StepOutcome(StepOutcome::Stepped(Step {
            send,
            inject: !came,
            heartbeat_ms,
            reconnect,
        })))
    }

    /// Keeps frames that the plugin could not take. Ticks and ends hold nothing to keep; a failed call
    /// is a fault of the account all the same.
    async fn keep_frames(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        input: &SocketInput,
        why: &Why<'_>,
        retry_ms: Option<i64>,
    ) -> DbResult<()> {
        let SocketInput::Frames(frames) = input else {
            return self.record_why(tx, channel, "socket", (why, None)).await;
        };
        let now = self.clock.now_ms();
        // The provider sends the same frames again to a connection that goes on from the same state.
        let body = serde_json::to_vec(frames).unwrap_or_default();
        let key = format!("push:{}", crate::crypto::sha256_hex(&body));
        let account = (channel.row.client_id, channel.row.id);
        let new = store::NewInput::of(account, "socket", &key, now, now);
        let new = store::NewInput { body: Some(&body), ..new };
        self.set_aside(tx, channel, new, why, retry_ms).await
    }
}

fn described(input: &SocketInput) -> String {
    match input {
        SocketInput::Frames(frames) => {
            let bytes: usize = frames.iter().map(SocketFrame::len).sum();
            format!("{} frames, {bytes} bytes", frames.len())
        }
        SocketInput::Tick => "a heartbeat".to_owned(),
        SocketInput::Closed { code, .. } => format!("the connection ended with {code}"),
    }
}
