//! A desk that is played second by second writes a journal: its decisions come out the same once more, what happened is
//! found in it, and what it foretells for other rules is what happens when the desk is played by them.

use super::{
    figures::{self, Frame},
    history::{End, History, HistoryReader, Hold},
    journal::{AgentState, Entry, StepRecord},
    model::{ExtraAgents, ReplayOutcome, RoutingChanges, RoutingQueueChange},
    repeat::Repetition,
    what_if::simulate,
};
use crate::routing::{
    decision::{Agent, Queue},
    desk::{Desk, DeskQueue, Step, back_in_line},
    model::{NotReachable, SkillRequirement, Strategy, Work},
    store::items::ItemRow,
    subject::Subject,
    tests::{Dice, random_desk},
};
use jiff::tz::TimeZone;
use std::collections::{BTreeMap, HashMap};

const START: i64 = 1_750_000_000_000;
const SECOND: i64 = 1_000;
const HOURS: i64 = 10;
const QUEUE: i64 = 7;

/// A customer who comes, the same whatever the rules are.
#[derive(Clone, Copy)]
struct Customer {
    at: i64,
    skilled: bool,
    hold_ms: i64,
    answer_ms: i64,
    /// How many of those who are asked let it pass.
    passes: usize,
    /// Goes by itself, if nobody came until then.
    leaves_at: Option<i64>,
}

fn customers(seed: u64) -> Vec<Customer> {
    let mut dice = Dice(seed);
    let mut at = START;
    let mut all = vec![];
    // More than the desk can do, and what it can.
    let pause = if seed.is_multiple_of(2) { 75 } else { 50 };
    while at < START + HOURS * 3_600 * SECOND {
        at += (1 + dice.roll(pause)) * SECOND;
        all.push(Customer {
            at,
            skilled: dice.roll(5) == 0,
            hold_ms: (60 + dice.roll(540)) * SECOND,
            answer_ms: (1 + dice.roll(12)) * SECOND,
            passes: usize::from(dice.roll(8) == 0),
            leaves_at: (dice.roll(20) == 0).then(|| at + (20 + dice.roll(600)) * SECOND),
        });
    }
    all
}

/// The rules by which a desk is played.
#[derive(Clone)]
struct Rules {
    strategy: Strategy,
    offer_ms: i64,
    wrap_up_ms: i64,
    capacity: i64,
    /// Agents who come from the third to the sixth hour.
    extra: i64,
}

const RULES: Rules = Rules {
    strategy: Strategy::LongestIdle,
    offer_ms: 20 * SECOND,
    wrap_up_ms: 0,
    capacity: 2,
    extra: 0,
};
const AGENTS: i64 = 7;

/// What a played desk leaves behind.
struct Played {
    journal: Vec<(i64, bool, Entry)>,
    holds: Vec<Hold>,
    mean_wait_ms: i64,
    given: usize,
}

fn desk_queue(rules: &Rules, skilled: bool) -> DeskQueue {
    let skill = SkillRequirement { skill_id: 1, level: 2, required: true };
    DeskQueue {
        name: if skilled { "Skilled" } else { "All" }.to_owned(),
        open: true,
        opens_at: None,
        offer_ms: rules.offer_ms,
        wrap_up_ms: rules.wrap_up_ms,
        overflow: None,
        wrap_up_until: None,
        has_more: false,
        all_agents: true,
        queue: Queue {
            work: Work::Tickets,
            strategy: rules.strategy,
            skills: if skilled { vec![skill] } else { vec![] },
            priority: i64::from(skilled) * 5,
            ageing_ms: 60 * SECOND,
            preferred_ms: 0,
            relax_ms: 0,
            agents: vec![],
            last: None,
        },
    }
}

/// Whether an agent is there: each comes and goes at an hour of their own and has lunch.
fn is_there(id: i64, at: i64) -> bool {
    let minute = (at - START) / (60 * SECOND);
    if id > 100 {
        return (180..360).contains(&minute);
    }
    let (comes, goes) = (id * 11, HOURS * 60 - id * 7);
    let lunch = 200 + id * 25;
    (comes..goes).contains(&minute) && !(lunch..lunch + 40).contains(&minute)
}

