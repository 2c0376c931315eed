//! A server with two clients, a simulator, and a Telegram bot.

use super::{Agent, Answer, Desk, Ground, Simulator, Start, TOKEN, eventually, template::users_in};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};

/// The webhook secret of stories that play the provider themselves.
pub const SECRET: &str = "story-webhook-secret-that-must-stay-hidden";

/// Everything a story needs. Fields drop in order: the server before its database.
pub struct World {
    pub desk: Desk,
    pub simulator: Simulator,
    pub admin: Agent,
    pub one: Agent,
    pub two: Agent,
    /// An admin of another client on the same server.
    pub outsider: Agent,
    pub ground: Ground,
}

/// A connected Telegram account that the story plays the provider of.
pub struct Bot {
    pub id: i64,
    pub hook: String,
    http: reqwest::Client,
    updates: AtomicI64,
}

impl World {
    pub async fn open(ground: Ground, start: Start) -> Self {
        let simulator = Simulator::start().await;
        users_in(&ground).await;
        // What the story allows besides stands first; the last one set counts.
        let name = "PATCHBAY_EGRESS_ALLOW_PRIVATE";
        let own = start.env.iter().find(|(set, _)| set == name).map(|(_, value)| value.as_str());
        let allowed = own.map_or_else(String::new, |own| format!("{own}, "));
        let start = start
            .set(name, format!("{allowed}{}", crate::reach::plugins_reach(&simulator.address())));
        let desk = Desk::start(&ground, &start);
        let admin = desk.sign_in("admin", "admin").await;
        let one = desk.sign_in("agent1", "agent").await;
        let two = desk.sign_in("agent2", "agent").await;
        let outsider = desk.sign_in("outsider", "admin").await;
        Self { desk, simulator, admin, one, two, outsider, ground }
    }

    /// Connects the simulator's bot.
    pub async fn connect(&self) -> Value {
        let settings = json!({
            "bot_token": TOKEN,
            "api_base": format!("{}/telegram", self.simulator.url),
            "webhook_secret": SECRET,
        });
        let body = json!({ "plugin": "telegram", "name": "Shop bot", "settings": settings });
        let answer = self.admin.post("/api/channels", &body).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        assert_eq!(answer.body["state"]["status"], "ok", "{answer:?}");
        answer.body
    }

    /// Connects the bot for a story that posts its updates by itself.
    pub async fn bot(&self) -> Bot {
        let channel = self.connect().await;
        let hook = channel["webhook_url"].as_str().expect("an address").to_owned();
        let id = channel["id"].as_i64().expect("a number");
        Bot { id, hook, http: super::agent::http(), updates: AtomicI64::new(1000) }
    }

    /// What a Prometheus would read.
    pub async fn desk_numbers(&self) -> String {
        let answer = Agent::nobody(&self.desk.url).get("/metrics").await.ok();
        answer.as_str().expect("text").to_owned()
    }

    /// Waits for the ticket whose newest message reads like this.
    pub async fn ticket_saying(&self, text: &str) -> Value {
        eventually(&format!("a ticket that says {text}"), || async move {
            self.admin.tickets().await.into_iter().find(|ticket| ticket["snippet"] == text)
        })
        .await
    }
}

impl Bot {
    /// A fresh update: a customer writes.
    pub fn update(&self, user: i64, text: &str) -> Value {
        let id = self.updates.fetch_add(1, Ordering::SeqCst);
        let person = json!({ "id": user, "is_bot": false, "first_name": format!("Guest {user}") });
        json!({
            "update_id": id,
            "message": {
                "message_id": id, "date": 1_760_000_000, "text": text, "from": person,
                "chat": { "id": user, "type": "private", "first_name": format!("Guest {user}") },
            },
        })
    }

    /// Calls the webhook as the provider does.
    pub async fn post(&self, update: &Value) -> u16 {
        self.raw(update.to_string().into_bytes(), SECRET).await.status
    }

    /// The same at another node, or with a body or secret of one's own.
    pub async fn raw(&self, body: Vec<u8>, secret: &str) -> Answer {
        self.raw_at(&self.hook, body, secret).await
    }

    pub async fn raw_at(&self, url: &str, body: Vec<u8>, secret: &str) -> Answer {
        let request = self.http.request(Method::POST, url).body(body);
        let request = request.header("content-type", "application/json");
        let request = request.header("x-telegram-bot-api-secret-token", secret);
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.unwrap_or_default();
        Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
    }

    /// A customer writes, and the desk has it.
    pub async fn write(&self, user: i64, text: &str) {
        let update = self.update(user, text);
        assert_eq!(self.post(&update).await, 200, "{text}");
    }

    /// The webhook's address at another node.
    pub fn hook_at(&self, url: &str) -> String {
        let path = self.hook.split("/hooks/").nth(1).expect("a hook");
        format!("{url}/hooks/{path}")
    }
}
