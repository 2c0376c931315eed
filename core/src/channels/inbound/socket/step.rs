//! One step of a push connection: call the plugin, commit, and say what to send.

use super::{Next, after_failure, holds_placeholder, lease_name};
use crate::{
    channels::{
        Channels,
        account::{
            health::{Status, code_of},
            registry::Channel,
        },
        inbound::intake::is_poison,
        model::send_backoff_ms,
        store,
    },
    db::DbResult,
    plugins::{CallError, CallReport, Called, Failure, SocketFrame, SocketInput, SocketStep},
    tickets::Hop,
};
use std::time::Duration;

/// Attempts at one step before its frames are kept for later and the connection goes on.
const ATTEMPTS: i64 = 3;
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
                    let why = ("core.refused", text.as_str());
                    self.keep_frames(&mut tx, channel, input, "quarantined", why).await?;
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
            self.record_fault(&mut tx, channel, "socket", &error, &report).await?;
            if let CallError::Failure(Failure::Permanent(detail)) = &error {
                let why = &detail.message;
                self.set_status(&mut tx, channel, Status::Degraded, why, None).await?;
            }
            if give_up {
                let (code, text) = (code_of(&error), error.to_string());
                let state = if poison || over { "quarantined" } else { "retry" };
                self.keep_frames(&mut tx, channel, input, state, (&code, &text)).await?;
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
        let mut tx = self.begin_batch(channel, &step.batch).await?;
        if !store::keep_lease(&mut tx, &lease_name(id), &self.node).await? {
            return Ok(Attempt::StepOutcome(StepOutcome::Lost));
        }
        let quiet = step.batch == crate::plugins::Batch::default()
            && step.state.is_none()
            && report.logs.is_empty()
            && channel.row.status == "ok";
        if !quiet {
            let hop = Hop {
                name: "pushed".into(),
                at_ms: self.clock.now_ms(),
                took_us: i64::try_from(report.wall_us).unwrap_or(i64::MAX),
                detail: described(input),
            };
            self.record_call(&mut tx, channel, "socket", &report).await?;
            let after = match self.take_batch(&mut tx, channel, &step.batch, &[hop]).await {
                Ok(after) => after,
                Err(error) if is_poison(&error) => return Ok(Attempt::Poison(error.to_string())),
                Err(error) => return Err(error),
            };
            if let Some(state) = &step.state {
                let now = self.clock.now_ms();
                store::set_socket_state(&mut tx, client_id, id, state, now).await?;
            }
            self.record_success(&mut tx, channel).await?;
            tx.commit().await?;
            self.finish(channel, &after).await;
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

    /// Keeps frames that the plugin could not take. Ticks and ends hold nothing to keep.
    async fn keep_frames(
        &self,
        tx: &mut crate::db::Tx,
        channel: &Channel,
        input: &SocketInput,
        state: &'static str,
        error: (&str, &str),
    ) -> DbResult<()> {
        let SocketInput::Frames(frames) = input else { return Ok(()) };
        let now = self.clock.now_ms();
        // The provider sends the same frames again to a connection that goes on from the same state.
        let body = serde_json::to_vec(frames).unwrap_or_default();
        let key = format!("push:{}", crate::crypto::sha256_hex(&body));
        let new = store::NewInput {
            client_id: channel.row.client_id,
            channel_id: channel.row.id,
            kind: "socket",
            provider_key: &key,
            input: "{}",
            body: Some(&body),
            body_blob: None,
            state,
            next_at: (state == "retry").then_some(now + 5_000),
            error: Some(error),
            received_at: now,
            now,
        };
        self.keep_input(tx, &new).await?;
        if state == "retry" {
            tx.queued(crate::channels::inbound::replay::RETRY);
        }
        Ok(())
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
