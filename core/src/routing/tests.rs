//! Who gets a ticket: tables, and a property over random desks.

use super::{
    decision::{Agent, Item, Queue, before, decide},
    desk::{Desk, DeskQueue, Step},
    model::{LeftOut, NotReachable, SkillRequirement, Strategy, Work},
    store::items::ItemRow,
    subject::Subject,
};
use std::{cmp::Ordering, collections::BTreeMap};

const NOW: i64 = 10_000_000;

fn queue(strategy: Strategy, agents: &[i64]) -> Queue {
    Queue {
        work: Work::Tickets,
        strategy,
        skills: vec![],
        priority: 0,
        ageing_ms: 0,
        preferred_ms: 0,
        relax_ms: 0,
        agents: agents.to_vec(),
        last: None,
    }
}

fn agent(user_id: i64, load: i64, capacity: i64, idle_ms: i64) -> Agent {
    Agent {
        user_id,
        username: format!("agent{user_id}"),
        name: format!("Agent {user_id}"),
        hindered: None,
        wrap_up_until: 0,
        load,
        capacity,
        chats: 0,
        chat_capacity: 3,
        idle_since: NOW - idle_ms,
        skills: vec![],
    }
}

fn item(waited: i64) -> Item {
    Item { subject: Subject::Ticket(1), enqueued_at: NOW - waited, preferred: None, passed: vec![] }
}

fn chosen(queue: &Queue, item: &Item, agents: &[Agent]) -> Option<i64> {
    decide(queue, item, &agents.iter().collect::<Vec<_>>(), NOW).chosen
}

#[test]
fn each_strategy_looks_at_what_it_says() {
    let agents = [agent(1, 1, 2, 500), agent(2, 3, 10, 900), agent(3, 1, 4, 100)];
    let ids = [1, 2, 3];
    for (strategy, expected) in [
        (Strategy::LongestIdle, Some(2)),
        // 1/2, 3/10 and 1/4.
        (Strategy::LeastOccupied, Some(3)),
        (Strategy::RoundRobin, Some(1)),
        (Strategy::Manual, None),
    ] {
        assert_eq!(chosen(&queue(strategy, &ids), &item(0), &agents), expected, "{strategy:?}");
    }
}

#[test]
fn turns_go_round_also_behind_somebody_who_left() {
    let agents = [agent(2, 0, 9, 0), agent(4, 0, 9, 0), agent(6, 0, 9, 0)];
    for (last, expected) in [(None, 2), (Some(2), 4), (Some(4), 6), (Some(6), 2), (Some(3), 4)] {
        let queue = Queue { last, ..queue(Strategy::RoundRobin, &[2, 4, 6]) };
        assert_eq!(chosen(&queue, &item(0), &agents), Some(expected), "after {last:?}");
    }
    let mut full = agents;
    full[1].load = 9;
    let queue = Queue { last: Some(2), ..queue(Strategy::RoundRobin, &[2, 4, 6]) };
    assert_eq!(chosen(&queue, &item(0), &full), Some(6), "a full one is passed over");
}

#[test]
fn what_is_equal_goes_to_the_longest_idle_then_the_least_loaded_then_the_first() {
    let same = |load: i64, idle: i64| [agent(7, load, 10, idle), agent(8, 1, 10, 50)];
    let by = |agents: &[Agent]| chosen(&queue(Strategy::LongestIdle, &[7, 8]), &item(0), agents);
    assert_eq!(by(&same(0, 40)), Some(8));
    assert_eq!(by(&same(2, 50)), Some(8));
    assert_eq!(by(&same(1, 50)), Some(7));
}

