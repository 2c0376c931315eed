//! What the operator opened of the own network for one purpose is closed for every other.

use crate::harness::{Agent, Ground, Start, World};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{io::AsyncWriteExt as _, net::TcpListener};

on_both_engines!(what_is_opened_for_one_is_closed_for_all_others);

/// A service inside the own network: it counts who knocks, and answers every request with a secret.
struct Inside {
    port: u16,
    knocks: Arc<AtomicUsize>,
}

impl Inside {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let knocks = Arc::<AtomicUsize>::default();
        let counted = knocks.clone();
        tokio::spawn(async move {
            while let Ok((mut wire, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                let page =
                    "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret";
                wire.write_all(page.as_bytes()).await.ok();
            }
        });
        Self { port, knocks }
    }

    fn knocks(&self) -> usize {
        self.knocks.load(Ordering::SeqCst)
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

/// Connects a channel, which checks its settings by asking the provider; what the answer says.
async fn connect(who: &Agent, plugin: &str, settings: Value) -> Value {
    let body = json!({ "plugin": plugin, "name": "Tried", "settings": settings });
    who.post("/api/channels", &body).await.body
}

fn telegram(base: &str) -> Value {
    json!({ "bot_token": "700000009:of-a-test", "api_base": base, "webhook_secret": "s" })
}

async fn what_is_opened_for_one_is_closed_for_all_others(ground: Ground) {
    let inside = Inside::start().await;
    let port = inside.port;
    let opened = ["operator-mail", "sign-in", "packages", "webhooks/2", "plugin/telegram/1"];
    let entries = opened.map(|purpose| format!("{purpose}=127.0.0.1:{port}")).join(",");
    let start = Start::default().set("PATCHBAY_EGRESS_ALLOW_PRIVATE", entries);
    let world = World::open(ground, start).await;

    // Another client, by the same plugin.
    let made = connect(&world.outsider, "telegram", telegram(&inside.url())).await;
    assert!(made.to_string().contains("egress.allow_private"), "{made}");
    assert!(made.to_string().contains(&format!("plugin/telegram/2=127.0.0.1:{port}")), "{made}");
    // The same client, by another plugin: over HTTP, and at the operator's own mail server.
    let line = json!({
        "channel_secret": "0123456789abcdef0123456789abcdef", "channel_access_token": "t",
        "api_base": inside.url(), "data_base": inside.url(),
    });
    connect(&world.admin, "line", line).await;
    let mail = json!({
        "from_name": "Acme", "from_address": "support@desk.test",
        "imap_host": "127.0.0.1", "imap_port": port, "imap_security": "none",
        "imap_user": "u", "imap_password": "secret",
        "smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": "none",
        "smtp_user": "u", "smtp_password": "secret",
    });
    let made = connect(&world.admin, "email", mail).await;
    assert!(made.to_string().contains(&format!("plugin/email/1=127.0.0.1:{port}")), "{made}");
    // A webhook of a client for whom none is opened is refused as an address that is not public.
    let hook = json!({ "url": inside.url(), "events": ["createTicket"] });
    world.admin.post("/api/webhooks", &hook).await;
    assert_eq!(inside.knocks(), 0, "nobody was let in");

    // Whom it was opened for is let in.
    connect(&world.admin, "telegram", telegram(&inside.url())).await;
    assert!(inside.knocks() > 0);
}
