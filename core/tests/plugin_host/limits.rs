//! Guests that want more than they may have: time, memory, tables, calls, lines, batches.

use crate::{World, package, trapped};
use patchbay::plugins::{CallError, LogLine, WebhookRequest};
use serde_json::json;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tokio::time::Instant;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_loop_ends_at_its_deadline_and_lets_others_work() {
    let world = World::start();
    let called = world.fails("loop", "").await;
    assert_eq!(called.result.unwrap_err(), CallError::Deadline);
    // All in one task: only a guest that yields leaves its thread to another before it is ended.
    let ended = AtomicUsize::new(0);
    let loops = futures_util::future::join_all((0..4).map(|_| async {
        let called = world.act("loop", "").await;
        ended.fetch_add(1, Ordering::SeqCst);
        called
    }));
    let others = async {
        world.serves().await;
        let ended = ended.load(Ordering::SeqCst);
        for _ in 0..20 {
            world.serves().await;
        }
        ended
    };
    let (loops, ended) = tokio::join!(loops, others);
    for called in loops {
        assert_eq!(called.result.unwrap_err(), CallError::Deadline);
    }
    assert_eq!(ended, 0, "another guest waited until a loop had ended");
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deep_recursion_and_panics_are_traps() {
    let world = World::start();
    let error = world.fails("recursion", "").await.result.unwrap_err();
    assert!(trapped(&error), "{error:?}");
    let error = world.fails("trap", "").await.result.unwrap_err();
    let CallError::Trapped { message, backtrace } = &error else { panic!("{error:?}") };
    assert!(message.contains("unreachable"), "{message}");
    assert!(backtrace.contains("hostile"), "no function names in: {backtrace}");
    assert!(error.is_deterministic());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_ends_at_the_limit() {
    let world = World::start();
    let called = world.fails("memory", "").await;
    assert_eq!(called.result.unwrap_err(), CallError::Memory);
    assert!(called.report.peak_memory <= 32 << 20, "{}", called.report.peak_memory);
    assert!(called.report.peak_memory > 16 << 20, "{}", called.report.peak_memory);
    // Being refused is no crime by itself.
    let mebibytes: u32 = world.fact("memory-gently", "").await.parse().unwrap();
    assert!((16..32).contains(&mebibytes), "{mebibytes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_memories_count_together() {
    let world = World::start();
    let component = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    // Three times 8 MiB fit beside the guest's own memory into 32 MiB, four do not.
    let fits = package::with_modules(&component, &package::memory_module(128), 3);
    world.host.install(&package::with_component(fits, "\"settings\"")).unwrap();
    world.serves().await;
    let sum = package::with_modules(&component, &package::memory_module(128), 4);
    let error = world.host.install(&package::with_component(sum, "\"settings\"")).unwrap_err();
    assert!(error.to_string().contains("limits.memory"), "{error}");
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_count_together() {
    let world = World::start();
    let component = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    let fits = package::with_modules(&component, &package::table_module(1_000), 2);
    world.host.install(&package::with_component(fits, "\"settings\"")).unwrap();
    world.serves().await;
    let sum = package::with_modules(&component, &package::table_module(6_000), 2);
    let error = world.host.install(&package::with_component(sum, "\"settings\"")).unwrap_err();
    assert!(error.to_string().contains("limits"), "{error}");
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_host_calls_is_stopped() {
    let world = World::start();
    let called = world.fails("flood", "").await;
    assert!(
        matches!(&called.result, Err(CallError::Limit { what }) if what.contains("host calls")),
        "{:?}",
        called.result
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logs_are_bounded_and_clean() {
    let world = World::start();
    let called = world.act("logs", "").await;
    let logs = called.report.logs;
    assert!(logs.last().is_some_and(|line| line.message.contains("dropped")), "{logs:?}");
    let size = |line: &LogLine| {
        line.message.len() + line.fields.iter().map(|(n, v)| n.len() + v.len()).sum::<usize>()
    };
    let all: usize = logs.iter().map(size).sum();
    assert!((60 << 10..=65 << 10).contains(&all) && logs.len() < 200, "{} with {all}", logs.len());
    for line in &logs {
        assert!(size(line) <= 4096, "{}", size(line));
        assert!(!line.message.contains(['\u{1b}', '\r', '\n']));
    }
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_hands_to_the_host_is_bounded() {
    let world = World::start();
    assert!(trapped(&world.fails("big-argument", "").await.result.unwrap_err()));
    assert!(trapped(&world.fails("handles", "").await.result.unwrap_err()));
    assert_eq!(world.fact("random", "1024").await, "1024");
    let error = world.fails("random", "1025").await.result.unwrap_err();
    assert!(matches!(error, CallError::Limit { .. }), "{error:?}");
    match world.act("big-blob", "").await.result {
        Ok(told) => assert_eq!(told.facts[0].1, "media.too-large"),
        // Handing over fifty mebibytes may use up the time first where the host is not optimised.
        Err(error) => assert_eq!(error, CallError::Deadline),
    }
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_are_bounded() {
    let world = World::start();
    for (act, what) in [("many-events", "entries"), ("big-event", "bytes"), ("big-value", "stored")]
    {
        let account = world.account(json!({ "do": act }));
        let error = world.host.webhook(&account, WebhookRequest::default()).await.result;
        assert!(
            matches!(&error, Err(CallError::Limit { what: w }) if w.contains(what))
                // Making a hundred thousand events may use up the time or the memory first.
                || matches!(&error, Err(CallError::Deadline | CallError::Memory | CallError::Trapped { .. })),
            "{act}: {error:?}"
        );
        assert!(error.unwrap_err().is_deterministic());
        world.serves().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_wall_clock_ends_a_guest_that_waits() {
    let server = crate::server::Server::start().await;
    let world = World::hasty(&[server.address.to_string()]);
    let began = Instant::now();
    let called = world.act("kv", "slow").await;
    assert_eq!(called.result.unwrap_err(), CallError::WallTime);
    let waited = began.elapsed();
    assert!((Duration::from_secs(6)..Duration::from_secs(18)).contains(&waited), "{waited:?}");
    world.serves().await;
    // A request that takes too long is told while there is time to answer; so is a guest's own limit.
    for limit in [json!(null), json!(100)] {
        let spec = json!({ "url": server.url("/slow"), "timeout_ms": limit }).to_string();
        let called = world.host.check(&server.account(&world, "http", &spec)).await;
        assert_eq!(called.result.unwrap().facts, [("timeout".to_owned(), "true".to_owned())]);
        assert!(called.report.bytes_out > 0);
    }
    world.serves().await;
}
