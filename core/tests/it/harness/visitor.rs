//! A visitor's page.

use super::{Agent, Socket};
use reqwest::Method;
use serde_json::{Value, json};

/// Somebody on the chat page.
pub struct Visitor {
    pub http: Agent,
    pub token: String,
    pub csrf: String,
    /// The secret with which the browser holds its visits.
    pub cookie: String,
    pub socket: Socket,
}

impl Visitor {
    /// Opens the client's public page, as the browser does: a link, its session, a socket.
    pub async fn arrive(url: &str, page: &str) -> Self {
        let http = Agent::nobody(url);
        let key = page.rsplit('/').next().expect("a key");
        let link = http.post("/api/livechat/link", &json!({ "key": key })).await.ok();
        let token = link["token"].as_str().expect("a token").to_owned();
        Self::open(http, token).await
    }

    /// Opens a link in a browser that has opened none before.
    pub async fn open(http: Agent, token: String) -> Self {
        let request = http.request(Method::POST, "/api/livechat/info");
        let answer = request.json(&json!({ "token": token })).send().await.expect("an answer");
        let set = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
        assert!(set.contains("HttpOnly; SameSite=Lax"), "{set}");
        let cookie = set.split(';').next().expect("a pair").to_owned();
        let info: Value = answer.json().await.expect("JSON");
        let csrf = info["csrf"].as_str().expect("a session").to_owned();
        let socket = Self::connect(&http.url).await;
        Self { http, token, csrf, cookie, socket }
    }

    pub async fn connect(url: &str) -> Socket {
        Socket::open(url, &[("sec-websocket-protocol", "livechat")]).await
    }

    pub fn key(&self) -> Value {
        json!({ "token": self.token, "csrf": self.csrf })
    }

    pub async fn info(&self) -> Value {
        let request = self.http.request(Method::POST, "/api/livechat/info");
        let request = request.header("cookie", &self.cookie);
        let answer = request.json(&json!({ "token": self.token })).send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    /// Joins the queue and gives the number.
    pub async fn queue(&mut self, name: &str) -> i64 {
        let mut data = self.key();
        data["name"] = name.into();
        let answer = self.socket.call("registerQueue", data).await.expect("queued");
        self.socket.hello().await;
        self.socket.go_live().await;
        answer["count"].as_i64().expect("a number")
    }

    /// Joins the queue over a socket that belongs to the visit already.
    pub async fn queue_again(&mut self, name: &str) -> i64 {
        let mut data = self.key();
        data["name"] = name.into();
        let answer = self.socket.call("registerQueue", data).await.expect("queued");
        answer["count"].as_i64().expect("a number")
    }

    pub fn form(&self, text: &str) -> Value {
        json!({
            "token": self.token, "_token": self.csrf, "title": "Order 7", "name": "Mei",
            "email": "mei@shop.example", "phone": "+60 12 000 0000", "des": text,
        })
    }

    pub async fn write(&mut self, id: &str, text: &str) {
        let data = json!({ "id": id, "text": text, "upload_ids": [] });
        self.socket.call("visitorMessage", data).await.expect("written");
    }

    pub async fn history(&self) -> Value {
        let path = format!("/api/livechat/messages?token={}&_token={}", self.token, self.csrf);
        self.http.get(&path).await.ok()
    }

    /// Reloads the page: history first, then a socket from where the history ends.
    pub async fn reload(&mut self) -> Value {
        let history = self.history().await;
        self.socket = Self::connect(&self.http.url).await;
        self.socket.call("visitorJoin", self.key()).await.expect("joined");
        self.socket.hello().await;
        history
    }
}
