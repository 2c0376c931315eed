//! Two agents, an admin, a customer and the provider at one conversation at the same moment: what is
//! done at once leaves the same as if it had been done one after the other.
//!
//! `PATCHBAY_SCHEDULES` says how many schedules are tried, `PATCHBAY_SCHEDULES_FROM` with which seed
//! they begin. Which of two acts comes first is up to the machine, so one seed may need many tries:
//! `PATCHBAY_SCHEDULES_TRIES` repeats each schedule.

mod acts;
mod pairs;
mod place;
mod verdict;

use crate::harness::Ground;
use acts::{Act, Scene};
use axum::http::Method;
use patchbay::{
    db::Kind,
    ids::Ids,
    tickets::{IntakeOutcome, edit_inbound, intake},
};
use place::TestDesk;
use std::{env, sync::Arc};
use tokio::{sync::Barrier, task::JoinSet, time::Instant};
use verdict::{Mark, judge};

on_both_engines!(a_changed_text_replaces_the_page, schedules_leave_everything_whole);

/// Schedules that run next to each other, and those that are judged together.
const LANES: u64 = 8;
const BATCH: u64 = 80;

fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

async fn schedules_leave_everything_whole(ground: Ground) {
    let place = Arc::new(TestDesk::open(ground).await);
    let usual = if place.db.kind() == Kind::Sqlite { 300 } else { 150 };
    let from = setting("PATCHBAY_SCHEDULES_FROM");
    let count = setting("PATCHBAY_SCHEDULES").unwrap_or(if from.is_some() { 4 } else { usual });
    let from = from.unwrap_or(20_261_122);
    let tries = setting("PATCHBAY_SCHEDULES_TRIES").unwrap_or(1);
    let (began, mut done, mut mark) = (Instant::now(), 0, Mark::now(&place).await);
    for attempt in 0..tries {
        let mut next = from;
        while next < from + count {
            let end = (next + BATCH).min(from + count);
            let scenes = batch(&place, next, end, attempt).await;
            done += scenes.len();
            judge(&place, &scenes, mark).await;
            mark = Mark::now(&place).await;
            place.clock.advance(1_000);
            next = end;
        }
    }
    println!("{done} schedules from seed {from} in {:?}", began.elapsed());
    later(&place).await;
}

async fn batch(place: &Arc<TestDesk>, from: u64, end: u64, attempt: u64) -> Vec<Scene> {
    let (mut lanes, mut scenes, mut next) = (JoinSet::new(), vec![], from);
    while next < end || !lanes.is_empty() {
        while next < end && lanes.len() < usize::try_from(LANES).expect("few") {
            lanes.spawn(schedule(place.clone(), next, attempt));
            next += 1;
        }
        scenes.push(lanes.join_next().await.expect("a lane").expect("a schedule"));
    }
    scenes
}

/// What each of them does, in order; all begin together.
async fn schedule(place: Arc<TestDesk>, seed: u64, attempt: u64) -> Scene {
    let dice = Ids::seeded(seed);
    let mut scene = Scene::open(&place, seed * 1_000 + attempt).await;
    scene.seed = seed;
    for who in 0..2 {
        // Something to call back, to take away, to take off.
        let agent = Act::of_agent(&dice);
        scene.act(&place, who, &agent).await;
    }
    let mut parts: Vec<(usize, Vec<Act>)> = vec![];
    for who in 0..2 + usize::try_from(dice.below(2)).expect("small") {
        let acts = (0..=dice.below(3)).map(|_| Act::of_agent(&dice)).collect();
        parts.push((who, acts));
    }
    let customer: Vec<Act> = (1..=1 + dice.below(2)).map(|n| Act::of_customer(&dice, n)).collect();
    if dice.below(3) == 0 {
        // The provider brings everything twice, as it does when an answer was lost.
        parts.push((0, customer.clone()));
    }
    parts.push((0, customer));
    parts.push((0, vec![Act::of_provider(&dice)]));
    let (barrier, scene) = (Arc::new(Barrier::new(parts.len())), Arc::new(scene));
    let mut people = JoinSet::new();
    for (who, acts) in parts {
        let (place, barrier, scene) = (place.clone(), barrier.clone(), scene.clone());
        people.spawn(async move {
            barrier.wait().await;
            for act in &acts {
                scene.act(&place, who, act).await;
            }
        });
    }
    while let Some(part) = people.join_next().await {
        part.expect("a part");
    }
    Arc::into_inner(scene).expect("everybody is through")
}

/// What waits comes when its time has come, and nothing else is left.
async fn later(place: &TestDesk) {
    use patchbay::{fetch_all, fetch_one};
    place.clock.advance(2 * 3_600_000);
    place.work().await;
    let mut conn = place.db.read().await.expect("connection");
    let left = fetch_one!(
        &mut conn,
        (i64, i64),
        "select (select count(*) from scheduled_replies where error is null),
                (select count(*) from tickets where snoozed_until is not null)",
    )
    .expect("read");
    assert_eq!(left, (0, 0), "what waited is through");
    let errors = fetch_all!(
        &mut conn,
        (String, i64),
        "select error, count(*) from scheduled_replies where error is not null group by error",
    )
    .expect("read");
    println!("answers that could not be sent: {errors:?}");
}

/// A customer who changes a letter changes what is read, and one too deep to be read is its text.
async fn a_changed_text_replaces_the_page(ground: Ground) {
    let place = TestDesk::open(ground).await;
    let scene = Scene::open(&place, 1).await;
    let pages = [("<p>Old</p>".to_owned(), 200), ("<div>".repeat(50_000), 404)];
    for (number, (html, status)) in (7..).zip(pages) {
        let mut inbound = scene.inbound(&place, number);
        inbound.html = Some(html);
        let mut tx = place.db.begin().await.expect("begun");
        let taken = intake(&mut tx, &inbound).await.expect("taken");
        tx.commit().await.expect("committed");
        let IntakeOutcome::Stored { message_id, .. } = taken else { panic!("{taken:?}") };
        let path = format!("/api/messages/{message_id}/html");
        assert_eq!(place.call(2, Method::GET, &path, None).await.0, status);
        let (client, channel, now) = (place.client_id, place.channel_id, place.clock.now_ms());
        let mut tx = place.db.begin().await.expect("begun");
        let id = inbound.external_id.as_str();
        let known = edit_inbound(&mut tx, client, channel, id, Some("New"), false, now).await;
        assert!(known.expect("changed"));
        tx.commit().await.expect("committed");
        assert_eq!(place.call(2, Method::GET, &path, None).await.0, 404, "the old page is gone");
    }
}
