//! All promises of a client: its policies with their calendars, and its labels.

use super::{
    model::{Condition, ConditionField, SlaPolicyDraft},
    promise::{BusinessTime, Promise, Target, TicketTraits, fits},
    store::{self, PolicyRow},
};
use crate::{
    accounts,
    db::{Conn, DbResult},
    hours::{self, Schedules},
    labels,
    tickets::{TicketRow, labels_of},
};
use std::{collections::BTreeSet, sync::Arc};

const MINUTE_MS: i64 = 60_000;

/// What a client promises, read at one moment.
pub(super) struct Promises {
    /// Enabled policies in their order.
    policies: Vec<(Vec<Condition>, Promise)>,
    labels: Vec<Promise>,
}

impl Promises {
    pub async fn read(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        let rows = store::policies(conn, client_id).await?;
        let schedules = match rows.is_empty() {
            true => Schedules::default(),
            false => hours::schedules(conn, client_id).await?,
        };
        let enabled = rows.iter().filter(|row| row.enabled);
        let policies = enabled.map(|row| (row.draft().conditions, promise(row, &schedules)));
        let labels = labels::promised_replies(conn, client_id).await?;
        let labels =
            labels.into_iter().map(|(id, name, minutes)| Promise::of_label(id, name, minutes));
        Ok(Self { policies: policies.collect(), labels: labels.collect() })
    }

    pub fn is_empty(&self) -> bool {
        self.policies.is_empty() && self.labels.is_empty()
    }

    /// Whether only labels promise something.
    pub fn are_of_labels_alone(&self) -> bool {
        self.policies.is_empty()
    }

    /// What is promised for a ticket.
    pub fn of(&self, row: &TicketRow) -> Vec<Promise> {
        let carried = labels_of(row);
        let language = if row.source_lang.is_empty() { &row.language } else { &row.source_lang };
        let traits = TicketTraits {
            channel: row.channel.clone(),
            department: row.department_id,
            severity: row.severity.clone(),
            language: language.clone(),
            labels: carried,
        };
        let policy = self.policies.iter().find(|(conditions, _)| fits(conditions, &traits));
        let labels = self.labels.iter().filter(|one| traits.labels.contains(&one.label_id));
        policy.map(|(_, promise)| promise).into_iter().chain(labels).cloned().collect()
    }
}

fn promise(row: &PolicyRow, schedules: &Schedules) -> Promise {
    let draft = row.draft();
    let target =
        |(metric, minutes): (_, i64)| Target { metric, ms: minutes.saturating_mul(MINUTE_MS) };
    Promise {
        policy_id: row.id,
        version: row.version,
        label_id: 0,
        name: row.name.clone(),
        targets: draft.targets().map(target).collect(),
        time: business_time(&draft, schedules),
        warn_percent: Some(row.warn_percent),
        pause_pending: row.pause_pending,
        reopen_ms: row.reopen_minutes.saturating_mul(MINUTE_MS),
    }
}

fn business_time(draft: &SlaPolicyDraft, schedules: &Schedules) -> BusinessTime {
    match schedules.of(draft.calendar_id).filter(|_| !draft.always) {
        Some(schedule) => BusinessTime::Open(Arc::new(schedule.clone())),
        None => BusinessTime::AroundTheClock,
    }
}

/// What policies can refer to: the labels, departments and calendars there are.
pub(super) struct Referents {
    labels: Vec<i64>,
    departments: BTreeSet<i64>,
    schedules: Schedules,
    now: i64,
}

impl Referents {
    /// Looks up what these policies name.
    pub async fn read<'a>(
        conn: &mut Conn,
        client_id: i64,
        drafts: impl Iterator<Item = &'a SlaPolicyDraft>,
        now: i64,
    ) -> DbResult<Self> {
        let conditions = drafts.flat_map(|draft| &draft.conditions);
        let named: BTreeSet<i64> = conditions
            .filter(|condition| condition.field == ConditionField::Department)
            .flat_map(|condition| &condition.values)
            .filter_map(|value| value.parse().ok())
            .collect();
        let mut departments = BTreeSet::new();
        for id in named {
            if accounts::department_is_offered(conn, client_id, id).await? {
                departments.insert(id);
            }
        }
        let labels = labels::offered(conn, client_id).await?;
        let schedules = hours::schedules(conn, client_id).await?;
        Ok(Self { labels, departments, schedules, now })
    }

    /// Whether a value is there to be named.
    pub fn has(&self, field: ConditionField, value: &str) -> bool {
        let id = value.parse::<i64>().ok();
        match (field, id) {
            (ConditionField::Label, Some(id)) => self.labels.contains(&id),
            (ConditionField::Department, Some(id)) => self.departments.contains(&id),
            _ => true,
        }
    }

    /// Whether there is such a calendar.
    pub fn has_calendar(&self, id: i64) -> bool {
        self.schedules.has(id)
    }

    /// Whether a policy can never fit or never be due.
    pub fn is_broken(&self, draft: &SlaPolicyDraft) -> bool {
        let never = |condition: &Condition| {
            !condition.values.iter().any(|value| self.has(condition.field, value))
        };
        let closed = match business_time(draft, &self.schedules) {
            BusinessTime::Open(schedule) => schedule.next_opening(self.now).is_none(),
            BusinessTime::AroundTheClock => false,
        };
        let gone = draft.calendar_id.is_some_and(|id| !draft.always && !self.has_calendar(id));
        closed || gone || draft.conditions.iter().any(never)
    }
}
