//! Guests that keep the host busy, forge handles, and crash in the middle.

use crate::{TOKEN, World, package, server::Server, trapped};
use patchbay::plugins::{CallError, OutgoingMessage, WebhookRequest};
use serde_json::json;

fn over(error: &CallError, limit: &str) -> bool {
    matches!(error, CallError::Limit { what } if what.contains(limit))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_any_host_call_end() {
    let world = World::start();
    world.kv.0.lock().insert("k".to_owned(), vec![7; 256 << 10]);
    for (act, arg, limit) in [
        ("random-flood", "", "host calls"),
        ("kv-flood", "nothing", "host calls"),
        ("kv-flood", "k", "stored values"),
        ("blob-reads", "", "read from blobs"),
        ("blob-writes", "", "written to blobs"),
        ("sign-flood", "", "host calls"),
    ] {
        let called = world.fails(act, arg).await;
        let error = called.result.unwrap_err();
        // A busy machine may come to the end of the guest's time first, which is as good an end.
        let ended = error == CallError::Deadline;
        assert!(over(&error, limit) || ended, "{act}: {error:?}");
        assert!(called.report.host_calls <= 20_001, "{act}: {}", called.report.host_calls);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_handle_is_a_trap() {
    let world = World::start();
    let error = world.fails("forged-blob", "").await.result.unwrap_err();
    assert!(trapped(&error), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_of_an_answer_is_bounded() {
    let world = World::start();
    for (act, what) in
        [("many-timers", "entries"), ("many-frames", "entries"), ("big-reply", "an answer of")]
    {
        let account = world.account(json!({ "do": act }));
        let error = world.host.webhook(&account, WebhookRequest::default()).await.result;
        let error = error.expect_err(act);
        let ended = matches!(error, CallError::Deadline | CallError::Memory);
        assert!(over(&error, what) || ended, "{act}: {error:?}");
        world.serves().await;
    }
    // A failure is for people: a sentence of it is kept.
    let error = world.fails("big-failure", "").await.result.unwrap_err();
    let CallError::Failure(failure) = error else { panic!("{error:?}") };
    assert!(failure.detail().unwrap().message.len() <= 2_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trap_after_a_request_says_that_something_may_have_been_sent() {
    let server = Server::start().await;
    let world = server.world();
    let spec = json!({ "url": server.url("/echo"), "method": "POST", "body": "x" }).to_string();
    let called = world.host.check(&server.account(&world, "request-then-trap", &spec)).await;
    assert!(trapped(&called.result.unwrap_err()));
    // What makes the caller say `unknown` instead of sending again.
    assert!(called.report.bytes_out > 0);
    assert_eq!(server.seen.lock().len(), 1);
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processor_time_is_the_guests_own() {
    let world = World::start();
    let called = world.act("loop", "").await;
    let used = called.report.cpu_us;
    // The manifest allows 400 ms; a look comes every 5 ms.
    assert!((300_000..600_000).contains(&used), "an endless loop used {used} µs");
    let waited = World::hasty(&[]).act("kv", "slow").await.report;
    assert!(waited.wall_us > 2_000_000 && waited.cpu_us < 500_000, "{waited:?}");
    let quick = world.host.send(&world.account(json!({})), &OutgoingMessage::default()).await;
    assert!(quick.report.cpu_us > 0 && quick.report.cpu_us < 300_000, "{:?}", quick.report);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packages_that_unpack_or_compile_to_too_much_are_refused() {
    let world = World::start();
    let component = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    let refused = |component: Vec<u8>| {
        let error = world.host.install(&package::with_component(component, "\"settings\""));
        let error = error.expect_err("it was installed").to_string();
        assert!(error.len() < 700, "that is a dump, not a message: {error}");
        error
    };
    // Some ten kilobytes that unpack to more than a component may have.
    let bomb = package::with_component(vec![0; (64 << 20) + 1], "\"settings\"");
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    let error = world.host.install(&bomb).expect_err("a bomb").to_string();
    assert!(error.contains("plugin.wasm unpacks to more than"), "{error}");
    // Many parts, many functions, one huge function, many memories, deep nesting.
    let many = package::with_module_copies(&component, &package::memory_module(1), 600);
    assert!(refused(many).contains("too many parts"));
    let functions = package::with_modules(&component, &package::functions_module(250_000, 0), 1);
    assert!(refused(functions).contains("too many functions"));
    let body = package::with_modules(&component, &package::functions_module(1, 1_200_000), 1);
    assert!(refused(body).contains("too large"));
    let memories = package::with_modules(&component, &package::memory_module(1), 60);
    assert!(!refused(memories).is_empty());
    assert!(!refused(package::nested(1_000)).is_empty());
    world.serves().await;
    assert!(!format!("{:?}", world.account(json!({}))).contains(TOKEN));
}
