//! `patchbay plugin`, while a server runs on the same data.

use crate::harness::{
    Ground, Start, World, eventually,
    package::{key, signed, version},
    program,
};
use serde_json::json;

on_both_engines!(the_command_line_does_it_all);

/// Runs a plugin command: whether it succeeded, and what it printed on both outputs.
fn plugin(ground: &Ground, args: &[&str]) -> (bool, String) {
    let mut command = program(&[], &ground.data(), ground.database());
    let output = command.arg("plugin").args(args).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).expect("text"))
}

#[track_caller]
fn done(ground: &Ground, args: &[&str]) -> String {
    let (success, said) = plugin(ground, args);
    assert!(success, "{args:?}: {said}");
    said
}

async fn the_command_line_does_it_all(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (ground, admin) = (&world.ground, &world.admin);
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let list = done(ground, &["list"]);
    assert!(list.lines().any(|l| l.starts_with("telegram ") && l.contains("active")), "{list}");

    let (key, public) = key();
    let file = ground.folder.path().join("update.pbp");
    std::fs::write(&file, signed(&version("0.2.0", |m| m), &key)).expect("written");
    let file = file.to_str().expect("text");
    let (success, said) = plugin(ground, &["install", file]);
    assert!(!success && said.contains("a key that is not trusted"), "{said}");
    let trusted = done(ground, &["keys", "add", &public, "--name", "Acme"]);
    assert!(trusted.contains("is trusted"), "{trusted}");
    assert!(done(ground, &["keys", "list"]).contains("Acme"));
    let (success, said) = plugin(ground, &["update", "unheard-of", file]);
    assert!(!success && said.contains("not in use"), "{said}");
    let said = done(ground, &["update", "telegram", file]);
    assert!(said.contains("signature: trusted Acme"), "{said}");
    assert!(said.contains("hosts: https://api.telegram.org"), "{said}");
    assert!(said.contains("patchbay plugin grant telegram"), "{said}");
    let version_is = |wanted: &'static str| {
        eventually("the server follows", move || async move {
            let shown = admin.get("/api/plugins/telegram").await;
            (shown.body["version"] == wanted).then_some(())
        })
    };
    assert!(done(ground, &["grant", "telegram"]).contains("telegram 0.2.0 is in use"));
    version_is("0.2.0").await;
    bot.write(81, "After the update").await;
    let (success, said) = plugin(ground, &["grant", "telegram"]);
    assert!(!success && said.contains("no version of telegram waits"), "{said}");
    assert!(done(ground, &["rollback", "telegram"]).contains("telegram 0.1.0 is in use again"));
    version_is("0.1.0").await;
    let (success, said) = plugin(ground, &["rollback", "telegram"]);
    assert!(!success && said.contains("no version before"), "{said}");
    assert!(done(ground, &["grant", "telegram", "--version", "0.2.0"]).contains("is in use"));
    version_is("0.2.0").await;

    let enabled = |wanted: bool| {
        eventually("the server follows the switch", move || async move {
            let list = admin.get("/api/plugins").await.ok();
            let of = list.as_array()?.iter().find(|p| p["id"] == "telegram")?.clone();
            (of["enabled"] == wanted).then_some(())
        })
    };
    done(ground, &["disable", "telegram", "--client", "acme"]);
    enabled(false).await;
    let missed = bot.update(81, "Missed");
    assert_eq!(bot.post(&missed).await, 404);
    done(ground, &["enable", "telegram", "--client", "Acme"]);
    enabled(true).await;
    assert_eq!(bot.post(&missed).await, 200);
    let (success, said) = plugin(ground, &["disable", "telegram", "--client", "Nobody"]);
    assert!(!success && said.contains("no client Nobody"), "{said}");

    let logs = done(ground, &["logs", "telegram", "--lines", "100"]);
    assert!(logs.contains("Rolled back from 0.2.0 to 0.1.0"), "{logs}");
    assert!(done(ground, &["remove", "telegram"]).contains("uninstalled"));
    eventually("the server follows the removal", || async {
        (admin.get("/api/plugins/telegram").await.status == 404).then_some(())
    })
    .await;
    let (success, said) = plugin(ground, &["remove", "telegram"]);
    assert!(!success && said.contains("Not found"), "{said}");
    let keys = admin.get("/api/plugin-keys").await.ok();
    let id = keys[0]["id"].to_string();
    done(ground, &["keys", "remove", &id]);
    assert_eq!(admin.get("/api/plugin-keys").await.ok(), json!([]));
}