/// Plays a desk, second by second, as the desk itself would decide.
#[expect(clippy::too_many_lines, reason = "a day at a desk, told in its order")]
fn play(seed: u64, rules: &Rules) -> Played {
    let customers = customers(seed);
    let ids: Vec<i64> = (1..=AGENTS).chain(101..101 + rules.extra).collect();
    let agent = |id: &i64| Agent {
        capacity: rules.capacity,
        skills: if *id % 2 == 0 || *id > 100 { vec![(1, 3)] } else { vec![] },
        ..away(*id)
    };
    let mut live = Desk::empty();
    live.agents = ids.iter().map(|id| (*id, agent(id))).collect();
    live.queues.insert(QUEUE, desk_queue(rules, false));
    live.queues.insert(QUEUE + 1, desk_queue(rules, true));
    live.members_of_all();
    let mut base: Option<Desk> = None;
    let mut played = Played { journal: vec![], holds: vec![], mean_wait_ms: 0, given: 0 };
    let mut next = 0;
    let mut passes: HashMap<usize, usize> = HashMap::new();
    // Who is asked until when, and who holds what until when.
    let mut ringing: BTreeMap<usize, (i64, i64, ItemRow)> = BTreeMap::new();
    let mut held: Vec<(usize, i64, i64)> = vec![];
    let mut waits = 0;
    let mut look = None;
    for second in 0..=HOURS * 3_600 {
        let now = START + second * SECOND;
        let mut happened = false;
        let ended: Vec<_> = held.extract_if(.., |(_, _, until)| *until <= now).collect();
        happened |= !ended.is_empty();
        for (place, user_id, until) in ended {
            let agent = live.agents.get_mut(&user_id).expect("an agent");
            agent.load -= 1;
            (agent.idle_since, agent.wrap_up_until) = (now, now + rules.wrap_up_ms);
            let since = until - customers[place].hold_ms;
            let ticket_id = i64::try_from(place).expect("few") + 1;
            played.holds.push(Hold { ticket_id, user_id, since, until: Some(until) });
        }
        for (id, agent) in &mut live.agents {
            let there = is_there(*id, now);
            if there && agent.hindered == Some(NotReachable::Offline) {
                agent.idle_since = now;
            }
            let hindered = match there {
                false => Some(NotReachable::Offline),
                true => (agent.wrap_up_until > now).then_some(NotReachable::WrapUp),
            };
            happened |= agent.hindered != hindered;
            agent.hindered = hindered;
        }
        while next < customers.len() && customers[next].at <= now {
            let queue = QUEUE + i64::from(customers[next].skilled);
            let ticket = Subject::Ticket(i64::try_from(next).expect("few") + 1);
            live.items.push(ItemRow::waiting(ticket, queue, customers[next].at));
            next += 1;
            happened = true;
        }
        let answered: Vec<usize> = ringing
            .iter()
            .filter(|(_, (_, due, _))| *due <= now)
            .map(|(place, _)| *place)
            .collect();
        happened |= !answered.is_empty();
        for place in answered {
            let (user_id, _, item) = ringing.remove(&place).expect("it rings");
            let passed = passes.entry(place).or_default();
            if *passed < customers[place].passes {
                *passed += 1;
                live.agents.get_mut(&user_id).expect("an agent").load -= 1;
                live.items.push(back_in_line(&item, Some(user_id)));
                continue;
            }
            live.agents.get_mut(&user_id).expect("an agent").idle_since = now;
            held.push((place, user_id, now + customers[place].hold_ms));
            waits += now - customers[place].at;
            played.given += 1;
        }
        let place = |item: &ItemRow| usize::try_from(item.ticket_id.unwrap_or(1) - 1).expect("one");
        let before = live.items.len();
        live.items.retain(|item| customers[place(item)].leaves_at.is_none_or(|at| at > now));
        happened |= live.items.len() != before;
        let whole = base.is_none() || second % 1_800 == 0;
        if !whole && !happened && look.is_none_or(|at| at > now) {
            continue;
        }
        // As the desk is read, compared and planned.
        let mut desk = copy(&live);
        desk.items.retain(|item| item.not_before <= now);
        let before = if whole { Desk::empty() } else { base.take().expect("a desk") };
        let mut entry = Entry::between(&before, &desk);
        let plan = desk.plan(now);
        look = plan.next;
        entry.steps = plan.steps.iter().map(|(item, step)| StepRecord::of(item, step)).collect();
        base = Some(desk);
        for (item, step) in plan.steps {
            let at = place(&item);
            match step {
                Step::Give(decision) => {
                    let user_id = decision.chosen.expect("somebody");
                    live.agents.get_mut(&user_id).expect("an agent").load += 1;
                    live.queues.get_mut(&item.queue_id).expect("it").queue.last = Some(user_id);
                    live.items.retain(|other| other.ticket_id != item.ticket_id);
                    ringing.insert(at, (user_id, now + customers[at].answer_ms, item));
                }
                Step::AskAgain(later) => {
                    let row = live.items.iter_mut().find(|row| row.ticket_id == item.ticket_id);
                    let row = row.expect("it waits");
                    (row.not_before, row.passed) = (later, "[]".to_owned());
                }
                Step::EndOffer { .. } | Step::Overflow(_) => panic!("nothing of that is played"),
            }
        }
        if !entry.is_empty() {
            played.journal.push((now, whole, entry));
        }
    }
    let now = START + HOURS * 3_600 * SECOND;
    let rest = held.iter().map(|(place, user_id, until)| Hold {
        ticket_id: i64::try_from(*place).expect("few") + 1,
        user_id: *user_id,
        since: until - customers[*place].hold_ms,
        until: (*until <= now).then_some(*until),
    });
    played.holds.extend(rest);
    played.mean_wait_ms = waits / i64::try_from(played.given.max(1)).expect("few");
    played
}

