//! What the demo's admin sets up, by the API as every admin does: who is given what, what is promised, and
//! what customers read by themselves.

use super::history;
use crate::clock::Clock;
use anyhow::{Context as _, Result, bail, ensure};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};

/// The helpers of the demo, none of which reaches a network.
const HELPERS: [(&str, &str); 2] =
    [("assist-local", "Demo helper"), ("voice-local", "Demo voice helper")];

/// Articles of the demo's knowledge base: category and language, title and text.
const ARTICLES: &[(Category, &[Text])] = &[
    (
        Category::Orders,
        &[
            ("en", "Where is my parcel?", include_str!("parcel.en.md")),
            ("ms", "Di manakah bungkusan saya?", include_str!("parcel.ms.md")),
            ("zh", "我的包裹在哪里？", include_str!("parcel.zh.md")),
        ],
    ),
    (Category::Orders, &[("en", "Change the address of an order", include_str!("address.en.md"))]),
    (Category::Lamps, &[("en", "Which bulb fits which lamp", include_str!("bulbs.en.md"))]),
    (Category::Lamps, &[("en", "Repairs, also of older models", include_str!("repairs.en.md"))]),
    (Category::Lamps, &[("en", "The switch is stuck", include_str!("switch.en.md"))]),
];

/// Language, title and Markdown.
type Text = (&'static str, &'static str, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Category {
    Orders,
    Lamps,
}

impl Category {
    fn names(self) -> Value {
        match self {
            Self::Orders => {
                json!({ "en": "Orders and delivery", "ms": "Pesanan", "zh": "订单与配送" })
            }
            Self::Lamps => json!({ "en": "Lamps" }),
        }
    }
}

/// The demo's admin at the server's own API.
pub(super) struct Admin {
    http: reqwest::Client,
    server: String,
    token: String,
}

impl Admin {
    pub async fn sign_in(http: reqwest::Client, bound: SocketAddr, password: &str) -> Result<Self> {
        let server = format!("http://{bound}");
        let body = json!({ "client": "admin", "password": password, "type": "admin", "tfa": "" });
        let answer = http.post(format!("{server}/api/auth2")).json(&body).send().await?;
        let answer: Value = answer.error_for_status()?.json().await?;
        let token = answer["token"].as_str().context("no token")?.to_owned();
        Ok(Self { http, server, token })
    }

    async fn send(&self, method: reqwest::Method, path: &str, body: &Value) -> Result<Value> {
        let request = self.http.request(method, format!("{}{path}", self.server));
        let answer = request.bearer_auth(&self.token).json(body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "{path}: {status}: {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value> {
        self.send(reqwest::Method::POST, path, &body).await
    }

    /// Queues, a skill, a promise, articles, helpers and the dashboard.
    pub async fn set_up(&self) -> Result<()> {
        self.promise().await?;
        self.route().await?;
        self.publish().await?;
        self.help().await?;
        let on = json!({ "on": true });
        self.send(reqwest::Method::PUT, "/api/dashboard/setting", &on).await.map(drop)
    }

    /// Helpers that work without a network, one of which looks at customers' messages.
    async fn help(&self) -> Result<()> {
        let plugins = self.send(reqwest::Method::GET, "/api/plugins", &Value::Null).await?;
        for (plugin, name) in HELPERS {
            let mut all = plugins.as_array().into_iter().flatten();
            // A build may leave plugins out.
            if all.any(|one| one["id"] == plugin) {
                let account = json!({ "plugin": plugin, "name": name, "settings": {} });
                self.post("/api/channels", account).await?;
            }
        }
        let setting = json!({ "emotions": true, "redact": true });
        self.send(reqwest::Method::PUT, "/api/assist/setting", &setting).await.map(drop)
    }

    /// Brings the last three months.
    pub async fn remember(&self) -> Result<()> {
        let table = history::table(Clock::system().now_ms());
        let file = Part::text(table).file_name("demo-history.csv");
        let path = format!("{}/api/imports?kind=tickets", self.server);
        let form = self.http.post(path).multipart(Form::new().part("file", file));
        let answer = form.bearer_auth(&self.token).send().await?.error_for_status()?;
        let detail: Value = answer.json().await?;
        let path = format!("/api/imports/{}", detail["import"]["id"]);
        for (step, state) in [("check", "checked"), ("start", "done")] {
            self.post(&format!("{path}/{step}"), json!({})).await?;
            self.until(&path, state).await?;
        }
        Ok(())
    }

    /// Waits until an import is in a state.
    async fn until(&self, path: &str, state: &str) -> Result<()> {
        for _ in 0..600 {
            let detail = self.send(reqwest::Method::GET, path, &Value::Null).await?;
            if detail["import"]["state"] == state {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("the demo's history was not {state} in time")
    }

    async fn promise(&self) -> Result<()> {
        let policy = json!({
            "name": "Demo promise", "always": true, "first_reply": 60, "next_reply": 240,
            "resolution": 2_880,
        });
        self.post("/api/sla/policies", policy).await.map(drop)
    }

    async fn route(&self) -> Result<()> {
        let skill = self.post("/api/routing/skills", json!({ "name": "LINE" })).await?;
        let all = self.send(reqwest::Method::GET, "/api/routing/agents", &Value::Null).await?;
        let mut agents = vec![];
        for (username, level) in [("agent1", 5), ("agent2", 3), ("agent3", 0)] {
            let mut all = all.as_array().into_iter().flatten();
            let agent = all.find(|one| one["username"] == username);
            let id = agent.context("an agent of the demo")?["user_id"].clone();
            if level > 0 {
                let path = format!("/api/routing/agents/{id}");
                let skills = json!({ "skills": [{ "skill_id": skill["id"], "level": level }] });
                self.send(reqwest::Method::PUT, &path, &skills).await?;
            }
            agents.push(id);
        }
        let chats = json!({
            "name": "Demo live chat", "work": "live_chats", "offer_seconds": 45,
            "strategy": "least_occupied", "all_agents": false, "agents": agents,
        });
        self.post("/api/routing/queues", chats).await?;
        // One ticket of the demo's, so that the first to sign in is not asked about many.
        let line = json!({
            "name": "Demo LINE", "offer_seconds": 120, "strategy": "most_skilled",
            "all_agents": false, "agents": agents,
            "conditions": [{ "field": "channel", "values": ["LINE_DM"] }],
            "skills": [{ "skill_id": skill["id"], "level": 1, "required": true }],
        });
        self.post("/api/routing/queues", line).await.map(drop)
    }

    async fn publish(&self) -> Result<()> {
        let mut made: Vec<(Category, Value)> = vec![];
        for (category, texts) in ARTICLES {
            let known = made.iter().find(|(one, _)| one == category).map(|(_, id)| id.clone());
            let category_id = match known {
                Some(id) => id,
                None => {
                    let body = json!({ "names": category.names() });
                    let id = self.post("/api/knowledge/categories", body).await?["id"].clone();
                    made.push((*category, id.clone()));
                    id
                }
            };
            let Some(((language, title, body), others)) = texts.split_first() else { continue };
            let article = json!({
                "category_id": category_id, "language": language, "title": title, "body": body,
            });
            let article = self.post("/api/knowledge/articles", article).await?;
            let path = format!("/api/knowledge/articles/{}/translations", article["id"]);
            for (language, title, body) in others {
                let text =
                    json!({ "title": title, "body": body, "revision": 0, "source_revision": 1 });
                self.send(reqwest::Method::PUT, &format!("{path}/{language}"), &text).await?;
            }
            for (language, ..) in *texts {
                self.post(&format!("{path}/{language}/publish"), json!({ "revision": 1 })).await?;
            }
        }
        Ok(())
    }
}
