//! The life of a plugin: installed, granted, updated, rolled back, switched off, removed; and the
//! packages that never get that far.

use crate::harness::{
    Agent, Answer, Ground, Start, World, eventually,
    package::{changed, form, key, signed, telegram, version},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::PathBuf;

on_both_engines!(a_plugin_lives, a_client_switches_a_plugin_off);

pub const PACKAGES: &str = "/api/plugin-packages";

pub async fn upload(who: &Agent, package: Vec<u8>) -> Answer {
    who.multipart(PACKAGES, form(package)).await
}

pub async fn activate(who: &Agent, id: &Value) -> Answer {
    who.post(&format!("{PACKAGES}/{id}/activate"), &json!({ "granted": true })).await
}

async fn delete(who: &Agent, path: &str) -> Answer {
    who.call(Method::DELETE, path, None).await
}

/// The plugin as everybody sees it.
async fn shown(who: &Agent, id: &str) -> Value {
    let plugins = who.get("/api/plugins").await.ok();
    let found = plugins.as_array().expect("a list").iter().find(|p| p["id"] == id);
    found.cloned().unwrap_or_default()
}

/// The same call by those who may not make it.
async fn operators_only(world: &World, method: Method, path: &str, body: &Value) {
    let nobody = Agent::nobody(&world.desk.url);
    nobody.call(method.clone(), path, Some(body)).await.refused(401, "unauthorized");
    for who in [&world.one, &world.outsider] {
        let answer = who.call(method.clone(), path, Some(body)).await;
        answer.refused(403, "forbidden");
    }
}

async fn a_plugin_lives(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let bot = world.bot().await;
    bot.write(81, "Before").await;
    let ticket = world.ticket_saying("Before").await;
    let mut live = world.one.live().await;
    let mut elsewhere = world.outsider.live().await;

    // A key is trusted; twice is a new name.
    let (key, public) = key();
    let new = json!({ "key": public, "name": "Acme" });
    operators_only(&world, Method::POST, "/api/plugin-keys", &new).await;
    operators_only(&world, Method::GET, "/api/plugin-keys", &json!({})).await;
    let wrong = json!({ "key": "AAAA", "name": "Acme" });
    admin.post("/api/plugin-keys", &wrong).await.refused(422, "invalid");
    let first = admin.post("/api/plugin-keys", &new).await;
    assert_eq!(first.status, 201, "{first:?}");
    let again = json!({ "key": public, "name": "Acme Ltd" });
    let again = admin.post("/api/plugin-keys", &again).await.ok();
    assert_eq!((&again["id"], &again["name"]), (&first.body["id"], &json!("Acme Ltd")));
    let keys = admin.get("/api/plugin-keys").await.ok();
    assert_eq!(keys.as_array().expect("a list").len(), 1);

    // What came with the program is in use and listed.
    let list = admin.get(&format!("{PACKAGES}?plugin=telegram")).await.ok();
    let bundled = list[0].clone();
    assert_eq!(list.as_array().expect("a list").len(), 1, "{list}");
    assert_eq!((&bundled["state"], &bundled["origin"]), (&json!("active"), &json!("built in")));
    assert_eq!(bundled["signature"]["state"], "trusted");
    operators_only(&world, Method::GET, PACKAGES, &json!({})).await;
    let all = admin.get(PACKAGES).await.ok();
    assert!(all.as_array().expect("a list").len() >= 3, "{all}");

    // A signed update is staged with its difference, and changes nothing yet. Twice is once.
    let more = |manifest: String| {
        manifest.replace(
            "hosts = [\"https://api.telegram.org\"]\nhost_settings",
            "hosts = [\"https://api.telegram.org\", \"https://more.example\"]\nhost_settings",
        )
    };
    let update = signed(&version("0.2.0", more), &key);
    let nobody = Agent::nobody(&world.desk.url);
    upload(&nobody, update.clone()).await.refused(401, "unauthorized");
    upload(&world.one, update.clone()).await.refused(403, "forbidden");
    upload(&world.outsider, update.clone()).await.refused(403, "forbidden");
    let staged = upload(admin, update.clone()).await;
    assert_eq!(staged.status, 201, "{staged:?}");
    let staged = staged.body;
    assert_eq!((&staged["state"], &staged["version"]), (&json!("staged"), &json!("0.2.0")));
    assert_eq!(staged["difference"]["added"], json!(["host https://more.example"]));
    assert_eq!(staged["difference"]["removed"], json!([]));
    assert_eq!(staged["signature"]["key_name"], "Acme Ltd");
    let named = json!([{ "value": "TELEGRAM", "name": "Telegram" }]);
    assert_eq!(staged["permissions"]["channels"], named);
    assert_eq!(staged["permissions"]["credentials"][0]["secret"], "bot_token");
    assert_eq!(staged["schema"]["properties"]["bot_token"]["x-secret"], true);
    assert!(staged["icon"].as_str().expect("an icon").starts_with("data:image/svg+xml"));
    assert_eq!(upload(admin, update.clone()).await.ok()["id"], staged["id"]);
    assert_eq!(shown(&world.one, "telegram").await["version"], bundled["version"]);
    let path = format!("{PACKAGES}/{}", staged["id"]);
    assert_eq!(admin.get(&path).await.ok(), staged);
    operators_only(&world, Method::GET, &path, &json!({})).await;
    admin.get(&format!("{PACKAGES}/987654")).await.refused(404, "not_found");
    admin.get(&format!("{PACKAGES}/x")).await.refused(404, "not_found");

    // It is put into use only when it is granted, and everybody is told.
    let act = format!("{path}/activate");
    admin.post(&act, &json!({})).await.refused(422, "package_not_granted");
    operators_only(&world, Method::POST, &act, &json!({ "granted": true })).await;
    let unknown = format!("{PACKAGES}/987654/activate");
    admin.post(&unknown, &json!({ "granted": true })).await.refused(404, "not_found");
    let used = activate(admin, &staged["id"]).await.ok();
    assert_eq!(used["state"], "active");
    assert_eq!(activate(admin, &staged["id"]).await.ok()["state"], "active", "twice is once");
    live.wait("pluginsChanged", |d| d["version"] == "0.2.0").await;
    elsewhere.wait("pluginsChanged", |d| d["version"] == "0.2.0").await;
    let plugin = shown(&world.one, "telegram").await;
    assert_eq!((&plugin["version"], &plugin["enabled"]), (&json!("0.2.0"), &json!(true)));
    let detail = admin.get("/api/plugins/telegram").await.ok();
    assert_eq!(detail["versions"].as_array().expect("versions").len(), 2, "{detail}");
    assert_eq!(detail["breaker"]["open"], false);
    bot.write(81, "After the update").await;
    let previous = admin.get(&format!("{PACKAGES}/{}", bundled["id"])).await.ok();
    assert_eq!(previous["state"], "previous");
    activate(admin, &bundled["id"]).await.refused(409, "conflict");

    // Back to the version before; the other one waits.
    let back = "/api/plugins/telegram/rollback";
    operators_only(&world, Method::POST, back, &json!({})).await;
    admin.post("/api/plugins/unheard-of/rollback", &json!({})).await.refused(404, "not_found");
    assert_eq!(admin.post(back, &json!({})).await.ok()["version"], bundled["version"]);
    assert_eq!(shown(&world.one, "telegram").await["version"], bundled["version"]);
    admin.post(back, &json!({})).await.refused(409, "conflict");
    let waits = admin.get(&path).await.ok();
    assert_eq!(waits["state"], "staged");
    assert!(waits["note"].as_str().expect("a note").contains("admin asked for it"), "{waits}");
    bot.write(81, "After the rollback").await;
    let log = admin.get(&format!("/api/channels/{}/log", bot.id)).await.ok();
    assert!(log.to_string().contains("Rolled back from 0.2.0"), "{log}");

    // A key that lost its trust takes what waits with it.
    let id = &first.body["id"];
    let keys = format!("/api/plugin-keys/{id}");
    operators_only(&world, Method::DELETE, &keys, &json!({})).await;
    delete(admin, &keys).await.ok();
    delete(admin, &keys).await.refused(404, "not_found");
    activate(admin, &staged["id"]).await.refused(422, "package_untrusted");
    operators_only(&world, Method::DELETE, &path, &json!({})).await;
    assert!(is_kept(&world, &staged));
    delete(admin, &path).await.ok();
    delete(admin, &path).await.refused(409, "conflict");
    assert!(!is_kept(&world, &staged), "nobody can use it any more");
    admin.post("/api/plugin-keys", &new).await;
    activate(admin, &staged["id"]).await.refused(409, "conflict");
    delete(admin, &format!("{PACKAGES}/987654")).await.refused(404, "not_found");
    let active = format!("{PACKAGES}/{}", bundled["id"]);
    delete(admin, &active).await.refused(409, "conflict");

    // Uninstalled: the account says so, tickets keep their names and icons.
    operators_only(&world, Method::DELETE, "/api/plugins/telegram", &json!({})).await;
    delete(admin, "/api/plugins/unheard-of").await.refused(404, "not_found");
    delete(admin, "/api/plugins/telegram").await.ok();
    delete(admin, "/api/plugins/telegram").await.refused(404, "not_found");
    let channel = admin.get(&format!("/api/channels/{}", bot.id)).await.ok();
    assert_eq!(channel["state"]["status"], "degraded");
    let reason = channel["state"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("not installed"), "{reason}");
    let gone = shown(&world.one, "telegram").await;
    assert_eq!((&gone["installed"], &gone["enabled"]), (&json!(false), &json!(false)));
    assert_eq!(gone["channels"][0]["name"], plugin["channels"][0]["name"]);
    assert_eq!(gone["channels"][0]["icon"], plugin["channels"][0]["icon"]);
    assert_eq!(shown(&world.outsider, "telegram").await, Value::Null, "they never had it");
    let id = ticket["id"].as_i64().expect("an id");
    assert_eq!(world.one.messages(id).await.len(), 3);
    // A provider that calls meanwhile is asked to come again.
    let missed = bot.update(81, "While it was gone");
    assert_eq!(bot.post(&missed).await, 503);

    // Brought back, it goes on where it was.
    assert_eq!(activate(admin, &bundled["id"]).await.ok()["state"], "active");
    assert_eq!(bot.post(&missed).await, 200);
    eventually("the account works again", || async {
        let channel = admin.get(&format!("/api/channels/{}", bot.id)).await.ok();
        (channel["state"]["status"] == "ok").then_some(())
    })
    .await;
    world.ticket_saying("While it was gone").await;
    for act in [
        "key_trusted",
        "package_installed",
        "package_activated",
        "plugin_rolled_back",
        "package_discarded",
        "plugin_uninstalled",
    ] {
        let kept = admin.get(&format!("/api/audit?action={act}")).await.ok();
        assert_eq!(kept["data"][0]["actor"], "admin", "{act}: {kept}");
    }
}

/// Whether a package's bytes are in the data folder.
fn is_kept(world: &World, package: &Value) -> bool {
    let digest = package["digest"].as_str().expect("a digest");
    let folder = world.ground.data().join("blobs/packages").join(&digest[..2]);
    folder.join(&digest[2..]).exists()
}

async fn a_client_switches_a_plugin_off(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, path) = (&world.admin, "/api/plugins/telegram/enabled");
    let bot = world.bot().await;
    let off = json!({ "enabled": false });
    let nobody = Agent::nobody(&world.desk.url);
    nobody.call(Method::PUT, path, Some(&off)).await.refused(401, "unauthorized");
    world.one.call(Method::PUT, path, Some(&off)).await.refused(403, "forbidden");
    let unknown = "/api/plugins/unheard-of/enabled";
    admin.call(Method::PUT, unknown, Some(&off)).await.refused(404, "not_found");
    // Another client's switch is its own affair.
    world.outsider.call(Method::PUT, path, Some(&off)).await.ok();
    assert_eq!(shown(&world.outsider, "telegram").await["enabled"], false);
    assert_eq!(shown(&world.one, "telegram").await["enabled"], true);
    bot.write(81, "On").await;

    for _ in 0..2 {
        admin.call(Method::PUT, path, Some(&off)).await.ok();
        let channel = admin.get(&format!("/api/channels/{}", bot.id)).await.ok();
        assert_eq!(channel["state"]["status"], "paused");
        let reason = channel["state"]["reason"].as_str().expect("a reason");
        assert!(reason.contains("switched off"), "{reason}");
        assert_eq!(shown(&world.one, "telegram").await["enabled"], false);
    }
    let missed = bot.update(81, "Off");
    assert_eq!(bot.post(&missed).await, 404, "like an unknown address");
    let on = json!({ "enabled": true });
    let channel = format!("/api/channels/{}", bot.id);
    admin.call(Method::PATCH, &channel, Some(&on)).await.refused(409, "conflict");
    let another = json!({ "plugin": "telegram", "settings": {} });
    admin.post("/api/channels", &another).await.refused(409, "conflict");
    // A name can still be changed, and changes nothing else.
    admin.call(Method::PATCH, &channel, Some(&json!({ "name": "Bot" }))).await.ok();

    admin.call(Method::PUT, path, Some(&on)).await.ok();
    admin.call(Method::PUT, path, Some(&on)).await.ok();
    assert_eq!(bot.post(&missed).await, 200);
    world.ticket_saying("Off").await;
    eventually("the account works again", || async {
        let shown = admin.get(&channel).await.ok();
        (shown["state"]["status"] == "ok" && shown["enabled"] == true).then_some(())
    })
    .await;
}

