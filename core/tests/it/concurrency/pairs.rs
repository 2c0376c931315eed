//! Two acts that both have read what they change before either has changed it: somebody holds the
//! ticket's rows until both wait. Only PostgreSQL lets two write at once.

use super::{
    acts::{Act, Scene},
    place::TestDesk,
    verdict::{Mark, judge},
};
use crate::harness::Ground;
use sqlx::{Connection as _, PgConnection};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinHandle;

fn acts() -> Vec<Act> {
    vec![
        Act::Reply { seen: true, status: None },
        Act::Reply { seen: false, status: Some(3) },
        Act::Later,
        Act::SendNow,
        Act::CallBack,
        Act::Note(0),
        Act::RemoveNote(0),
        Act::Pin(1, true),
        Act::React(1, Some("👍")),
        Act::Edit(0),
        Act::Delete(1),
        Act::Status(3, true),
        Act::Status(2, false),
        Act::Status(0, false),
        Act::Severity("H", false),
        Act::Severity("M", true),
        Act::Snooze(Some(3_600_000)),
        Act::Snooze(None),
        Act::Labels(vec![0, 1]),
        Act::Labels(vec![2]),
        Act::Department(Some(0)),
        Act::Department(Some(1)),
        Act::Participants(vec![0]),
        Act::Participants(vec![1]),
        Act::Read,
        Act::Draft(true),
        Act::Write(1),
        Act::Write(2),
        Act::Alter(0),
        Act::Unsend(0),
        Act::State(0, "delivered"),
        Act::State(0, "failed"),
    ]
}

/// What meets at a ticket that is closed: it is opened again, or the customer opens another one.
fn acts_on_closed() -> Vec<Act> {
    vec![
        Act::Reply { seen: true, status: None },
        Act::Later,
        Act::Note(0),
        Act::Delete(1),
        Act::Status(3, false),
        Act::Status(0, false),
        Act::Department(Some(0)),
        Act::Read,
        Act::Write(1),
        Act::Write(2),
        Act::Alter(0),
        Act::State(0, "delivered"),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_pair_of_acts_is_one_after_the_other() {
    let place = Arc::new(TestDesk::open(Ground::postgres()).await);
    let mut holder = PgConnection::connect(&place.ground.url()).await.expect("connection");
    let (mut seed, mut wrong) = (1, vec![]);
    for (closed, acts) in [(false, acts()), (true, acts_on_closed())] {
        for (at, first) in acts.iter().enumerate() {
            for second in &acts[at..] {
                seed += 1;
                let judged = pair(&place, &mut holder, (seed, closed), first, second).await;
                if let Err(text) = judged {
                    wrong.push(format!("{first:?} and {second:?}, closed: {closed}: {text}"));
                }
            }
        }
    }
    println!("{} pairs", seed - 1);
    assert!(wrong.is_empty(), "{} of {} pairs:\n{}", wrong.len(), seed - 1, wrong.join("\n"));
}

/// Whether so many wait for a row, or are through.
async fn until_stuck(holder: &mut PgConnection, running: &[&JoinHandle<()>]) {
    let until = tokio::time::Instant::now() + Duration::from_secs(10);
    loop {
        let ended = running.iter().filter(|one| one.is_finished()).count();
        // Within one transaction PostgreSQL shows the connections of its first look, so that one
        // opened later would wait unseen.
        sqlx::query("select pg_stat_clear_snapshot()").execute(&mut *holder).await.expect("anew");
        let (waiting,): (i64,) = sqlx::query_as(
            "select count(*) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'",
        )
        .fetch_one(&mut *holder)
        .await
        .expect("PostgreSQL says who waits");
        if ended + usize::try_from(waiting).expect("few") >= running.len() {
            return;
        }
        assert!(tokio::time::Instant::now() < until, "neither through nor waiting");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

async fn pair(
    place: &Arc<TestDesk>,
    holder: &mut PgConnection,
    (seed, closed): (u64, bool),
    first: &Act,
    second: &Act,
) -> Result<(), String> {
    let mark = Mark::now(place).await;
    // Of a sender with no other ticket.
    let scene = Scene::open(place, seed * 4).await;
    for (who, act) in [
        (0, Act::Note(0)),
        (0, Act::Later),
        (0, Act::Labels(vec![0])),
        (0, Act::Participants(vec![0, 1])),
        (0, Act::Status(1, false)),
    ] {
        scene.act(place, who, &act).await;
    }
    if closed {
        scene.act(place, 0, &Act::Status(3, false)).await;
    }
    let scene = Arc::new(scene);
    let ticket = scene.known.lock().ticket;
    sqlx::query("begin").execute(&mut *holder).await.expect("begun");
    for sql in [
        "select 1 from tickets where id = $1 for update",
        "select 1 from messages where ticket_id = $1 for update",
    ] {
        sqlx::query(sql).bind(ticket).execute(&mut *holder).await.expect("held");
    }
    let start = |who: usize, act: &Act| {
        let (place, scene, act) = (place.clone(), scene.clone(), act.clone());
        tokio::spawn(async move { scene.act(&place, who, &act).await })
    };
    let one = start(0, first);
    until_stuck(holder, &[&one]).await;
    let two = start(1, second);
    until_stuck(holder, &[&one, &two]).await;
    sqlx::query("rollback").execute(&mut *holder).await.expect("let go");
    let text = |error: tokio::task::JoinError| {
        let panic = error.try_into_panic().ok();
        let text = panic.and_then(|panic| panic.downcast::<String>().ok());
        text.map_or_else(|| "it panicked".to_owned(), |text| *text)
    };
    let (one, two) = (one.await, two.await);
    one.map_err(text)?;
    two.map_err(text)?;
    let place = place.clone();
    let scene = Arc::into_inner(scene).expect("both are through");
    tokio::spawn(async move { judge(&place, &[scene], mark).await }).await.map_err(text)
}
