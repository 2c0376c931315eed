//! Push connections: the host holds an account's WebSocket, the plugin is a state machine over frames.
//!
//! Each step's batch and state commit in one transaction before its frames leave, so after a crash
//! the next connection goes on where the last committed step ended. One node holds an account's
//! connection, by a lease.

mod line;
mod step;

use super::socket::line::{Line, LineEvent};
use super::socket::step::{Step, StepOutcome};
use crate::channels::{
    Channels,
    account::{health::Status, registry::Channel},
    model::send_backoff_ms,
    store,
};
use crate::{
    db::DbResult,
    plugins::{CallError, Called, Failure, SocketFrame, SocketInput, SocketPlan, net_error_text},
};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The close code of a server that goes away for a moment: providers keep the session for it, which
/// they do not for 1000 and 1001.
const RESTART: u16 = 1012;
/// A connection that lived this long was a good one: the next failure is the first again.
const GOOD: Duration = Duration::from_secs(60);
/// The shortest interval of heartbeats.
const HEARTBEAT_MIN_MS: u32 = 100;

/// The name of the lease on an account's connection.
pub(in crate::channels) fn lease_name(channel_id: i64) -> String {
    format!("socket:{channel_id}")
}

/// What to do when a connection is over.
enum Next {
    /// Connect again, at once or after a while.
    Again(Option<Duration>),
    /// An admin has to act first; a change of the account starts it again.
    Stop,
}