fn away(user_id: i64) -> Agent {
    Agent {
        user_id,
        username: String::new(),
        name: String::new(),
        hindered: Some(NotReachable::Offline),
        wrap_up_until: 0,
        load: 0,
        capacity: 0,
        chats: 0,
        chat_capacity: 0,
        idle_since: 0,
        skills: vec![],
    }
}

fn copy(desk: &Desk) -> Desk {
    Desk {
        queues: desk.queues.clone(),
        agents: desk.agents.clone(),
        items: desk.items.clone(),
        next: None,
        more_are_over: false,
    }
}

/// Reads a journal back, as it was stored.
fn read(played: &Played) -> (Repetition, History) {
    let mut repetition = Repetition::new();
    let mut reader = HistoryReader::new(played.holds.clone(), HashMap::new());
    for (at, whole, entry) in &played.journal {
        let text = serde_json::to_string(entry).expect("JSON");
        let entry: Entry = serde_json::from_str(&text).expect("an entry");
        repetition.line(*at, *whole, &entry);
        reader.line(*at, *whole, &entry, &repetition.desk);
    }
    (repetition, reader.finish(START + HOURS * 3_600 * SECOND))
}

fn frame<'a>(history: &'a History, names: &'a HashMap<i64, String>) -> Frame<'a> {
    Frame { history, from: START, target_ms: 60_000, queue_names: names, agent_names: names }
}

fn foretold(history: &History, changes: &RoutingChanges) -> ReplayOutcome {
    let names = HashMap::new();
    figures::simulated(&frame(history, &names), &simulate(history, changes, &TimeZone::UTC))
}

/// How far a figure is from the true one, in percent.
fn off(figure: Option<i64>, truth: i64) -> i64 {
    (figure.expect("a figure") - truth).abs() * 100 / truth.max(1)
}

#[test]
fn each_decision_comes_out_the_same_once_more() {
    for seed in 1..=2 {
        let played = play(seed, &RULES);
        let (repetition, _) = read(&played);
        assert!(repetition.decisions > 500, "seed {seed}: {}", repetition.decisions);
        assert_eq!(repetition.differences, 0, "seed {seed}: {:?}", repetition.first);
    }
}

#[test]
fn a_decision_that_came_out_otherwise_is_told() {
    let mut played = play(1, &RULES);
    let decided = played.journal.iter_mut().find_map(|(_, _, entry)| {
        entry.steps.iter_mut().find(|step| matches!(step.decided, super::journal::Decided::Give(_)))
    });
    let step = decided.expect("a decision");
    step.decided = super::journal::Decided::Give(99);
    let ticket = step.subject.ticket();
    let (repetition, _) = read(&played);
    assert_eq!(repetition.differences, 1);
    let first = &repetition.first[0];
    assert_eq!((first.ticket_id, first.user_id), (ticket, Some(99)));
    assert!(first.repeated_user_id.is_some_and(|id| id != 99));
}

#[test]
fn what_happened_is_found_in_the_journal() {
    for seed in 1..=2 {
        let played = play(seed, &RULES);
        let (_, history) = read(&played);
        let customers = customers(seed);
        let seen: Vec<_> =
            customers.iter().filter(|one| one.at <= START + HOURS * 3_600 * SECOND).collect();
        assert_eq!(history.items.len(), seen.len(), "seed {seed}");
        let names = HashMap::new();
        let happened = figures::happened(&frame(&history, &names));
        assert_eq!(happened.total.given, i64::try_from(played.given).expect("few"), "seed {seed}");
        assert_eq!(happened.total.mean_wait_ms, Some(played.mean_wait_ms), "seed {seed}");
        let gone = history.items.iter().filter(|one| matches!(one.end, End::Left { .. })).count();
        assert!(gone > 0, "seed {seed}: some leave");
        for item in history.items.iter().filter(|one| matches!(one.end, End::Given { .. })) {
            let id = usize::try_from(item.item.ticket_id.expect("a ticket") - 1).expect("one");
            assert_eq!(item.answer_ms, Some(customers[id].answer_ms), "seed {seed}");
            assert_eq!(item.passes_ms.len(), customers[id].passes, "seed {seed}");
        }
    }
}

