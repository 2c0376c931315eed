//! A signed-in user over HTTP.

use super::{PASSWORD, Socket, contract::check_answer, record::record};
use reqwest::{Method, RequestBuilder, multipart};
use serde_json::{Value, json};
use std::time::Duration;

/// An answer: its status and its body, as JSON where it is JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    async fn read(request: RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let (method, url) = (request.method().clone(), request.url().clone());
        let response = client.execute(request).await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        record(&format!("{method} {}", url.path()), status, &body);
        let origin = url.origin().ascii_serialization();
        check_answer(&origin, method.as_str(), url.path(), status, &body).await;
        Self { status, body }
    }

    /// The body of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.body
    }

    /// Checks a refusal's status and code, and gives its sentence.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> &str {
        assert_eq!((self.status, &self.body["error"]["code"]), (status, &json!(code)), "{self:?}");
        let sentence = self.body["error"]["message"].as_str().unwrap_or_default();
        assert!(!sentence.is_empty(), "a refusal says why: {self:?}");
        sentence
    }
}

/// A signed-in user, or nobody.
#[derive(Clone)]
pub struct Agent {
    pub url: String,
    pub username: String,
    /// The access token.
    pub token: String,
    /// The value of the `auth` cookie.
    pub cookie: String,
    pub http: reqwest::Client,
}

pub fn http() -> reqwest::Client {
    // A second test of the process finds it installed, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(40));
    // Everything is on this machine and without TLS: reading its certificates would cost each client 20 ms.
    let builder = builder.tls_certs_only([]);
    builder.redirect(reqwest::redirect::Policy::none()).build().expect("client")
}

impl Agent {
    /// Somebody without a session.
    pub fn nobody(url: &str) -> Self {
        let (token, cookie) = (String::new(), String::new());
        Self { url: url.to_owned(), username: String::new(), token, cookie, http: http() }
    }

    pub async fn sign_in(url: &str, username: &str, kind: &str) -> Self {
        let mut agent = Self::nobody(url);
        let body = json!({ "client": username, "password": PASSWORD, "type": kind, "tfa": "" });
        let request = agent.http.post(format!("{url}/api/auth2")).json(&body);
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{username} signs in");
        let set = response.headers()["set-cookie"].to_str().expect("text").to_owned();
        let pair = set.split(';').next().expect("a pair");
        agent.cookie = pair.strip_prefix("auth=").expect("the cookie auth").to_owned();
        let body: Value = response.json().await.expect("JSON");
        agent.token = body["token"].as_str().expect("a token").to_owned();
        agent.username = username.to_owned();
        agent
    }

    /// The same person at another node.
    pub fn at(&self, url: &str) -> Self {
        Self { url: url.to_owned(), ..self.clone() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = self.request(method, path);
        Answer::read(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        Answer::read(self.request(Method::POST, path).form(fields)).await
    }

    pub async fn multipart(&self, path: &str, form: multipart::Form) -> Answer {
        Answer::read(self.request(Method::POST, path).multipart(form)).await
    }

    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.request(Method::GET, path).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{path}");
        response.bytes().await.expect("a body").to_vec()
    }

    /// A socket with the access token, after its hello.
    pub async fn socket(&self) -> Socket {
        Socket::open(&self.url, &[("authorization", &format!("Bearer {}", self.token))]).await
    }

    /// A socket that gets what happens from now on.
    pub async fn live(&self) -> Socket {
        let mut socket = self.socket().await;
        socket.hello().await;
        socket.go_live().await;
        socket
    }

    /// The tickets of the list `open`.
    pub async fn tickets(&self) -> Vec<Value> {
        let list = self.get("/api/ticket/load/-/open/ticket/0").await.ok();
        list["data"].as_array().expect("a list").clone()
    }

    /// All messages of a ticket, oldest first, section by section as the page loads them.
    pub async fn messages(&self, ticket: i64) -> Vec<Value> {
        let mut all: Vec<Value> = vec![];
        loop {
            let before = all.first().map(|m| m["id"].to_string()).unwrap_or_default();
            let path = format!("/api/ticket/data/{ticket}/0?messageId={before}");
            let days = self.get(&path).await.ok();
            let days = days.as_array().expect("days").iter();
            let mut section: Vec<Value> = days
                .flat_map(|day| day["messages"].as_array().cloned().unwrap_or_default())
                .collect();
            let whole = section.len() < 30;
            section.append(&mut all);
            all = section;
            if whole {
                return all;
            }
        }
    }

    pub async fn reply(&self, ticket: i64, text: &str) -> Value {
        let body = json!({ "ticket_id": ticket, "message": text });
        self.post("/api/ticket/message/reply", &body).await.ok()
    }

    /// One message of a ticket as the API shows it now.
    pub async fn message(&self, ticket: i64, id: i64) -> Value {
        let all = self.messages(ticket).await;
        all.into_iter().find(|m| m["id"] == id).expect("the message is in its ticket")
    }

    /// Waits until a message has this state.
    pub async fn until_state(&self, ticket: i64, id: i64, state: &str) -> Value {
        super::eventually(&format!("message {id} becomes {state}"), || async move {
            Some(self.message(ticket, id).await).filter(|m| m["state"] == state)
        })
        .await
    }
}