impl Channels {
    /// Keeps an account's connection until told to stop.
    pub(in crate::channels) async fn hold_socket(
        self,
        client_id: i64,
        id: i64,
        stop: CancellationToken,
    ) {
        let mut failures = 0;
        while !stop.is_cancelled() {
            let Some(channel) = self.registry.of_client(client_id, id) else { return };
            let began = Instant::now();
            let next = match self.one_connection(&channel, &stop).await {
                Ok(next) => next,
                Err(error) => {
                    tracing::warn!(error = %error, channel.id = id, "a push connection's step was not stored");
                    Next::Again(None)
                }
            };
            let pause = match next {
                Next::Stop => return,
                Next::Again(_) if stop.is_cancelled() => return,
                Next::Again(Some(pause)) => pause,
                Next::Again(None) => {
                    failures = if began.elapsed() > GOOD { 1 } else { failures + 1 };
                    let ms = send_backoff_ms(failures, self.ids.below(u64::MAX));
                    Duration::from_millis(u64::try_from(ms).unwrap_or(1000))
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Opens a connection, serves it until it ends, and says what then.
    async fn one_connection(
        &self,
        channel: &Arc<Channel>,
        stop: &CancellationToken,
    ) -> DbResult<Next> {
        if let Some(wait) = self.breaker_wait(channel) {
            return Ok(Next::Again(Some(wait)));
        }
        let plan = match self.plan_socket(channel).await? {
            Ok(plan) => plan,
            Err(next) => return Ok(next),
        };
        let account = self.account(channel);
        let mut line = match self.host.dial(&account, &plan).await {
            Ok((writer, reader)) => Line::new(writer, reader),
            Err(error) => {
                let why = net_error_text(&error);
                self.show_trouble(channel, &format!("The connection could not be made: {why}"))
                    .await?;
                return Ok(Next::Again(None));
            }
        };
        for frame in &plan.hello {
            if let Err(why) = line.send(frame, true).await {
                self.show_trouble(channel, &format!("The greeting did not leave: {why}")).await?;
                return Ok(Next::Again(None));
            }
        }
        let mut tx = self.db.begin().await?;
        self.record_success(&mut tx, channel).await?;
        tx.commit().await?;
        self.serve(channel.row.client_id, channel.row.id, &mut line, &plan, stop).await
    }

    /// Asks the plugin how to connect.
    async fn plan_socket(&self, channel: &Channel) -> DbResult<Result<SocketPlan, Next>> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let mut conn = self.db.read().await?;
        let state = store::socket_state(&mut conn, client_id, id).await?;
        drop(conn);
        let account = self.account(channel);
        let Called { result, report } = self.host.socket_open(&account, state).await;
        let mut tx = self.db.begin().await?;
        let planned = match result {
            Ok(plan) => {
                self.record_call(&mut tx, channel, "socket", &report).await?;
                Ok(plan)
            }
            Err(error) => {
                self.record_fault(&mut tx, channel, "socket", &error, &report).await?;
                if let CallError::Failure(Failure::Permanent(detail)) = &error {
                    let status = Status::Degraded;
                    self.set_status(&mut tx, channel, status, &detail.message, None).await?;
                }
                Err(after_failure(&error))
            }
        };
        tx.commit().await?;
        Ok(planned)
    }

    /// Serves an open connection: frames in small groups, heartbeats, and its end.
    async fn serve(
        &self,
        client_id: i64,
        id: i64,
        line: &mut Line,
        plan: &SocketPlan,
        stop: &CancellationToken,
    ) -> DbResult<Next> {
        let mut beat = Beat::new(plan.heartbeat_ms);
        loop {
            let (input, closed) = tokio::select! {
                () = stop.cancelled() => {
                    line.close(RESTART).await;
                    return Ok(Next::Again(None));
                }
                () = beat.wait() => (SocketInput::Tick, false),
                said = line.listen() => match said {
                    LineEvent::Frames(frames) => (SocketInput::Frames(frames), false),
                    LineEvent::Silence => {
                        // A line that is gone says so to whoever listens.
                        let _gone = line.ping().await;
                        continue;
                    }
                    LineEvent::Closed(code, reason) => (SocketInput::Closed { code, reason }, true),
                },
            };
            let Some(channel) = self.registry.of_client(client_id, id) else {
                return Ok(Next::Stop);
            };
            let done = tokio::select! {
                () = stop.cancelled() => {
                    line.close(RESTART).await;
                    return Ok(Next::Again(None));
                }
                done = self.step(&channel, input) => done?,
            };
            let step = match done {
                StepOutcome::Stepped(step) => step,
                StepOutcome::Kept => Step::default(),
                StepOutcome::Lost => {
                    line.close(RESTART).await;
                    return Ok(Next::Again(None));
                }
                StepOutcome::Over(next) => {
                    line.close(1000).await;
                    return Ok(next);
                }
            };
            if closed {
                return Ok(Next::Again(None));
            }
            if let Some(ms) = step.heartbeat_ms {
                beat = Beat::new(Some(ms));
            }
            if let Some(next) = self.answer(line, &step).await {
                return Ok(next);
            }
        }
    }

    /// Sends what a committed step wants sent.
    async fn answer(&self, line: &mut Line, step: &Step) -> Option<Next> {
        for frame in &step.send {
            if let Err(why) = line.send(frame, step.inject).await {
                tracing::info!(%why, "a frame did not leave; the connection is made anew");
                return Some(Next::Again(None));
            }
        }
        let code = step.reconnect?;
        line.close(code).await;
        // A plugin that always wants a new connection must not turn in a circle.
        let quick = line.age() < Duration::from_secs(5);
        Some(Next::Again((!quick).then_some(Duration::ZERO)))
    }

    /// How long calls of this account wait, when they do.
    fn breaker_wait(&self, channel: &Channel) -> Option<Duration> {
        let now = self.clock.now_ms();
        if !channel.breaker.is_open(now) {
            return None;
        }
        let left = u64::try_from(channel.breaker.resume_at() - now).unwrap_or(1000);
        Some(Duration::from_millis(left.max(1)))
    }

    async fn show_trouble(&self, channel: &Channel, why: &str) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        self.note(&mut tx, channel, "warn", "socket", why).await?;
        self.set_status(&mut tx, channel, Status::Degraded, why, None).await?;
        tx.commit().await
    }
}

/// What becomes of the connection after the plugin failed.
fn after_failure(error: &CallError) -> Next {
    match error {
        CallError::Failure(
            Failure::Permanent(_) | Failure::AuthExpired(_) | Failure::NeedsConfig(_),
        )
        | CallError::Missing { .. } => Next::Stop,
        error => Next::Again(
            crate::channels::model::wait_after(error)
                .map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(1000))),
        ),
    }
}

/// The heartbeat: a time that comes again and again, or never.
struct Beat(Option<tokio::time::Interval>);

impl Beat {
    fn new(every_ms: Option<u32>) -> Self {
        Self(every_ms.filter(|ms| *ms > 0).map(|ms| {
            let every = Duration::from_millis(u64::from(ms.max(HEARTBEAT_MIN_MS)));
            let mut interval = tokio::time::interval_at(Instant::now() + every, every);
            interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            interval
        }))
    }

    async fn wait(&mut self) {
        match &mut self.0 {
            Some(interval) => {
                interval.tick().await;
            }
            None => std::future::pending().await,
        }
    }
}

/// Whether a frame holds what looks like one of our placeholders.
fn holds_placeholder(frame: &SocketFrame) -> bool {
    matches!(frame, SocketFrame::Text(text) if text.contains("{credential:"))
}
