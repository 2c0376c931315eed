//! Two clients with accounts of the same plugin, whose calls run side by side.

use crate::{Kv, World};
use patchbay::plugins::{Account, Secrets};
use serde_json::json;
use std::sync::Arc;

/// An account of a client, with a store and a secret of its own.
fn account(world: &World, client_id: i64, act: &str, arg: &str) -> Account {
    let kv = Kv::default();
    kv.0.lock().insert("mine".to_owned(), format!("value of {client_id}").into_bytes());
    Account {
        client_id,
        channel_id: 70 + client_id,
        config: json!({ "do": act, "arg": arg }),
        secrets: Secrets::from_iter([("bot_token", format!("secret-of-client-{client_id}"))]),
        kv: Arc::new(kv),
        ..world.account(json!({}))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_never_see_each_other() {
    let world = World::start();
    let calls = (0..120_i64).map(|n| {
        let (world, client) = (&world, 1 + n % 2);
        async move {
            let word = format!("word {n} of client {client}");
            let seen = world.host.check(&account(world, client, "remember", &word)).await;
            let kept = world.host.check(&account(world, client, "kv", "mine")).await;
            let secrets = world.host.check(&account(world, client, "secrets", "")).await;
            (client, word, seen, kept, secrets)
        }
    });
    let mut signatures = [const { Vec::<String>::new() }; 2];
    for (client, word, seen, kept, secrets) in futures_util::future::join_all(calls).await {
        let seen = seen.result.unwrap();
        assert_eq!(seen.title, Some(format!("channel-{}", 70 + client)), "its own account");
        assert_eq!(seen.facts, [("seen".to_owned(), word)], "nothing of an earlier call is left");
        let kept = kept.result.unwrap().facts.remove(0).1;
        assert_eq!(kept, format!("value of {client}"));
        let facts = secrets.result.unwrap().facts;
        signatures[usize::try_from(client - 1).unwrap()].push(facts[3].1.clone());
    }
    for mine in &mut signatures {
        mine.dedup();
        assert_eq!(mine.len(), 1, "one client signs with one key");
    }
    assert_ne!(signatures[0], signatures[1], "and the other with another");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clients_flood_leaves_turns_to_others() {
    let world = World::start();
    // Sixteen turns in all, eight for one client: the rest of these wait.
    let flood = futures_util::future::join_all(
        (0..40).map(|_| async { world.host.check(&account(&world, 1, "loop", "")).await }),
    );
    let other = async {
        // Until the flood has all the turns it will get, and the rest of it waits.
        while world.host.load().1 < 32 {
            tokio::task::yield_now().await;
        }
        let load = world.host.load();
        for _ in 0..10 {
            let called = world.host.check(&account(&world, 2, "kv", "mine")).await;
            called.result.expect("the other client is served all the while");
        }
        load
    };
    let (flooded, (running, waiting)) = tokio::join!(flood, other);
    assert_eq!((running, waiting), (8, 32), "turns of one client, and calls that wait");
    assert!(flooded.iter().all(|called| called.result.is_err()));
    assert_eq!(world.host.load(), (0, 0));
}
