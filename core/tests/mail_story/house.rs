//! The program with a connected mailbox, the people who use it, and the customer's mailbox.

use crate::{
    rig::{desk::Desk, program::Folder, program::Program},
    stack::{Sink, Stack, Watching, quick, watching},
};
use patchbay::mail::{Security, submit};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use std::{sync::Arc, time::Duration};

const PATIENCE: Duration = Duration::from_secs(30);

/// Asks until it is so.
pub async fn eventually(what: &str, so: impl AsyncFn() -> bool) {
    let wait = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, wait).await.is_ok(), "never happened: {what}");
}

/// A database of the story's own.
pub struct Database {
    pub url: String,
    name: String,
}

impl Database {
    async fn ask(sql: String) {
        let server = std::env::var("PATCHBAY_TEST_POSTGRES_URL")
            .expect("set PATCHBAY_TEST_POSTGRES_URL, or run `cargo xtask test rust`");
        let mut connection =
            sqlx::PgConnection::connect(&server).await.expect("PostgreSQL answers");
        connection.execute(sqlx::AssertSqlSafe(sql)).await.expect("PostgreSQL obeys");
    }

    pub async fn create() -> Self {
        let name = format!("mail_story_{}", std::process::id());
        Self::ask(format!("create database {name}")).await;
        let server = std::env::var("PATCHBAY_TEST_POSTGRES_URL").expect("was there before");
        let mut url = url::Url::parse(&server).expect("an address");
        url.set_path(&name);
        Self { url: url.into(), name }
    }

    pub async fn drop(self) {
        Self::ask(format!("drop database if exists {} with (force)", self.name)).await;
    }
}

pub struct House {
    pub stack: Stack,
    pub admin: Desk,
    pub agent: Desk,
    /// The customer's mailbox.
    pub ann: Arc<Sink>,
    channel: i64,
    folder: Folder,
    _watching: Watching,
    _program: Program,
}

impl Drop for House {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the server's last lines\n{}", self.folder.log_tail());
        }
    }
}

impl House {
    pub async fn open(database: Option<&str>) -> Self {
        let stack = Stack::start();
        let mut folder = Folder::new(database).expect("a folder");
        let (imap, smtp) = (stack.base + 2, stack.base + 1);
        // The mail servers stand on this machine, which an operator has to allow by name.
        let allowed = format!("127.0.0.1:{imap}, 127.0.0.1:{smtp}");
        folder.set("PATCHBAY_EGRESS_ALLOW_PRIVATE", &crate::rig::reach::plugins_reach(&allowed));
        for (username, kind) in [("admin", "admin"), ("agent1", "agent")] {
            folder.create_user(username, kind).await.expect("a user");
        }
        let mut program = folder.start().expect("a process");
        program.ready().await.expect("it listens");
        let admin = Desk::sign_in(&program.url, "admin", "admin").await.expect("signed in");
        let agent = Desk::sign_in(&program.url, "agent1", "agent").await.expect("signed in");
        let body = json!({ "plugin": "email", "name": "Support", "settings": {
            "from_name": "Acme Support", "from_address": "support@desk.test",
            "imap_host": "127.0.0.1", "imap_port": imap, "imap_security": "none",
            "imap_user": "support@desk.test", "imap_password": "secret",
            "smtp_host": "127.0.0.1", "smtp_port": smtp, "smtp_security": "none",
            "smtp_user": "support@desk.test", "smtp_password": "secret",
        }});
        let made = admin.post("/api/channels", &body).await.expect("the channel is connected");
        let ann = Sink::at(None);
        let mailbox = stack.imap("ann@customer.test", Security::Tls);
        let watching = watching(mailbox, stack.network(quick()), &ann);
        let this = Self {
            channel: made["id"].as_i64().expect("an id"),
            stack,
            admin,
            agent,
            ann,
            folder,
            _watching: watching,
            _program: program,
        };
        this.connected().await;
        assert!(!this.channel().await.to_string().contains(":\"secret\""), "a secret was told");
        this
    }

    /// The channel as admins see it.
    pub async fn channel(&self) -> Value {
        let path = format!("/api/channels/{}", self.channel);
        self.admin.get(&path).await.expect("the channel")
    }

    pub async fn change(&self, change: &Value) {
        let address = format!("{}/api/channels/{}", self.admin.url, self.channel);
        let request = self.admin.http.patch(address).bearer_auth(&self.admin.token).json(change);
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap_or_default());
    }

    pub async fn connected(&self) {
        eventually("the mailbox is connected", async || {
            self.channel().await["state"]["status"] == "ok"
        })
        .await;
    }

    /// Hands a mail in for any address, as the customer's own provider would.
    pub async fn hand_in(&self, to: &str, raw: &str) {
        let settings = self.stack.smtp("ann@customer.test", Security::None);
        let net = self.stack.network(quick());
        let to = [to.to_owned()];
        submit(&settings, &net, "ann@customer.test", &to, raw.as_bytes()).await.expect("taken");
    }

    /// The open ticket of a title, if the agent has it already.
    pub async fn find(&self, title: &str) -> Option<Value> {
        let page = self.agent.get("/api/ticket/load/-/open/ticket/0").await.expect("the list");
        page["data"].as_array()?.iter().find(|ticket| ticket["title"] == title).cloned()
    }

    /// Waits for the open ticket of a title.
    pub async fn ticket(&self, title: &str) -> Value {
        eventually(&format!("the ticket \"{title}\" is there"), async || {
            self.find(title).await.is_some()
        })
        .await;
        self.find(title).await.expect("it was there")
    }

    /// All messages of a ticket, the oldest first.
    pub async fn messages(&self, ticket: i64) -> Vec<Value> {
        let path = format!("/api/ticket/data/{ticket}/0");
        let answer = self.agent.get(&path).await.expect("the messages");
        let days = answer.as_array().into_iter().flatten();
        let messages = days.filter_map(|day| day["messages"].as_array()).flatten();
        messages.filter(|message| message["direction"] != "system").cloned().collect()
    }

    pub async fn count(&self, ticket: i64, count: usize) {
        eventually(&format!("the ticket has {count} messages"), async || {
            self.messages(ticket).await.len() == count
        })
        .await;
    }

    /// What is at an address of the server, with its type.
    pub async fn bytes(&self, path: &str) -> (String, Vec<u8>) {
        let request = self.agent.http.get(format!("{}{path}", self.agent.url));
        let answer = request.bearer_auth(&self.agent.token).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        (kind, answer.bytes().await.expect("a body").to_vec())
    }
}