#[test]
fn the_model_by_the_same_rules_is_near_what_happened() {
    for seed in 1..=2 {
        let played = play(seed, &RULES);
        let (_, history) = read(&played);
        let modelled = foretold(&history, &RoutingChanges::default());
        let far = off(modelled.total.mean_wait_ms, played.mean_wait_ms);
        let (mean, truth) = (modelled.total.mean_wait_ms, played.mean_wait_ms);
        assert!(far <= 10, "seed {seed}: {mean:?} for {truth}, {far} %");
    }
}

#[test]
fn what_is_foretold_for_other_rules_happens_by_them() {
    let queue = |change: RoutingQueueChange| {
        vec![
            RoutingQueueChange { id: QUEUE, ..change.clone() },
            RoutingQueueChange { id: QUEUE + 1, ..change },
        ]
    };
    let wrap_up = RoutingQueueChange { wrap_up_seconds: Some(60), ..RoutingQueueChange::default() };
    let occupied = RoutingQueueChange {
        strategy: Some(Strategy::LeastOccupied),
        ..RoutingQueueChange::default()
    };
    // START is 15 June 2025, 15:06:40 UTC; the added ones come after three hours and stay for three.
    let minute = 15 * 60 + 7 + 180;
    let extra = ExtraAgents {
        count: 2,
        from_minute: minute,
        until_minute: (minute + 180) % 1_440,
        queues: vec![],
    };
    let tried = [
        (
            "a wrap-up of a minute",
            Rules { wrap_up_ms: 60 * SECOND, ..RULES },
            RoutingChanges { queues: queue(wrap_up), ..RoutingChanges::default() },
        ),
        (
            "one more at a time",
            Rules { capacity: 3, ..RULES },
            RoutingChanges { capacity: Some(3), ..RoutingChanges::default() },
        ),
        (
            "the least occupied first",
            Rules { strategy: Strategy::LeastOccupied, ..RULES },
            RoutingChanges { queues: queue(occupied), ..RoutingChanges::default() },
        ),
        (
            "two more agents for three hours",
            Rules { extra: 2, ..RULES },
            RoutingChanges { extra_agents: vec![extra], ..RoutingChanges::default() },
        ),
    ];
    for seed in 1..=2 {
        let before = play(seed, &RULES);
        let (_, history) = read(&before);
        for (name, rules, changes) in &tried {
            let truth = play(seed, rules).mean_wait_ms;
            let told = foretold(&history, changes);
            let far = off(told.total.mean_wait_ms, truth);
            let was = before.mean_wait_ms;
            let mean = told.total.mean_wait_ms;
            assert!(far <= 10, "seed {seed}, {name}: {mean:?} for {truth} ({was} before), {far} %");
        }
    }
}

#[test]
fn agents_who_are_added_are_shown_as_one() {
    let (_, history) = read(&play(1, &RULES));
    let all_day =
        ExtraAgents { count: 3, from_minute: 0, until_minute: 1_440, queues: vec![QUEUE] };
    let changes = RoutingChanges { extra_agents: vec![all_day], ..RoutingChanges::default() };
    let told = foretold(&history, &changes);
    let added: Vec<_> = told.agents.iter().filter(|agent| agent.user_id.is_none()).collect();
    assert_eq!(added.len(), 1);
    assert_eq!(added[0].there_ms, 3 * HOURS * 3_600 * SECOND);
    assert!(added[0].given > 0, "they got something: {added:?}");
    let load = added[0].mean_load.expect("they were there");
    assert!(load > 0.0 && load <= 2.0, "no more than the others may hold: {load}");
}

#[test]
fn a_line_makes_one_desk_of_another() {
    for seed in 0..500 {
        let (mut before, now) =
            (random_desk(&mut Dice(seed)), random_desk(&mut Dice(seed + 7_777)));
        let entry = Entry::between(&before, &now);
        before.apply(&entry);
        assert!(Entry::between(&before, &now).is_empty(), "seed {seed}");
        let states =
            |desk: &Desk| -> Vec<AgentState> { Entry::between(&Desk::empty(), desk).agents };
        assert_eq!(states(&before), states(&now), "seed {seed}");
    }
}