#[test]
fn demands_go_down_with_waiting() {
    let skill = |skill_id, level, required| SkillRequirement { skill_id, level, required };
    let queue = Queue {
        skills: vec![skill(5, 3, true), skill(6, 2, false)],
        relax_ms: 1_000,
        ..queue(Strategy::MostSkilled, &[1, 2, 3])
    };
    let with = |id, skills: &[(i64, i64)]| Agent { skills: skills.to_vec(), ..agent(id, 0, 9, 0) };
    let agents = [with(1, &[(5, 1)]), with(2, &[(5, 3)]), with(3, &[(6, 5)])];
    assert_eq!(chosen(&queue, &item(0), &agents), None, "nobody has both");
    assert_eq!(chosen(&queue, &item(1_000), &agents), Some(2), "what is not required is dropped");
    let low = [agents[0].clone(), agents[2].clone()];
    assert_eq!(chosen(&queue, &item(1_999), &low), None);
    assert_eq!(chosen(&queue, &item(2_000), &low), Some(1), "level 1 is enough by now");
    let lacking = std::slice::from_ref(&agents[2]);
    assert_eq!(chosen(&queue, &item(60_000), lacking), None, "a required skill stays required");
    let out = decide(&queue, &item(1_000), &agents.iter().collect::<Vec<_>>(), NOW).candidates;
    let left_out: Vec<_> = out.iter().map(|one| (one.user_id, one.left_out)).collect();
    assert_eq!(left_out, [(2, None), (3, Some(LeftOut::Skill)), (1, Some(LeftOut::Skill))]);
}

#[test]
fn who_had_the_customer_is_asked_first_while_that_one_is_there() {
    let queue = Queue { preferred_ms: 5_000, ..queue(Strategy::LongestIdle, &[1, 2]) };
    let wants = |waited| Item { preferred: Some(1), ..item(waited) };
    let agents = [agent(1, 0, 3, 10), agent(2, 0, 3, 99)];
    assert_eq!(chosen(&queue, &wants(0), &agents), Some(1));
    assert_eq!(chosen(&queue, &wants(5_000), &agents), Some(2), "the time is over");
    let full = [agent(1, 3, 3, 10), agent(2, 0, 3, 99)];
    let decision = decide(&queue, &wants(0), &full.iter().collect::<Vec<_>>(), NOW);
    assert_eq!(decision.chosen, None, "for one who is full it waits");
    let away =
        [Agent { hindered: Some(NotReachable::Away), ..agent(1, 0, 3, 10) }, agents[1].clone()];
    assert_eq!(chosen(&queue, &wants(0), &away), Some(2), "not for one who is away");
    let passed = Item { passed: vec![1], ..wants(0) };
    assert_eq!(chosen(&queue, &passed, &agents), Some(2), "nor for one who let it pass");
}

#[test]
fn who_let_it_pass_is_asked_again_only_when_nobody_else_is_left() {
    let queue = queue(Strategy::LongestIdle, &[1, 2]);
    let agents = [agent(1, 0, 3, 99), agent(2, 0, 3, 10)];
    let after = |passed: &[i64]| {
        let item = Item { passed: passed.to_vec(), ..item(0) };
        let decision = decide(&queue, &item, &agents.iter().collect::<Vec<_>>(), NOW);
        (decision.chosen, decision.all_passed)
    };
    assert_eq!(after(&[]), (Some(1), false));
    assert_eq!(after(&[1]), (Some(2), false));
    assert_eq!(after(&[1, 2]), (None, true));
}

#[test]
fn waiting_outweighs_priority_in_the_end() {
    let slow = Queue { ageing_ms: 60_000, ..queue(Strategy::LongestIdle, &[]) };
    let urgent = Queue { priority: 10, ..slow.clone() };
    let order = |waited| before((&slow, &item(waited)), (&urgent, &item(0)), NOW);
    assert_eq!(order(9 * 60_000), Ordering::Greater);
    assert_eq!(order(11 * 60_000), Ordering::Less, "ten minutes make up for a priority of ten");
    let never = Queue { ageing_ms: 0, ..slow.clone() };
    assert_eq!(before((&never, &item(NOW)), (&urgent, &item(0)), NOW), Ordering::Greater);
}

