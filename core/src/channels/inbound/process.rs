//! The input pipeline: whatever came in by whichever door is taken here, once.
//!
//! A door (`receive`, `poll`, `mailbox`, `visit`, `timers`, `socket`, `replay`, call control) verifies
//! what came, has the plugin read it, and hands over the plugin's answer with the [`Claim`] that makes
//! the input count once. One transaction makes the claim, takes the batch and holds what the door
//! stores besides; it ends with [`Uncommitted::commit`]. Inputs that fail are kept by
//! [`Channels::set_aside`].

use super::intake::{After, is_poison};
use crate::{
    channels::{
        Channels,
        account::{
            health::{Fault, code_of},
            registry::Channel,
        },
        inbound::socket::lease_name,
        store,
    },
    db::{DbResult, Tx},
    plugins::{Batch, CallError, CallReport},
    tickets::Hop,
};

/// What a plugin made of an input.
pub(in crate::channels) struct Answered<'a> {
    /// The door, as the account's log names it.
    pub call: &'a str,
    pub batch: &'a Batch,
    pub report: &'a CallReport,
    /// The way of the input until now, for the messages it brings.
    pub hops: &'a [Hop],
}

/// What makes an input count once.
pub(in crate::channels) enum Claim<'a> {
    /// A row under the provider's key: deduplication.
    Key(&'a store::NewInput<'a>),
    /// The same, and what came before it and failed is tried first.
    KeyInOrder(&'a store::NewInput<'a>),
    /// An input that was kept: from now on it is done.
    Kept(&'a store::Input),
    /// A timer that this process has leased.
    Timer(&'a store::LeasedTimer),
    /// The lease on the account's connection; the state that commits with the batch says where the
    /// provider goes on.
    Connection,
    /// The batch's own cursor, or an act that may be repeated.
    Unclaimed,
}

/// How the claim went.
enum Claimed {
    First,
    Repeat,
    Behind,
    Lost,
}

/// What became of an input.
pub(in crate::channels) enum Processed<'a> {
    Taken(Uncommitted<'a>),
    /// It was received before. The first may be of the same group of commits and not on disk yet:
    /// only this transaction's commit allows an answer.
    Repeat(Tx),
    /// An older input of the account failed and has to be tried first; nothing is stored.
    Behind,
    /// Somebody else has it, or dealt with it; nothing is stored.
    Lost,
    /// The batch itself is bad, and would be next time; nothing is stored.
    Poison(String),
}

/// A batch that is taken and not committed yet.
#[must_use]
pub(in crate::channels) struct Uncommitted<'a> {
    /// For what the door stores besides.
    pub tx: Tx,
    channel: &'a Channel,
    after: After,
}

impl Uncommitted<'_> {
    /// The messages that the batch brought.
    pub fn messages(&self) -> &[i64] {
        &self.after.messages
    }

    /// Commits, and then sends what is not stored. Answers with the messages.
    ///
    /// # Errors
    /// What the database said; then nothing is stored.
    pub async fn commit(mut self, channels: &Channels) -> DbResult<Vec<i64>> {
        channels.record_success(&mut self.tx, self.channel).await?;
        self.tx.commit().await?;
        channels.finish(self.channel, &self.after).await;
        Ok(self.after.messages)
    }
}

/// What the log and the quarantine call a batch that could not be stored.
pub(in crate::channels) const POISON_CODE: &str = "core.refused";

/// Why an input is kept.
pub(in crate::channels) enum Why<'a> {
    /// The plugin's call failed.
    Failed(&'a CallError, &'a CallReport),
    /// Its batch could not be stored, for a reason that stays.
    Poison(&'a str),
    /// Its turn has not come.
    Behind,
}

/// The step of a plugin's call, in a message's trace.
pub(in crate::channels) fn call_hop(
    name: &str,
    now: i64,
    report: &CallReport,
    detail: String,
) -> Hop {
    let took_us = i64::try_from(report.wall_us).unwrap_or(i64::MAX);
    Hop { name: name.to_owned(), at_ms: now, took_us, detail }
}

/// The same, with what the call cost.
pub(in crate::channels) fn plugin_hop(now: i64, report: &CallReport) -> Hop {
    let (memory, calls) = (report.peak_memory, report.host_calls);
    call_hop("plugin", now, report, format!("{memory} bytes of memory, {calls} host calls"))
}

