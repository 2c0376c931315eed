//! Shares, order, and waits that end.

use crate::plugins::admission::*;

const SOON: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_secs(20);

async fn takes(turns: &Turns, tenant: i64, plugin: &str, count: usize) -> Vec<Turn> {
    let mut taken = Vec::new();
    for _ in 0..count {
        taken.push(turns.take(tenant, plugin, SOON).await.expect("a turn"));
    }
    taken
}

#[tokio::test]
async fn a_tenant_has_half_and_a_plugin_three_quarters() {
    let turns = Turns::new(8);
    let mine = takes(&turns, 1, "a", 4).await;
    assert!(turns.take(1, "b", SOON).await.is_none(), "half is the most for one tenant");
    let others = takes(&turns, 2, "a", 2).await;
    assert!(turns.take(3, "a", SOON).await.is_none(), "three quarters is the most for a plugin");
    let rest = takes(&turns, 3, "b", 2).await;
    assert!(turns.take(4, "c", SOON).await.is_none(), "and eight are all");
    assert_eq!(turns.load(), (8, 0));
    drop((mine, others, rest));
    assert_eq!(turns.load(), (0, 0));
    assert!(turns.0.state.lock().of_tenant.is_empty(), "nothing is kept of those who left");
}

#[tokio::test]
async fn a_crowd_delays_a_single_call_by_one_turn() {
    let turns = Turns::new(4);
    let held = [takes(&turns, 1, "a", 2).await, takes(&turns, 2, "b", 2).await];
    let (order, mut served) = tokio::sync::mpsc::unbounded_channel();
    let wait = |tenant: i64, plugin: &'static str| {
        let (turns, order) = (turns.clone(), order.clone());
        tokio::spawn(async move {
            let turn = turns.take(tenant, plugin, LONG).await.expect("a turn");
            order.send(tenant).expect("the test listens");
            drop(turn);
        })
    };
    let mut waiting: Vec<_> = (0..10).map(|_| wait(1, "a")).collect();
    while turns.load().1 < 10 {
        tokio::task::yield_now().await;
    }
    waiting.push(wait(3, "c"));
    while turns.load().1 < 11 {
        tokio::task::yield_now().await;
    }
    drop(held);
    for task in waiting {
        task.await.expect("served");
    }
    let mut who = Vec::new();
    while let Ok(tenant) = served.try_recv() {
        who.push(tenant);
    }
    let place = who.iter().position(|tenant| *tenant == 3).expect("served");
    assert!(place <= 2, "the single call came {place} calls late: {who:?}");
    assert_eq!(who.len(), 11);
}

#[tokio::test]
async fn waiting_is_bounded_and_gives_up() {
    let turns = Turns::new(4);
    let held = [takes(&turns, 1, "a", 2).await, takes(&turns, 2, "b", 2).await];
    let crowd: Vec<_> = (0..16)
        .map(|_| {
            let turns = turns.clone();
            tokio::spawn(async move { turns.take(1, "a", LONG).await.is_some() })
        })
        .collect();
    while turns.load().1 < 16 {
        tokio::task::yield_now().await;
    }
    let began = tokio::time::Instant::now();
    assert!(turns.take(1, "a", LONG).await.is_none(), "one too many is refused at once");
    assert!(began.elapsed() < LONG / 2);
    assert!(turns.take(5, "c", SOON).await.is_none(), "another tenant may still wait");
    for task in &crowd[..8] {
        task.abort();
    }
    while turns.load().1 > 8 {
        tokio::task::yield_now().await;
    }
    drop(held);
    for task in crowd.into_iter().skip(8) {
        assert!(task.await.expect("served"));
    }
    assert_eq!(turns.load(), (0, 0));
    assert!(turns.0.state.lock().waiting.is_empty());
}

#[tokio::test]
async fn a_turn_whose_taker_is_gone_is_handed_on() {
    let turns = Turns::new(4);
    let mut held = takes(&turns, 1, "a", 2).await;
    held.extend(takes(&turns, 2, "b", 2).await);
    let Entered::Waits(gone) = turns.enter(3, "c") else { panic!("it must wait") };
    let Entered::Waits(mut stays) = turns.enter(4, "d") else { panic!("it must wait") };
    held.pop();
    // The first waiter has been given the turn and never looks at it.
    drop(gone);
    let turn = tokio::time::timeout(LONG, &mut stays.turn).await.expect("in time");
    assert!(turn.is_ok());
}
