//! What starts, stands still and stops clocks, and which promise holds.

use super::{
    clock::{Clock, Reason, State},
    clocks::{Clocks, Facts, Happened},
    consumer::{Observed, observed},
    model::{SlaPolicyDraft, check},
    promise::{BusinessTime, Promise, Target},
};
use crate::{
    conditions::{Condition, ConditionField},
    events::{Audience, Event},
    tickets::DueMetric as Metric,
};
use serde_json::{Value, json};
use std::sync::Arc;

const MIN: i64 = 60_000;

/// First reply 60, next reply 30, resolution 480, update 120 minutes, around the clock.
fn policy() -> Promise {
    let target = |metric, minutes: i64| Target { metric, ms: minutes * MIN };
    Promise {
        policy_id: 7,
        version: 1,
        label_id: 0,
        name: "Gold".into(),
        targets: vec![
            target(Metric::FirstReply, 60),
            target(Metric::NextReply, 30),
            target(Metric::Resolution, 480),
            target(Metric::Update, 120),
        ],
        time: BusinessTime::AroundTheClock,
        warn_percent: Some(75),
        pause_pending: true,
        reopen_ms: 100 * MIN,
    }
}

struct Ticket {
    promises: Vec<Promise>,
    clocks: Vec<Clock>,
    facts: Facts,
}

impl Ticket {
    fn new() -> Self {
        let facts =
            Facts { status: 0, created_at: 0, replied: false, customer_wrote: true, merged: false };
        Self { promises: vec![policy()], clocks: vec![], facts }
    }

    /// After a customer's message at 0.
    fn opened() -> Self {
        let mut ticket = Self::new();
        ticket.take(Happened::Opened, 0);
        ticket
    }

    fn take(&mut self, what: Happened, minute: i64) {
        if let Happened::Status(code) = what {
            self.facts.status = code;
        }
        let all = std::mem::take(&mut self.clocks);
        let mut clocks = Clocks { all, promises: &self.promises, facts: self.facts };
        clocks.take(what, minute * MIN);
        self.facts.replied = clocks.facts.replied;
        self.clocks = clocks.all;
    }

    /// The newest clock of a metric: its state, and when it is due in minutes.
    fn newest(&self, metric: Metric) -> (State, Option<i64>) {
        let of = self.clocks.iter().filter(|clock| clock.metric == metric);
        let newest = of.max_by_key(|clock| clock.run).expect("a clock");
        (newest.state, newest.due_at.map(|due| due / MIN))
    }

    fn count(&self, metric: Metric) -> usize {
        self.clocks.iter().filter(|clock| clock.metric == metric).count()
    }
}

#[test]
fn a_first_message_starts_the_first_reply_and_the_resolution() {
    let mut ticket = Ticket::opened();
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(60)));
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(480)));
    assert_eq!(ticket.count(Metric::NextReply), 0);
    let first = &ticket.clocks[0];
    assert_eq!((first.warn_at, first.next_moment()), (Some(45 * MIN), Some(45 * MIN)));
    ticket.take(Happened::CustomerMessage, 5);
    assert_eq!(ticket.clocks.len(), 2, "who writes again waits since the first message");
}

#[test]
fn replies_are_counted_from_the_first_unanswered_message() {
    let mut ticket = Ticket::opened();
    ticket.take(Happened::Reply, 10);
    assert_eq!(ticket.newest(Metric::FirstReply).0, State::Met);
    ticket.take(Happened::CustomerMessage, 20);
    ticket.take(Happened::CustomerMessage, 25);
    assert_eq!(ticket.newest(Metric::NextReply), (State::Running, Some(50)));
    assert_eq!(ticket.count(Metric::NextReply), 1);
    ticket.take(Happened::Reply, 40);
    ticket.take(Happened::CustomerMessage, 100);
    assert_eq!(ticket.newest(Metric::NextReply), (State::Running, Some(130)));
    assert_eq!((ticket.count(Metric::NextReply), ticket.count(Metric::FirstReply)), (2, 1));
}

#[test]
fn updates_count_from_answer_to_answer() {
    let mut ticket = Ticket::opened();
    assert_eq!(ticket.count(Metric::Update), 0);
    ticket.take(Happened::Reply, 10);
    assert_eq!(ticket.newest(Metric::Update), (State::Running, Some(130)));
    ticket.take(Happened::Reply, 50);
    assert_eq!(ticket.newest(Metric::Update), (State::Running, Some(170)));
    assert_eq!(
        ticket.clocks.iter().filter(|one| one.metric == Metric::Update && one.is_live()).count(),
        1
    );
}

