//! Rules that wait for a time are jobs; and old runs go.

use super::{
    Rules,
    model::{Rule, When, from_word, word},
    run::Moment,
    store,
};
use crate::{
    db::{DbError, DbResult, Tx},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    tickets::{hold_ticket, newest_message, ticket_showing},
};
use serde_json::{Value, json};

const DUE: &str = "rules.due";
const SWEEP: &str = "rules.sweep";
/// How long runs can be looked at.
const KEEP_MS: i64 = 90 * 86_400_000;
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 1_000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, rules: &Rules) {
    let (running, sweeping) = (rules.clone(), rules.clone());
    handlers.on(DUE, move |job| {
        let rules = running.clone();
        async move { rules.due(&job).await.map_err(JobError::from) }
    });
    handlers.every(SWEEP, EVERY_MS, move || {
        let rules = sweeping.clone();
        async move { rules.sweep().await }
    });
}

/// Plans a rule's run for the time that counts from this moment.
pub(super) async fn plan(tx: &mut Tx, rule: &Rule, moment: &Moment) -> DbResult<()> {
    let job = NewJob {
        client_id: moment.client_id,
        class: Class::Normal,
        kind: DUE,
        key: format!("{} {}", rule.id, moment.seq),
        payload: json!({
            "rule": rule.id, "when": word(&rule.when), "minutes": rule.minutes, "seq": moment.seq,
            "ticket": moment.ticket_id, "message": moment.message_id,
            "automatic": moment.automatic, "chain": moment.chain,
            "depth": moment.depth,
        }),
        run_at_ms: moment.at_ms.saturating_add(rule.minutes.saturating_mul(60_000)),
    };
    queue::enqueue(tx, job).await
}

impl Rules {
    /// The time is over: the rule runs, if it still waits for it and nothing newer is there to count
    /// from.
    async fn due(&self, job: &Job) -> DbResult<()> {
        let number = |name: &str| job.payload[name].as_i64();
        let when = job.payload["when"].as_str().and_then(from_word::<When>);
        let (Some(when), Some(rule_id), Some(ticket_id), Some(seq)) =
            (when, number("rule"), number("ticket"), number("seq"))
        else {
            return Ok(());
        };
        let client_id = job.client_id;
        let mut tx = self.db.begin().await?;
        let rule = store::one(&mut tx, client_id, rule_id).await?.filter(|rule| {
            rule.enabled
                && rule.when == when
                && Some(rule.minutes) == number("minutes")
                && rule.since_seq < seq
        });
        let Some(rule) = rule else { return Ok(()) };
        let message = number("message");
        let found = shown(&mut tx, client_id, ticket_id, message).await?;
        let Some(ticket_id) = found else { return Ok(()) };
        hold_ticket(&mut tx, client_id, ticket_id).await?;
        if shown(&mut tx, client_id, ticket_id, message).await? != found {
            return Err(DbError::Unavailable("its message moves at this moment".into()));
        }
        if !still_newest(&mut tx, client_id, &rule, ticket_id, message).await? {
            return Ok(());
        }
        let chain = job.payload["chain"].as_array();
        let chain = chain.map(|ids| ids.iter().filter_map(Value::as_i64).collect());
        let moment = Moment {
            client_id,
            ticket_id,
            when,
            seq,
            text: None,
            message_id: number("message"),
            automatic: job.payload["automatic"] == true,
            chain: chain.unwrap_or_default(),
            depth: job.payload["depth"].as_u64().and_then(|n| n.try_into().ok()).unwrap_or(0),
            at_ms: self.clock.now_ms(),
        };
        self.run(&mut tx, &rule, &moment).await?;
        tx.commit().await
    }

    /// Removes old runs, in short transactions.
    async fn sweep(&self) -> DbResult<()> {
        let before = self.clock.now_ms() - KEEP_MS;
        loop {
            let mut tx = self.db.begin().await?;
            let removed = store::prune_across_clients(&mut tx, before, STEP).await?;
            tx.commit().await?;
            if removed == 0 {
                return Ok(());
            }
        }
    }
}

/// The ticket a rule waits at: where the message that it counts from was moved or merged since.
async fn shown(
    tx: &mut Tx,
    client_id: i64,
    ticket_id: i64,
    message: Option<i64>,
) -> DbResult<Option<i64>> {
    match message {
        Some(message) => ticket_showing(tx, client_id, message).await,
        None => Ok(Some(ticket_id)),
    }
}

/// Whether the time still counts from this message: a newer one has a job of its own.
async fn still_newest(
    tx: &mut Tx,
    client_id: i64,
    rule: &Rule,
    ticket_id: i64,
    message: Option<i64>,
) -> DbResult<bool> {
    // A line of the channel, such as a call, is the newest entry of a list and no message.
    let direction = match rule.when {
        When::SinceCustomer => "in",
        When::SinceAnswer => "out",
        _ => return Ok(true),
    };
    Ok(newest_message(tx, client_id, ticket_id, direction).await? == message)
}