fn place(ticket_id: i64, queue_id: i64, waited: i64) -> ItemRow {
    ItemRow {
        enqueued_at: NOW - waited,
        queued_at: NOW - waited,
        ..ItemRow::waiting(Subject::Ticket(ticket_id), queue_id, NOW)
    }
}

fn desk(queues: Vec<(i64, Queue)>, agents: Vec<Agent>, items: Vec<ItemRow>) -> Desk {
    let queue = |(id, queue)| {
        let desk = DeskQueue {
            queue,
            name: format!("Queue {id}"),
            open: true,
            opens_at: None,
            offer_ms: 30_000,
            wrap_up_ms: 0,
            all_agents: false,
            overflow: None,
            wrap_up_until: None,
            has_more: false,
        };
        (id, desk)
    };
    Desk {
        queues: queues.into_iter().map(queue).collect(),
        agents: agents.into_iter().map(|agent| (agent.user_id, agent)).collect(),
        items,
        next: None,
        more_are_over: false,
    }
}

/// Who gets what: ticket and user.
fn given(steps: &[(ItemRow, Step)]) -> Vec<(i64, i64)> {
    let give = |(item, step): &(ItemRow, Step)| match step {
        Step::Give(decision) => {
            decision.chosen.map(|user| (item.ticket_id.unwrap_or_default(), user))
        }
        _ => None,
    };
    steps.iter().filter_map(give).collect()
}

#[test]
fn a_queue_gives_until_everybody_is_full() {
    let queue = queue(Strategy::LongestIdle, &[1, 2]);
    let items = (1..=5).map(|id| place(id, 9, 100 - id)).collect();
    let agents = vec![agent(1, 1, 2, 50), agent(2, 0, 2, 10)];
    let plan = desk(vec![(9, queue)], agents, items).plan(NOW);
    assert_eq!(given(&plan.steps), [(1, 1), (2, 2), (3, 2)], "the longest waiting ones first");
    assert_eq!(plan.next, Some(NOW + 30_000), "when the first offer ends");
}

#[test]
fn an_offer_that_is_over_goes_to_the_next_one_and_frees_who_let_it_pass() {
    let offered = |until| ItemRow {
        state: "offered".into(),
        offered_to: Some(1),
        offered_at: Some(NOW - 30_000),
        offer_until: Some(until),
        ..place(1, 9, 40_000)
    };
    let desk = |until, hindered| {
        let queue = queue(Strategy::LongestIdle, &[1, 2]);
        let first = Agent { hindered, ..agent(1, 1, 1, 99) };
        desk(vec![(9, queue)], vec![first, agent(2, 0, 1, 0)], vec![offered(until), place(2, 9, 5)])
    };
    let plan = desk(NOW, None).plan(NOW);
    assert_eq!(plan.steps[0].1, Step::EndOffer { passed: true });
    assert_eq!(given(&plan.steps), [(1, 2), (2, 1)]);
    let plan = desk(NOW + 1, None).plan(NOW);
    assert_eq!(given(&plan.steps), [(2, 2)], "one that lasts is left alone");
    assert_eq!(plan.next, Some(NOW + 1));
    let plan = desk(NOW + 1, Some(NotReachable::Offline)).plan(NOW);
    assert_eq!(plan.steps[0].1, Step::EndOffer { passed: false }, "the agent is gone");
    assert_eq!(given(&plan.steps), [(1, 2)]);
}

#[test]
fn what_waits_too_long_goes_to_the_next_queue_and_keeps_its_place_in_time() {
    let mut desk = desk(
        vec![(8, queue(Strategy::LongestIdle, &[1])), (9, queue(Strategy::LongestIdle, &[2]))],
        vec![
            Agent { hindered: Some(NotReachable::Offline), ..agent(1, 0, 9, 0) },
            agent(2, 0, 1, 0),
        ],
        vec![place(1, 8, 60_000), place(2, 8, 59_999), place(3, 9, 10)],
    );
    desk.queues.get_mut(&8).expect("a queue").overflow = Some((9, 60_000));
    let plan = desk.plan(NOW);
    assert_eq!(plan.steps[0].1, Step::Overflow(9));
    assert_eq!(given(&plan.steps), [(1, 2)], "before what came there later");
    assert_eq!(plan.next, Some(NOW + 1), "when the second one has waited too long");
}

