//! The hostile plugin in a real server, connected by clients who do not know what it is.

use crate::harness::{Agent, Answer, Ground};
use reqwest::Method;
use serde_json::{Value, json};

#[path = "../plugin_host/package.rs"]
#[expect(dead_code, reason = "the host's own tests use the rest")]
pub mod package;

/// What the provider's calls of a hostile account are signed with.
const TOKEN: &str = "hostile-token-0001";

/// Puts the plugin where the server looks for packages at its start.
pub fn install(ground: &Ground) {
    let folder = ground.data().join("plugins");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("hostile.pbp"), package::hostile()).expect("written");
}

/// A connected account of it.
pub struct Account {
    pub id: i64,
    hook: String,
    http: reqwest::Client,
}

impl Account {
    /// Connects an account that does `act`.
    pub async fn connect(admin: &Agent, act: &str, arg: &str) -> Self {
        let settings = json!({ "do": act, "arg": arg, "bot_token": TOKEN });
        let body = json!({ "plugin": "hostile", "name": act, "settings": settings });
        let answer = admin.post("/api/channels", &body).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        Self {
            id: answer.body["id"].as_i64().expect("an id"),
            hook: answer.body["webhook_url"].as_str().expect("an address").to_owned(),
            http: crate::harness::http(),
        }
    }

    /// What the provider sends.
    pub async fn post(&self, body: &str) -> Answer {
        let request = self.http.request(Method::POST, &self.hook).body(body.to_owned());
        let response = request.header("x-secret-token", TOKEN).send().await.expect("an answer");
        let status = response.status().as_u16();
        Answer { status, body: Value::String(response.text().await.unwrap_or_default()) }
    }
}

/// The plugin's package.
pub fn package() -> Vec<u8> {
    package::hostile()
}