#[test]
fn what_waits_for_the_customer_stands_still() {
    let mut ticket = Ticket::opened();
    ticket.take(Happened::Reply, 10);
    ticket.take(Happened::Status(1), 80);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Paused, None));
    assert_eq!(ticket.newest(Metric::Update), (State::Paused, None));
    ticket.take(Happened::Status(1), 90);
    ticket.take(Happened::Status(0), 200);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(600)), "400 were left");
    assert_eq!(ticket.newest(Metric::Update), (State::Running, Some(250)), "50 were left");

    let mut ticket = Ticket::opened();
    ticket.promises[0].pause_pending = false;
    ticket.take(Happened::Status(1), 80);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(480)));
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(60)), "it never pauses");
}

#[test]
fn a_reopened_ticket_goes_on_or_begins_anew() {
    let mut ticket = Ticket::opened();
    ticket.take(Happened::Reply, 10);
    ticket.take(Happened::Status(2), 80);
    assert_eq!(ticket.newest(Metric::Resolution).0, State::Met);
    assert_eq!(ticket.newest(Metric::Update).0, State::Cancelled);
    ticket.take(Happened::Status(0), 180);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(580)), "400 were left");
    ticket.take(Happened::Status(3), 200);
    ticket.take(Happened::Status(0), 301);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(781)), "all of it anew");
    assert_eq!(ticket.count(Metric::Resolution), 2);

    let mut ticket = Ticket::opened();
    ticket.take(Happened::Status(2), 5);
    assert_eq!(ticket.newest(Metric::FirstReply).0, State::Cancelled);
    ticket.take(Happened::Status(0), 30);
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(60)), "it is still owed");
}

#[test]
fn spam_and_merged_tickets_owe_nothing() {
    let mut ticket = Ticket::opened();
    ticket.take(Happened::Status(5), 5);
    assert!(ticket.clocks.iter().all(|clock| clock.reason == Some(Reason::Spam)));
    ticket.take(Happened::Status(0), 10);
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(60)));

    ticket.take(Happened::MergedAway, 20);
    assert!(ticket.clocks.iter().all(|clock| !clock.is_live()));
    ticket.take(Happened::Unmerged, 25);
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(480)));

    // A merge closes the ticket first.
    ticket.take(Happened::Status(3), 30);
    ticket.take(Happened::MergedAway, 30);
    assert!(ticket.clocks.iter().all(|clock| clock.reason == Some(Reason::Merged)));

    let mut target = Ticket::new();
    target.take(Happened::Opened, 30);
    assert_eq!(target.newest(Metric::FirstReply).1, Some(90));
    let merged = Happened::MergedIn { first_reply: Some(0), resolution: Some(10 * MIN) };
    target.take(merged, 40);
    assert_eq!(target.newest(Metric::FirstReply).1, Some(60), "the earliest beginning counts");
    assert_eq!(target.newest(Metric::Resolution).1, Some(490));
}

#[test]
fn another_promise_keeps_the_time_that_passed() {
    let mut ticket = Ticket::opened();
    ticket.promises[0] = Promise {
        policy_id: 8,
        version: 3,
        targets: vec![Target { metric: Metric::FirstReply, ms: 20 * MIN }],
        ..policy()
    };
    ticket.take(Happened::Changed, 15);
    let first = ticket.clocks.iter().find(|one| one.metric == Metric::FirstReply).expect("it");
    assert_eq!((first.policy_id, first.policy_version), (8, 3));
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(20)));
    assert_eq!(ticket.newest(Metric::Resolution).0, State::Cancelled, "it promises none");
    ticket.promises = vec![policy()];
    ticket.take(Happened::Changed, 18);
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, Some(60)));
    assert_eq!(ticket.newest(Metric::Resolution), (State::Running, Some(480)));

    // A label that is put on later counts from when the customer began to wait.
    ticket.promises.push(Promise::of_label(5, "Refund".into(), 30));
    ticket.take(Happened::Changed, 40);
    let label = ticket.clocks.iter().find(|clock| clock.label_id == 5).expect("its clock");
    assert_eq!((label.due_at, label.warn_at), (Some(30 * MIN), None));
    ticket.take(Happened::Reply, 41);
    assert!(
        ticket
            .clocks
            .iter()
            .filter(|one| one.metric == Metric::FirstReply)
            .all(|one| one.state == State::Met)
    );
}