#[test]
fn a_closed_queue_waits_for_its_hours() {
    let mut desk = desk(
        vec![(9, queue(Strategy::LongestIdle, &[1]))],
        vec![agent(1, 0, 9, 0)],
        vec![place(1, 9, 5)],
    );
    let closed = desk.queues.get_mut(&9).expect("a queue");
    (closed.open, closed.opens_at) = (false, Some(NOW + 7));
    let plan = desk.plan(NOW);
    assert_eq!((plan.steps.len(), plan.next), (0, Some(NOW + 7)));
}

#[test]
fn wrap_up_ends_by_itself() {
    let hindered = Some(NotReachable::WrapUp);
    let mut desk = desk(
        vec![(9, queue(Strategy::LongestIdle, &[1]))],
        vec![Agent { hindered, ..agent(1, 0, 9, 0) }],
        vec![place(1, 9, 5)],
    );
    desk.queues.get_mut(&9).expect("it").wrap_up_until = Some(NOW + 9);
    let plan = desk.plan(NOW);
    assert_eq!((plan.steps.len(), plan.next), (0, Some(NOW + 9)));
}

#[test]
fn a_crowd_is_given_in_several_goes() {
    let crowd = |has_more| {
        let waiting = (1..=60).map(|id| place(id, 9, 100 - id)).collect();
        let agents = vec![agent(1, 0, 200, 0)];
        let mut desk = desk(vec![(9, queue(Strategy::LongestIdle, &[1]))], agents, waiting);
        desk.queues.get_mut(&9).expect("it").has_more = has_more;
        desk
    };
    let plan = crowd(false).plan(NOW);
    assert_eq!((plan.steps.len(), plan.goes_on), (50, true), "others wait for a transaction's end");
    for (has_more, capacity, goes_on) in
        [(false, 200, false), (true, 200, true), (true, 40, false), (true, 0, false)]
    {
        let mut desk = crowd(has_more);
        desk.items.truncate(45);
        desk.agents.insert(1, agent(1, 0, capacity, 0));
        let plan = desk.plan(NOW);
        assert_eq!(plan.goes_on, goes_on, "{has_more} {capacity}");
    }
}

#[test]
fn live_chats_have_a_capacity_of_their_own() {
    let chats = Queue { work: Work::LiveChats, ..queue(Strategy::LeastOccupied, &[1, 2]) };
    let with = |id, load, chats| Agent { chats, chat_capacity: 2, ..agent(id, load, 10, 0) };
    let visitor = Item { subject: Subject::Visit(1), ..item(0) };
    let agents = [with(1, 2, 2), with(2, 9, 1)];
    assert_eq!(chosen(&chats, &visitor, &agents), Some(2), "the first one has two chats already");
    let tickets = Queue { work: Work::Tickets, ..chats.clone() };
    assert_eq!(chosen(&tickets, &item(0), &agents), Some(1), "who may have more tickets");
    let full = [with(1, 2, 2), with(2, 10, 1)];
    assert_eq!(chosen(&chats, &visitor, &full), None, "all that is held counts as well");
    let plan = desk(
        vec![(9, chats)],
        vec![with(1, 0, 0), with(2, 0, 1)],
        (1..=4)
            .map(|id| ItemRow { ticket_id: None, session_id: Some(id), ..place(0, 9, 100 - id) })
            .collect(),
    )
    .plan(NOW);
    let given = plan.steps.iter().filter_map(|(item, step)| match step {
        Step::Give(decision) => Some((item.session_id?, decision.chosen?)),
        _ => None,
    });
    assert_eq!(given.collect::<Vec<_>>(), [(1, 1), (2, 2), (3, 1)], "three places are free");
}

