//! A rule at something that happened.

use super::{
    Rules,
    actions::{Actor, Initiator},
    loop_guard,
    matching::{Facts, matched},
    model::{Field, How, Rule, Test, Tests, When, outcome, word},
    store::{self, FactRow, NewRun},
};
use crate::{
    db::{Conn, DbResult, Tx},
    fields, hours,
    tickets::{Status, Viewer, field_values, hold_ticket},
};
use serde_json::json;

const HOUR_MS: i64 = 3_600_000;

/// Something that happened at a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub client_id: i64,
    pub ticket_id: i64,
    pub when: When,
    /// The number of the event in the log.
    pub seq: i64,
    /// What was said, where something was.
    pub text: Option<String>,
    /// The message that came or went.
    pub message_id: Option<i64>,
    /// Whether a machine wrote it.
    pub automatic: bool,
    /// The rules that led to it, the first one first, and those that ran at it already.
    pub chain: Vec<i64>,
    /// How many events of rules led to it.
    pub depth: usize,
    pub at_ms: i64,
}

/// As whom a rule acts. No username has a blank, so nobody's looks like this.
#[must_use]
pub(super) fn viewer(client_id: i64, rule: &Rule) -> Viewer {
    Viewer {
        client_id,
        user_id: 0,
        username: format!("rule {}: {}", rule.id, rule.name),
        name: format!("The rule “{}”", rule.name),
        admin: true,
        view_all: true,
    }
}

/// Whether the desk is open, by its default calendar; without one it never closes.
pub(super) async fn is_open(
    conn: &mut Conn,
    client_id: i64,
    tests: &Tests,
    at: i64,
) -> DbResult<bool> {
    if tests.all.iter().chain(&tests.any).all(|test| test.field != Field::Hours) {
        return Ok(true);
    }
    let schedule = hours::schedule(conn, client_id, None).await?;
    Ok(schedule.is_none_or(|schedule| schedule.is_open(at)))
}

/// What a ticket has in its custom fields, where the conditions ask for that.
pub(super) async fn custom(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    tests: &Tests,
) -> DbResult<Vec<(i64, Vec<String>)>> {
    if tests.all.iter().chain(&tests.any).all(|test| test.field != Field::Custom) {
        return Ok(vec![]);
    }
    let values = field_values(conn, client_id, ticket_id).await?;
    Ok(values.into_iter().map(|(field, value)| (field, fields::texts(&value))).collect())
}

/// Whether a ticket is out of sight for a rule: spam, unless the rule asks for just that.
#[must_use]
pub(super) fn hidden(row: &FactRow, tests: &Tests) -> bool {
    row.status == Status::Spam.code()
        && tests.all.iter().chain(&tests.any).all(|test| !asks_for_spam(test))
}

fn asks_for_spam(test: &Test) -> bool {
    let spam = Status::Spam.code().to_string();
    test.field == Field::Status && test.is == How::Is && test.value.trim() == spam
}

impl Rules {
    /// Runs the rules that wait for this, in their order.
    pub(super) async fn run_all(
        &self,
        tx: &mut Tx,
        rules: &[Rule],
        moment: &Moment,
    ) -> DbResult<()> {
        let waiting =
            rules.iter().filter(|rule| rule.when == moment.when && moment.seq > rule.since_seq);
        // A later rule sees what an earlier one did, so that one has led to what it does.
        let mut moment = moment.clone();
        for rule in waiting {
            if self.run(tx, rule, &moment).await? {
                if rule.stop {
                    return Ok(());
                }
                moment.chain.push(rule.id);
            }
        }
        Ok(())
    }

    /// Runs a rule if the ticket is what it is about, and nothing speaks against it. True when it ran.
    pub(super) async fn run(&self, tx: &mut Tx, rule: &Rule, moment: &Moment) -> DbResult<bool> {
        let (client_id, ticket_id, now) = (moment.client_id, moment.ticket_id, self.clock.now_ms());
        hold_ticket(tx, client_id, ticket_id).await?;
        let tests = rule.tests();
        let open = is_open(tx, client_id, &tests, now).await?;
        let row = store::facts(tx, client_id, ticket_id).await?;
        let Some(row) = row.filter(|row| !hidden(row, &tests)) else { return Ok(false) };
        let custom = custom(tx, (client_id, ticket_id), &tests).await?;
        let facts = Facts { custom, ..row.facts(moment.text.as_deref(), open, now) };
        let Some(held) = matched(&tests, &facts) else { return Ok(false) };
        let key = format!("rule-{}-{}", rule.id, moment.seq);
        let new = NewRun {
            client_id,
            rule_id: Some(rule.id),
            macro_id: None,
            ticket_id,
            key: &key,
            event: &word(&moment.when),
            matched: &serde_json::to_string(&held).unwrap_or_default(),
            now,
        };
        let hour = store::hour(tx, (client_id, ticket_id), now - HOUR_MS).await?;
        // None when the same was done before.
        let Some(run) = store::begin_run(tx, &new).await? else { return Ok(false) };
        let run = (client_id, run);
        let replies = rule.then.iter().any(|deed| deed.what.replies());
        if let Some(stop) = loop_guard::stop(rule.id, (&moment.chain, moment.depth), replies, hour)
        {
            store::end_run(tx, run, &[], ("stopped", stop.as_str()), false).await?;
            return Ok(false);
        }
        let viewer = viewer(client_id, rule);
        let actor =
            Actor { viewer, by: Initiator::Rule(rule.id), key, automatic: moment.automatic };
        let chain: Vec<i64> = moment.chain.iter().copied().chain([rule.id]).collect();
        tx.because(Some(json!({ "rules": chain, "depth": moment.depth + 1 })));
        let done = self.play(tx, &actor, ticket_id, &rule.then).await?;
        tx.because(None);
        let replied = done.iter().any(|one| one.what.replies() && one.error.is_none());
        store::end_run(tx, run, &done, (outcome(&done), ""), replied).await?;
        store::rule_ran(tx, (client_id, rule.id), now).await?;
        Ok(true)
    }
}