impl Channels {
    /// Takes an input whose plugin has answered.
    ///
    /// # Errors
    /// What the database said, if it may say something else next time; then nothing is stored.
    pub(in crate::channels) async fn process<'a>(
        &self,
        channel: &'a Channel,
        answered: &Answered<'_>,
        claim: Claim<'_>,
    ) -> DbResult<Processed<'a>> {
        let Answered { call, batch, report, hops } = *answered;
        let mut tx = self.begin_batch(channel, batch).await?;
        match self.claim(&mut tx, channel, claim).await? {
            Claimed::First => {}
            Claimed::Repeat => return Ok(Processed::Repeat(tx)),
            Claimed::Behind => return Ok(Processed::Behind),
            Claimed::Lost => return Ok(Processed::Lost),
        }
        self.record_call(&mut tx, channel, call, report).await?;
        match self.take_batch(&mut tx, channel, batch, hops).await {
            Ok(after) => Ok(Processed::Taken(Uncommitted { tx, channel, after })),
            Err(error) if is_poison(&error) => {
                let id = channel.row.id;
                tracing::error!(channel.id = id, call, %error, "a batch could not be stored");
                Ok(Processed::Poison(error.to_string()))
            }
            Err(error) => Err(error),
        }
    }

    async fn claim(&self, tx: &mut Tx, channel: &Channel, claim: Claim<'_>) -> DbResult<Claimed> {
        let now = self.clock.now_ms();
        let or_lost = |mine| if mine { Claimed::First } else { Claimed::Lost };
        Ok(match claim {
            Claim::Key(new) => match store::insert_input(tx, new, self.young_since(now)).await? {
                Some(_) => Claimed::First,
                None => Claimed::Repeat,
            },
            Claim::KeyInOrder(new) => {
                match store::insert_input(tx, new, self.young_since(now)).await? {
                    Some(store::Inserted { is_behind: false, .. }) => Claimed::First,
                    Some(store::Inserted { is_behind: true, .. }) => Claimed::Behind,
                    None => Claimed::Repeat,
                }
            }
            Claim::Kept(input) => {
                let (client_id, id) = (channel.row.client_id, input.id);
                or_lost(store::set_input_state(tx, client_id, id, "done", None, None, now).await?)
            }
            Claim::Timer(timer) => or_lost(store::end_timer(tx, timer, &self.node).await?),
            Claim::Connection => {
                or_lost(store::keep_lease(tx, &lease_name(channel.row.id), &self.node).await?)
            }
            Claim::Unclaimed => Claimed::First,
        })
    }

    /// Keeps an input that did not become messages, in the caller's transaction: for another attempt
    /// after `retry_ms`, or in the quarantine when it would fail again or `retry_ms` is none. One that was
    /// received before is not kept again. A failed call is a fault of the account each time: whoever
    /// repeats an input must not keep a crashing plugin busy.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn set_aside(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        new: store::NewInput<'_>,
        why: &Why<'_>,
        retry_ms: Option<i64>,
    ) -> DbResult<()> {
        let (code, text) = match why {
            Why::Failed(error, _) => (code_of(error), error.to_string()),
            Why::Poison(text) => (POISON_CODE.to_owned(), (*text).to_owned()),
            Why::Behind => Default::default(),
        };
        let lasting = match why {
            Why::Failed(error, _) => error.is_deterministic(),
            Why::Poison(_) => true,
            Why::Behind => false,
        };
        let retry_ms = retry_ms.filter(|_| !lasting);
        let call = new.kind;
        let new = store::NewInput {
            state: if retry_ms.is_some() { "retry" } else { "quarantined" },
            next_at: retry_ms.map(|ms| self.clock.now_ms() + ms),
            error: (!code.is_empty()).then_some((code.as_str(), text.as_str())),
            ..new
        };
        let input_id = self.keep_input(tx, &new).await?;
        if retry_ms.is_some() && input_id.is_some() {
            tx.queued(super::replay::RETRY);
        }
        self.record_why(tx, channel, call, (why, input_id)).await
    }

    /// Records why an input failed, with its row where one was kept: a failed call is a fault of the
    /// account.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn record_why(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        call: &str,
        (why, input_id): (&Why<'_>, Option<i64>),
    ) -> DbResult<()> {
        match why {
            Why::Failed(error, report) => {
                let fault = Fault { call, error, report, input_id };
                self.record_fault_of(tx, channel, &fault).await
            }
            Why::Poison(_) | Why::Behind => Ok(()),
        }
    }
}