/// A small generator, so that a failure names the seed that repeats it.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> i64 {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from((z ^ (z >> 31)) % sides).unwrap_or_default()
    }
}

pub(super) fn random_desk(dice: &mut Dice) -> Desk {
    let strategies = [Strategy::LongestIdle, Strategy::LeastOccupied, Strategy::RoundRobin];
    let agents: Vec<Agent> = (1..=1 + dice.roll(8))
        .map(|id| {
            let hindered = [None, None, Some(NotReachable::Offline), Some(NotReachable::Away)]
                [usize::try_from(dice.roll(4)).unwrap_or_default()];
            let capacity = dice.roll(4);
            let load = dice.roll(4).min(capacity);
            let idle = dice.roll(100);
            let skills = (1..=2).map(|skill| (skill, dice.roll(6))).collect();
            Agent { hindered, skills, ..agent(id, load, capacity, idle) }
        })
        .collect();
    let queues: Vec<(i64, Queue)> = (1..=1 + dice.roll(3))
        .map(|id| {
            let members: Vec<i64> =
                agents.iter().map(|agent| agent.user_id).filter(|_| dice.roll(3) > 0).collect();
            let strategy = strategies[usize::try_from(dice.roll(3)).unwrap_or_default()];
            let skills = match dice.roll(2) {
                0 => vec![],
                _ => vec![SkillRequirement {
                    skill_id: 1 + dice.roll(2),
                    level: 1 + dice.roll(5),
                    required: dice.roll(2) == 0,
                }],
            };
            let queue = Queue {
                skills,
                priority: dice.roll(3),
                ageing_ms: dice.roll(2) * 50,
                relax_ms: dice.roll(2) * 20,
                preferred_ms: dice.roll(2) * 30,
                ..queue(strategy, &members)
            };
            (id, queue)
        })
        .collect();
    let count = u64::try_from(queues.len()).unwrap_or(1);
    let items = (1..=dice.roll(12))
        .map(|id| {
            let passed = match dice.roll(4) {
                0 => format!("[{}]", 1 + dice.roll(4)),
                _ => "[]".to_owned(),
            };
            let preferred_user_id = (dice.roll(3) == 0).then(|| 1 + dice.roll(4));
            ItemRow { passed, preferred_user_id, ..place(id, 1 + dice.roll(count), dice.roll(100)) }
        })
        .collect();
    desk(queues, agents, items)
}

#[test]
fn nobody_waits_while_a_fitting_agent_is_free_and_nobody_gets_too_much() {
    for seed in 0..20_000 {
        let mut before = random_desk(&mut Dice(seed));
        let (queues, items) = (before.queues.clone(), before.items.clone());
        let mut agents: BTreeMap<i64, Agent> = before.agents.clone();
        let plan = before.plan(NOW);
        let again = random_desk(&mut Dice(seed)).plan(NOW);
        assert_eq!(plan.steps, again.steps, "seed {seed}: the same decides the same");
        let given = given(&plan.steps);
        for (_, user) in &given {
            agents.get_mut(user).expect("an agent of the desk").load += 1;
        }
        for agent in agents.values() {
            assert!(agent.load <= agent.capacity, "seed {seed}: {agent:?}");
        }
        for item in items {
            if given.iter().any(|(ticket, _)| Some(*ticket) == item.ticket_id) {
                continue;
            }
            let queue = &queues[&item.queue_id].queue;
            let members: Vec<&Agent> =
                queue.agents.iter().filter_map(|id| agents.get(id)).collect();
            let wanted = Item {
                subject: item.subject(),
                enqueued_at: item.enqueued_at,
                preferred: item.preferred_user_id,
                passed: item.passed(),
            };
            let left = decide(queue, &wanted, &members, NOW);
            assert_eq!(left.chosen, None, "seed {seed}: {item:?} waits for nothing");
        }
    }
}