/// A signature made before the change.
fn forged(package: &[u8], change: impl FnOnce(&mut crate::harness::package::Files)) -> Vec<u8> {
    let mut files = patchbay_package::unpack(package).expect("a package");
    change(&mut files);
    patchbay_package::write(&files).expect("packed")
}

/// Bytes of a package in which one name stands twice, which only a careless reader takes.
fn with_a_second_manifest() -> Vec<u8> {
    let name = b"plugin.toma";
    let mut bytes = changed(|files| {
        files.insert("plugin.toma".to_owned(), b"x".to_vec());
    });
    for at in 0..bytes.len() - name.len() {
        if &bytes[at..at + name.len()] == name {
            bytes[at + name.len() - 1] = b'l';
        }
    }
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packages_that_must_not_be_installed_are_refused_with_their_reason() {
    let world = World::open(Ground::sqlite(), Start::default()).await;
    let admin = &world.admin;
    let (ours, public) = key();
    let (stranger, _) = key();
    let trust = json!({ "key": public, "name": "Acme" });
    admin.post("/api/plugin-keys", &trust).await.ok();
    let good = signed(&version("0.3.0", |m| m), &ours);
    let same = |m: String| m;
    let cases: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        (
            "a file changed after signing",
            forged(&good, |files| {
                files.insert("LICENSE".to_owned(), b"Anything goes.".to_vec());
            }),
            "package_changed",
            "changed after it was signed",
        ),
        (
            "a file added after signing",
            forged(&good, |files| {
                files.insert("extra.txt".to_owned(), b"x".to_vec());
            }),
            "package_changed",
            "changed after it was signed",
        ),
        (
            "a stranger's key",
            signed(&version("0.3.0", same), &stranger),
            "package_untrusted",
            "a key that is not trusted",
        ),
        ("no signature", version("0.3.0", same), "package_unsigned", "not signed"),
        ("cut off", good[..good.len() / 2].to_vec(), "package_invalid", "not a plugin package"),
        ("nothing", vec![], "package_invalid", "not a plugin package"),
        ("text", b"#!/bin/sh".to_vec(), "package_invalid", "not a plugin package"),
        ("too large", vec![0; (48 << 20) + 1], "package_too_large", "larger than 48 MiB"),
        (
            "a small file that unpacks to a large one",
            changed(|files| {
                files.insert("plugin.wasm".to_owned(), vec![0; (64 << 20) + 1]);
            }),
            "package_invalid",
            "unpacks to more than",
        ),
        (
            "a path out of the folder",
            changed(|files| {
                files.insert("../../etc/cron.d/x".to_owned(), b"x".to_vec());
            }),
            "package_invalid",
            "may not be in a package",
        ),
        ("one name twice", with_a_second_manifest(), "package_invalid", "stands in it twice"),
        (
            "a thousand files",
            changed(|files| {
                files.extend((0..1000).map(|n| (format!("texts/{n}.txt"), vec![])));
            }),
            "package_invalid",
            "more than 256 files",
        ),
        (
            "an older version",
            signed(&version("0.0.9", same), &ours),
            "package_downgrade",
            "is in use",
        ),
        (
            "the same version with other content",
            signed(&version("0.1.0", |m| format!("{m}\n# changed")), &ours),
            "package_same_version",
            "with other content",
        ),
        (
            "a component that is none",
            signed(
                &forged(&version("0.3.0", same), |files| {
                    files.insert("plugin.wasm".to_owned(), b"\0asm\x01\0\0\0".to_vec());
                }),
                &ours,
            ),
            "package_component",
            "core module",
        ),
        (
            "a manifest that asks for too much",
            signed(
                &version("0.3.0", |m| {
                    m.replace("batch_bytes = 1048576", "batch_bytes = 999999999")
                }),
                &ours,
            ),
            "package_invalid",
            "limits",
        ),
    ];
    let before = admin.get(PACKAGES).await.ok();
    for (what, package, code, reason) in cases {
        let answer = upload(admin, package).await;
        let said = answer.refused(422, code);
        println!("{what}: {said}");
        assert!(said.contains(reason), "{what}: {said}");
    }
    assert_eq!(admin.get(PACKAGES).await.ok(), before, "nothing of it was kept");
    // The same package, untouched, is fine.
    let staged = upload(admin, good).await.ok();
    assert_eq!(staged["state"], "staged");
    // Neither a file nor an address: told what is missing.
    admin.post(PACKAGES, &json!({})).await.refused(422, "invalid");
    admin.post(PACKAGES, &json!({ "path": "/etc/passwd" })).await.refused(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packages_come_from_addresses_and_paths_by_the_rules() {
    let shop = Shop::open().await;
    let start = Start::default()
        .set("PATCHBAY_PLUGINS_ALLOW_UNSIGNED", true)
        .set("PATCHBAY_PLUGINS_INSTALL_FROM_PATH", true);
    let ground = Ground::sqlite();
    let file = ground.folder.path().join("telegram.pbp");
    std::fs::write(&file, version("0.4.0", |m| m)).expect("written");
    let world = World::open(ground, start).await;
    let admin = &world.admin;
    // The simulator's address is the one that may be reached; the shop's is private.
    let port = shop.port;
    for (url, reason) in [
        ("http://example.com/a.pbp".to_owned(), "only https"),
        (format!("https://127.0.0.1:{port}/a.pbp"), "loopback"),
        // Where a name leads is not told.
        (format!("https://localhost:{port}/a.pbp"), "leads to no public address"),
        ("https://169.254.169.254/latest".to_owned(), "link-local"),
        ("https://user:word@example.com/".to_owned(), "no user name"),
        ("file:///etc/passwd".to_owned(), "only https"),
        ("not an address".to_owned(), "cannot be used"),
    ] {
        let answer = admin.post(PACKAGES, &json!({ "url": url })).await;
        let said = answer.refused(422, "package_fetch");
        assert!(said.contains(reason), "{url}: {said}");
    }
    let by_path = |path: PathBuf| json!({ "path": path });
    for path in ["/etc/passwd", "/nowhere/x.pbp", "relative.pbp"] {
        admin.post(PACKAGES, &by_path(path.into())).await.refused(422, "invalid");
    }
    let staged = admin.post(PACKAGES, &by_path(file)).await.ok();
    assert_eq!((&staged["origin"], &staged["version"]), (&json!("path"), &json!("0.4.0")));
    assert_eq!(staged["signature"]["state"], "unsigned");

    // A desk whose operator lists the shop's address.
    let start = Start::default().set("PATCHBAY_PLUGINS_ALLOW_UNSIGNED", true);
    let ground = Ground::sqlite();
    crate::harness::Desk::user(&ground, "Acme", "admin", "admin");
    let start = start.set("PATCHBAY_EGRESS_ALLOW_PRIVATE", format!("packages=127.0.0.1:{port}"));
    let desk = crate::harness::Desk::start(&ground, &start);
    let admin = desk.sign_in("admin", "admin").await;
    let at = |path: &str| json!({ "url": format!("http://127.0.0.1:{port}/{path}") });
    let said = admin.post(PACKAGES, &at("away")).await;
    assert!(said.refused(422, "package_fetch").contains("only https"), "{said:?}");
    let said = admin.post(PACKAGES, &at("inside")).await;
    assert!(said.refused(422, "package_fetch").contains("private"), "{said:?}");
    let said = admin.post(PACKAGES, &at("circle")).await;
    assert!(said.refused(422, "package_fetch").contains("redirects"), "{said:?}");
    admin.post(PACKAGES, &at("huge")).await.refused(422, "package_too_large");
    let said = admin.post(PACKAGES, &at("missing")).await;
    assert!(said.refused(422, "package_fetch").contains("404"), "{said:?}");
    let staged = admin.post(PACKAGES, &at("moved")).await.ok();
    assert_eq!((&staged["origin"], &staged["state"]), (&json!("url"), &json!("staged")));
}

/// A server that hands out packages.
struct Shop {
    port: u16,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Shop {
    async fn open() -> Self {
        use axum::{Router, http::StatusCode, response::Redirect, routing::get};
        let to = |place: &'static str| get(move || async move { Redirect::temporary(place) });
        let package = version("0.5.0", |m| m);
        let router = Router::new()
            .route("/a.pbp", get(move || async move { package.clone() }))
            .route("/moved", to("/a.pbp"))
            .route("/away", to("http://example.com/a.pbp"))
            .route("/inside", to("https://10.0.0.1/a.pbp"))
            .route("/circle", to("/circle"))
            .route("/huge", get(|| async { vec![0_u8; (48 << 20) + 1] }))
            .route("/missing", get(|| async { StatusCode::NOT_FOUND }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("it serves");
        });
        Self { port, server }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_that_ends_early_is_told_so() {
    let world = World::open(Ground::sqlite(), Start::default()).await;
    let body = format!(
        "--x\r\ncontent-disposition: form-data; name=\"package\"; filename=\"a.pbp\"\r\n\r\n{}",
        "PK"
    );
    let request = world.admin.request(Method::POST, PACKAGES);
    let request = request.header("content-type", "multipart/form-data; boundary=x").body(body);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 422);
    let said = response.text().await.expect("a body");
    assert!(said.contains("broke off"), "{said}");
    assert_eq!(telegram(), telegram(), "the file on disk is what it was");
}
