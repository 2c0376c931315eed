//! A made-up channel, written outside this repository: everything that treats channels knows it from
//! its declarations.

use crate::{
    harness::{Ground, Start, World},
    hostile::package::tool,
};
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use std::{path::Path, sync::OnceLock};

on_both_engines!(a_made_up_channel_is_known_everywhere);

const SECRET: &str = "a-secret-that-signs";

/// Builds the channel with the tools a stranger has, in a folder of its own.
fn pigeon() -> &'static [u8] {
    static BUILT: OnceLock<Vec<u8>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout");
        let tool = |arguments: &[&str]| {
            let status = tool::cargo_patchbay(root).args(arguments).status();
            let status = status.expect("the tool starts");
            assert!(status.success(), "{arguments:?}");
        };
        let text = |path: &Path| path.to_str().expect("text").to_owned();
        let place = text(folder.path());
        tool(&["new", "pigeon", "--dir", &place, "--sdk", &text(&root.join("plugin-sdk/rust"))]);
        let own = folder.path().join("pigeon");
        let manifest = own.join("plugin.toml");
        let written = std::fs::read_to_string(&manifest).expect("a manifest");
        let declared = written.replace(
            "opens = \"ticket\"",
            "opens = \"ticket\"\ncolor = \"#123456\"\nreport_group = \"birds\"\n\
             identity = \"username\"\nicon = \"pigeon.svg\"",
        );
        assert_ne!(written, declared);
        std::fs::write(&manifest, declared.replace("text_max = 2000", "text_max = 7"))
            .expect("written");
        std::fs::write(
            own.join("pigeon.svg"),
            "<svg xmlns='http://www.w3.org/2000/svg'><!--coo--></svg>",
        )
        .expect("written");
        tool(&["build", &text(&own), "--out", &place]);
        std::fs::read(folder.path().join("pigeon.pbp")).expect("a package")
    })
}

/// The provider: it knows the token and takes messages.
async fn provider() -> String {
    use axum::{Json, Router, routing};
    let router = Router::new()
        .route("/v1/me", routing::get(|| async { Json(json!({ "name": "Loft 7" })) }))
        .route("/v1/messages", routing::post(|| async { Json(json!({ "id": "out-1" })) }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("bound").to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn a_made_up_channel_is_known_everywhere(ground: Ground) {
    let package = tokio::task::spawn_blocking(pigeon).await.expect("it builds");
    let folder = ground.data().join("plugins");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("pigeon.pbp"), package).expect("put there");
    let provider = provider().await;
    let world = World::open(ground, Start::default()).await;
    drop(world.desk);
    let desk = crate::harness::Desk::start(
        &world.ground,
        &Start::default()
            .set("PATCHBAY_EGRESS_ALLOW_PRIVATE", crate::reach::plugins_reach(&provider)),
    );
    let (admin, one) = (world.admin.at(&desk.url), world.one.at(&desk.url));

    // The catalogue: name, group, colour, icon, kind of identity, rules of the composer.
    let plugins = one.get("/api/plugins").await.ok();
    let again = |tag: String| {
        let asked = crate::harness::http().get(format!("{}/api/plugins", desk.url));
        asked.bearer_auth(&one.token).header("if-none-match", tag).send()
    };
    let whole = again("\"x\"".to_owned()).await.expect("an answer");
    let tag = whole.headers()["etag"].to_str().expect("text").to_owned();
    assert_eq!(
        (whole.status().as_u16(), whole.headers()["cache-control"].to_str().ok()),
        (200, Some("private, no-cache"))
    );
    let same = again(tag).await.expect("an answer");
    assert_eq!(same.status().as_u16(), 304, "the same still");
    let plugin = plugins.as_array().expect("a list").iter().find(|p| p["id"] == "pigeon");
    let plugin = plugin.expect("the plugin is installed");
    let channel = &plugin["channels"][0];
    for (key, value) in [
        ("value", "PIGEON"),
        ("color", "#123456"),
        ("report_group", "birds"),
        ("identity", "username"),
        ("opens", "ticket"),
    ] {
        assert_eq!(channel[key], value, "{channel}");
    }
    assert_ne!(channel["icon"], plugin["icon"], "its own icon");
    assert_eq!(plugin["send"]["text_max"], 7);

    // An account, a message in.
    let body = json!({
        "plugin": "pigeon", "name": "The loft",
        "settings": {
            "base_url": format!("http://{provider}"), "api_token": "t", "signing_secret": SECRET,
        },
    });
    let account = admin.post("/api/channels", &body).await.ok();
    assert_eq!((&account["state"]["status"], &account["title"]), (&json!("ok"), &json!("Loft 7")));
    let message = json!({
        "id": "e-1", "kind": "message", "conversation": "c-7",
        "sender": { "id": "ada", "name": "Guest Ada" }, "sent_at_ms": 1_760_000_000_000_u64,
        "message": { "id": "m-1", "text": "Coo" },
    })
    .to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key");
    mac.update(message.as_bytes());
    let signature: String =
        mac.finalize().into_bytes().iter().map(|b| format!("{b:02x}")).collect();
    let hook = account["webhook_url"].as_str().expect("an address");
    let sent = admin.http.post(hook).header("X-Signature", signature).body(message).send().await;
    assert_eq!(sent.expect("an answer").status(), 200);

    // The list knows it, and the filter tells it from others.
    let list = |filter: &'static str| {
        let one = one.clone();
        async move {
            let path = format!("/api/ticket/load/-/open/ticket/0?channelFilter={filter}");
            one.get(&path).await.ok()
        }
    };
    let ticket = list("PIGEON,TELEGRAM").await["data"][0].clone();
    assert_eq!((&ticket["channel"], &ticket["snippet"]), (&json!("PIGEON"), &json!("Coo")));
    assert_eq!(list("PIGEON").await["count"], 1);
    let none = json!({ "data": [], "count": 0, "countMore": false, "status": "success" });
    assert_eq!(list("TELEGRAM").await, none);
    one.get("/api/ticket/load/-/open/ticket/0?channelFilter=A'B").await.refused(422, "invalid");

    // The contact's identity is named by account and kind.
    let id = ticket["id"].as_i64().expect("an id");
    let info = one.get(&format!("/api/ticket/info/-/{id}")).await.ok();
    let identity = &info["data"]["contact"]["identities"][0];
    assert_eq!(
        (&identity["account"], &identity["kind"], &identity["external_id"]),
        (&json!("The loft"), &json!("username"), &json!("ada"))
    );

    // The composer's rule holds on the server as well: ten parts of seven characters.
    let long = json!({ "ticket_id": id, "message": "x".repeat(71) });
    one.post("/api/ticket/message/reply", &long).await.refused(422, "invalid");
    let sent = one.reply(id, "Coo!").await["id"].as_i64().expect("an id");
    one.until_state(id, sent, "sent").await;

    // Reports count it under the group it declared.
    let report = admin.get("/api/report/interval").await.ok();
    let groups: Vec<&Value> =
        report["data"].as_array().expect("a list").iter().map(|row| &row["group"]).collect();
    assert_eq!(groups, [&json!("birds")]);
    assert_eq!(report["result"], "success");
    assert_eq!(report["data"][0]["channel group"], "birds");
    admin.get("/api/report/interval?startDate=yesterday").await.refused(422, "invalid");
    admin.get("/api/report/interval?start=5&end=4").await.refused(422, "invalid");
    admin.get("/api/report/interval?step=7").await.refused(422, "invalid");
}
