//! An admin keeps rules: makes, changes, orders and deletes them, and reads what they did.

use super::{
    Rules,
    check::{self, KnownIds},
    consumer::CONSUMER,
    model::{PAGE, RULES_MAX, Rule, RuleDraft, RuleRun},
    store::{self, NewRule},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{DbResult, Tx},
    events::{log, offsets},
    http::{Code, FieldErrors, Problem, names_each_once},
};
use serde_json::{Map, Value, json};

impl Rules {
    /// The client's rules in their order.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<Rule>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        Ok(store::list(&mut conn, caller.client_id).await?)
    }

    /// Makes a rule, the last one in the order. It waits for what happens from now on.
    pub(super) async fn make(&self, caller: &Caller, draft: &RuleDraft) -> Result<Rule, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let mut wrong = FieldErrors::default();
        let Some(when) = draft.when else {
            return Err(Problem::field("when", "Say what the rule waits for."));
        };
        let rule = Rule {
            id: 0,
            name: String::new(),
            enabled: true,
            when,
            minutes: 0,
            all: vec![],
            any: vec![],
            then: vec![],
            stop: false,
            runs: 0,
            last_run_at: None,
            since_seq: 0,
        };
        let mut rule = drafted(rule, draft);
        judge(&mut tx, client_id, &mut rule, true, &mut wrong).await?;
        wrong.refuse(check::REFUSAL)?;
        if store::count(&mut tx, client_id).await? >= RULES_MAX {
            return Err(Problem::new(
                Code::Conflict,
                "There are at most 100 rules. Delete one first.",
            ));
        }
        rule.since_seq = log::head(&mut tx, client_id).await?;
        if rule.enabled && store::count_enabled(&mut tx, client_id).await? == 0 {
            offsets::begin_at(&mut tx, CONSUMER, client_id, rule.since_seq).await?;
        }
        let position = store::last_position(&mut tx, client_id).await? + 1;
        let id =
            store::insert(&mut tx, client_id, &kept(&rule, &rule.tests(), now), position).await?;
        let changes = json!({ "when": rule.when, "then": rule.then });
        audit::note(&mut tx, &author, &act(Action::RuleCreated, id, &rule.name, changes), now)
            .await?;
        let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes a rule. One that is switched on, or waits for something else, begins afresh.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &RuleDraft,
    ) -> Result<Rule, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let before = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let mut wrong = FieldErrors::default();
        let mut after = drafted(before.clone(), draft);
        // What is only switched on or off may name what has gone meanwhile.
        let named = draft.all.is_some() || draft.any.is_some() || draft.then.is_some();
        judge(&mut tx, client_id, &mut after, named, &mut wrong).await?;
        wrong.refuse(check::REFUSAL)?;
        let changes = changes(&before, &after);
        if changes.is_empty() {
            return Ok(before);
        }
        let anew = (after.when, after.minutes) != (before.when, before.minutes);
        if after.enabled && (!before.enabled || anew) {
            after.since_seq = log::head(&mut tx, client_id).await?;
            if store::count_enabled(&mut tx, client_id).await? == 0 {
                offsets::begin_at(&mut tx, CONSUMER, client_id, after.since_seq).await?;
            }
        }
        store::change(&mut tx, (client_id, id), &kept(&after, &after.tests(), now)).await?;
        let act = act(Action::RuleChanged, id, &after.name, changes.into());
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Deletes a rule with what is written down of its runs.
    pub(super) async fn discard(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let before = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete(&mut tx, client_id, id).await?;
        let act = act(Action::RuleRemoved, id, &before.name, json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Puts the rules into this order; all of them are named.
    pub(super) async fn order(&self, caller: &Caller, ids: &[i64]) -> Result<Vec<Rule>, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, CONSUMER, client_id).await?;
        let before: Vec<i64> =
            store::list(&mut tx, client_id).await?.into_iter().map(|rule| rule.id).collect();
        if ids.iter().any(|id| !before.contains(id)) {
            return Err(Problem::not_found());
        }
        if !names_each_once(ids, &before) {
            let text = "Somebody made or deleted a rule meanwhile. Load the rules again.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if before != ids {
            for (at, id) in (1..).zip(ids) {
                store::set_position(&mut tx, (client_id, *id), at).await?;
            }
            let act = Act::ordered(Action::RulesOrdered, "rule", (&before, ids));
            audit::note(&mut tx, &author, &act, now).await?;
        }
        let rules = store::list(&mut tx, client_id).await?;
        tx.commit().await?;
        Ok(rules)
    }

    /// A page of a rule's runs, the newest first, and whether there are older ones.
    pub(super) async fn runs(
        &self,
        caller: &Caller,
        id: i64,
        before: i64,
    ) -> Result<(Vec<RuleRun>, bool), Problem> {
        caller.require_admin()?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        store::one(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let mut page = store::page(&mut conn, (client_id, id), before, PAGE + 1).await?;
        let most = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let more = page.len() > most;
        page.truncate(most);
        Ok((page, more))
    }
}

/// A rule with what a draft says of it.
fn drafted(rule: Rule, draft: &RuleDraft) -> Rule {
    let draft = draft.clone();
    Rule {
        name: draft.name.unwrap_or(rule.name),
        enabled: draft.enabled.unwrap_or(rule.enabled),
        when: draft.when.unwrap_or(rule.when),
        minutes: draft.minutes.unwrap_or(rule.minutes),
        all: draft.all.unwrap_or(rule.all),
        any: draft.any.unwrap_or(rule.any),
        then: draft.then.unwrap_or(rule.then),
        stop: draft.stop.unwrap_or(rule.stop),
        ..rule
    }
}

/// Says what is wrong with a rule; with `named` also what it names and the client has not.
async fn judge(
    tx: &mut Tx,
    client_id: i64,
    rule: &mut Rule,
    named: bool,
    wrong: &mut FieldErrors,
) -> DbResult<()> {
    rule.name = check::name(&rule.name, wrong);
    rule.minutes = check::wait(rule.when, rule.minutes, wrong);
    let tests = rule.tests();
    check::tests(&tests, wrong);
    check::deeds(&rule.then, false, wrong);
    if named {
        let known = KnownIds::read(tx, client_id).await?;
        known.tests(tx, &tests, wrong).await?;
        known.deeds(tx, &rule.then, wrong).await?;
    }
    Ok(())
}

fn kept<'a>(rule: &'a Rule, tests: &'a super::model::Tests, now: i64) -> NewRule<'a> {
    NewRule {
        name: &rule.name,
        enabled: rule.enabled,
        when: rule.when,
        minutes: rule.minutes,
        tests,
        deeds: &rule.then,
        stop: rule.stop,
        since_seq: rule.since_seq,
        now,
    }
}

fn changes(before: &Rule, after: &Rule) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "name", &before.name, &after.name);
    step(&mut changes, "enabled", before.enabled, after.enabled);
    step(&mut changes, "when", before.when, after.when);
    step(&mut changes, "minutes", before.minutes, after.minutes);
    step(&mut changes, "all", &before.all, &after.all);
    step(&mut changes, "any", &before.any, &after.any);
    step(&mut changes, "then", &before.then, &after.then);
    step(&mut changes, "stop", before.stop, after.stop);
    changes
}

fn act(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "rule", id: id.to_string(), name, changes }
}