#[test]
fn what_the_desk_began_owes_no_first_reply() {
    let mut ticket = Ticket::new();
    ticket.facts.replied = true;
    ticket.facts.customer_wrote = false;
    ticket.take(Happened::Changed, 1);
    assert!(ticket.clocks.is_empty());
    ticket.take(Happened::CustomerMessage, 10);
    assert_eq!(ticket.count(Metric::FirstReply), 0);
    assert_eq!(ticket.newest(Metric::NextReply), (State::Running, Some(40)));
}

#[test]
fn the_most_urgent_clock_is_the_one_that_is_due_soonest() {
    let ticket = Ticket::opened();
    let of = |clocks: Vec<Clock>| {
        let clocks = Clocks { all: clocks, promises: &[], facts: ticket.facts };
        clocks.most_urgent().map(|clock| clock.metric)
    };
    assert_eq!(of(ticket.clocks.clone()), Some(Metric::FirstReply));
    assert_eq!(of(vec![]), None);
    let mut paused = Ticket::opened();
    paused.take(Happened::Reply, 1);
    paused.take(Happened::Status(1), 2);
    assert_eq!(of(paused.clocks), Some(Metric::Update), "119 minutes are fewer than 478");
}

#[test]
fn a_calendar_that_never_opens_makes_nothing_due() {
    let zone = jiff::tz::TimeZone::UTC;
    let closed = crate::hours::Schedule::new(zone, &[], &[]);
    let mut ticket = Ticket::new();
    ticket.promises[0].time = BusinessTime::Open(Arc::new(closed));
    ticket.take(Happened::Opened, 0);
    assert_eq!(ticket.newest(Metric::FirstReply), (State::Running, None));
    assert_eq!(ticket.clocks[0].next_moment(), None);
}

#[test]
fn a_policy_that_cannot_be_kept_says_every_field() {
    let fine = SlaPolicyDraft {
        name: " Gold ".into(),
        first_reply: Some(60),
        ..SlaPolicyDraft::default()
    };
    assert_eq!(check(&fine).expect("kept").name, "Gold");
    let wrong = SlaPolicyDraft {
        name: " ".into(),
        conditions: vec![Condition { field: ConditionField::Severity, values: vec!["X".into()] }],
        next_reply: Some(0),
        resolution: Some(525_601),
        warn_percent: 100,
        reopen_minutes: -1,
        ..fine.clone()
    };
    let refused = format!("{:?}", check(&wrong).expect_err("refused"));
    for field in [
        "conditions.0.values",
        "name",
        "next_reply",
        "reopen_minutes",
        "resolution",
        "warn_percent",
    ] {
        assert!(refused.contains(&format!("\"{field}\"")), "{field}: {refused}");
    }
    assert!(!refused.contains("first_reply"), "{refused}");
    let none = SlaPolicyDraft { first_reply: None, ..fine };
    assert!(check(&none).is_err(), "it promises nothing");
}

#[test]
fn events_are_what_they_are_for_clocks() {
    let event = |name: &str, data: Value| Event {
        client_id: 1,
        seq: 1,
        name: name.into(),
        ticket_id: Some(9),
        audience: Arc::new(Audience::everyone()),
        data: data.to_string().into(),
        at_ms: 5,
    };
    let message = |direction: &str, automatic: bool| json!({ "message": { "direction": direction, "automatic": automatic } });
    let happened = |what| Some(Observed::Happened(what));
    for (name, data, expected) in [
        ("createTicket", message("in", false), happened(Happened::Opened)),
        ("createTicket", message("out", false), None),
        ("createTicket", json!({ "message": null }), happened(Happened::Changed)),
        ("newMessage", message("in", false), happened(Happened::CustomerMessage)),
        ("newMessage", message("in", true), None),
        ("newMessage", message("out", false), happened(Happened::Reply)),
        ("newMessage", message("out", true), None),
        ("newMessage", message("note", false), None),
        ("ticketStatusChanged", json!({ "status": 2 }), happened(Happened::Status(2))),
        ("ticketLabelsChanged", json!({}), happened(Happened::Changed)),
        ("ticketMerged", json!({ "source_id": 9, "merged": true }), happened(Happened::MergedAway)),
        ("ticketMerged", json!({ "source_id": 9, "merged": false }), happened(Happened::Unmerged)),
        ("ticketMerged", json!({ "source_id": 8, "merged": true }), Some(Observed::Merged(8))),
        ("ticketMerged", json!({ "source_id": 8, "merged": false }), None),
        ("addPin", json!({}), None),
    ] {
        assert_eq!(observed(&event(name, data.clone())), expected, "{name} {data}");
    }
}
