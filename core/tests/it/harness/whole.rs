//! The whole guest: a plugin that offers every interface, connected to a provider in this process.

use super::{Agent, Desk, Ground, Start, package::guest};
use axum::{
    Router,
    body::Bytes,
    extract::{Path as UrlPath, State, WebSocketUpgrade, ws::WebSocket},
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{
    net::TcpListener,
    sync::{Notify, mpsc},
};

/// The secret of the whole guest's accounts. It must not turn up anywhere else.
pub const WHOLE_TOKEN: &str = "whole-token-that-must-stay-hidden";

/// A push connection that the desk opened.
pub struct Line {
    pub uri: String,
    pub headers: HeaderMap,
    pub socket: WebSocket,
}

#[derive(Default)]
struct Inner {
    /// What was asked: the call, its body, and the authorization it came with.
    seen: Mutex<Vec<(String, Value, String)>>,
    answers: Mutex<HashMap<String, VecDeque<Value>>>,
    release: Notify,
    /// What was asked at the sign-in's address, by code.
    challenges: Mutex<HashMap<String, (String, String)>>,
    lines: Mutex<Option<mpsc::UnboundedSender<Line>>>,
}

/// A provider that answers as the story says.
pub struct Provider {
    pub address: SocketAddr,
    inner: Arc<Inner>,
    lines: mpsc::UnboundedReceiver<Line>,
}

impl Provider {
    pub async fn start() -> Self {
        let (sender, lines) = mpsc::unbounded_channel();
        let inner = Arc::new(Inner { lines: Mutex::new(Some(sender)), ..Inner::default() });
        let app = Router::new()
            .route("/socket", get(socket))
            .route("/token", post(token))
            .route(
                "/picture.png",
                post(|| async { ([("content-type", "image/png")], &b"\x89PNG picture"[..]) }),
            )
            .route(
                "/other.png",
                post(|| async { ([("content-type", "image/png")], &b"\x89PNG another"[..]) }),
            )
            .route(
                "/voice.wav",
                post(|| async { ([("content-type", "audio/wav")], super::speech::wav()) }),
            )
            .route("/{call}", post(call))
            .with_state(inner.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { address, inner, lines }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The next answer to a call; `"hold"` keeps it until [`Provider::release`], and so does
    /// `{"held": answer}`, which is then the answer.
    pub fn answer(&self, call: &str, answer: Value) {
        let mut answers = self.inner.answers.lock().expect("answers");
        answers.entry(call.to_owned()).or_default().push_back(answer);
    }

    pub fn release(&self) {
        self.inner.release.notify_waiters();
    }

    /// The bodies of a call so far.
    pub fn asked(&self, call: &str) -> Vec<Value> {
        let seen = self.inner.seen.lock().expect("seen");
        seen.iter().filter(|(name, ..)| name == call).map(|(_, body, _)| body.clone()).collect()
    }

    /// The authorization that a call came with, each time.
    pub fn authorised(&self, call: &str) -> Vec<String> {
        let seen = self.inner.seen.lock().expect("seen");
        seen.iter().filter(|(name, ..)| name == call).map(|(.., auth)| auth.clone()).collect()
    }

    /// Waits until a call was asked so many times.
    pub async fn until_asked(&self, call: &str, times: usize) -> Vec<Value> {
        super::eventually(&format!("{call} is asked {times} times"), || async {
            Some(self.asked(call)).filter(|asked| asked.len() >= times)
        })
        .await
    }

    /// The next push connection. After a crash a dead node's lease has to run out first.
    pub async fn line(&mut self) -> Line {
        let next = tokio::time::timeout(std::time::Duration::from_secs(60), self.lines.recv());
        next.await.expect("a connection comes").expect("the server lives")
    }

    /// What an admin's agreement at the provider leads to: the code for this address.
    pub fn agree(&self, authorize: &str) -> (String, String) {
        let url = url::Url::parse(authorize).expect("an address");
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(query["code_challenge_method"], "S256");
        assert_eq!(query["access_type"], "offline");
        assert_eq!((query["client_id"].as_str(), query["scope"].as_str()), ("desk", "read write"));
        let code = format!("code-{}", &query["state"][..8]);
        let kept = (query["code_challenge"].clone(), query["redirect_uri"].clone());
        self.inner.challenges.lock().expect("challenges").insert(code.clone(), kept);
        (query["state"].clone(), code)
    }
}

async fn call(
    State(inner): State<Arc<Inner>>,
    UrlPath(name): UrlPath<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let auth = headers.get("authorization").and_then(|v| v.to_str().ok()).unwrap_or_default();
    inner.seen.lock().expect("seen").push((name.clone(), body.clone(), auth.to_owned()));
    let next = inner.answers.lock().expect("answers").get_mut(&name).and_then(VecDeque::pop_front);
    let answer = match next {
        Some(answer) => answer,
        None if name == "send" => {
            json!({ "ids": [format!("out-{}", body["op_id"].as_str().unwrap_or(""))] })
        }
        None => json!({}),
    };
    if answer == "hold" {
        inner.release.notified().await;
        return axum::Json(json!({})).into_response();
    }
    if !answer["held"].is_null() {
        inner.release.notified().await;
        return axum::Json(answer["held"].clone()).into_response();
    }
    if let Some(status) = answer["status"].as_u64() {
        let status = u16::try_from(status).ok().and_then(|s| StatusCode::from_u16(s).ok());
        return status.expect("a status").into_response();
    }
    axum::Json(answer).into_response()
}

async fn socket(
    State(inner): State<Arc<Inner>>,
    uri: Uri,
    headers: HeaderMap,
    ws: WebSocketUpgrade,
) -> Response {
    let sender = inner.lines.lock().expect("lines").clone().expect("listening");
    ws.on_upgrade(async move |socket| {
        let _the_story_may_be_over = sender.send(Line { uri: uri.to_string(), headers, socket });
    })
}

/// The token address: checks client, code, redirect and PKCE as RFC 7636 says.
async fn token(State(inner): State<Arc<Inner>>, body: Bytes) -> Response {
    use base64::Engine as _;
    use sha2::Digest as _;
    let form: HashMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    inner.seen.lock().expect("seen").push(("token".into(), json!(form), String::new()));
    let refuse = || {
        (StatusCode::BAD_REQUEST, axum::Json(json!({ "error": "invalid_grant" }))).into_response()
    };
    if form.get("client_id").is_none_or(|c| c != "desk")
        || form.get("client_secret").is_none_or(|c| c != "client-secret-value")
    {
        return refuse();
    }
    let next =
        inner.answers.lock().expect("answers").get_mut("token").and_then(VecDeque::pop_front);
    if let Some(answer) = next {
        return axum::Json(answer).into_response();
    }
    match form["grant_type"].as_str() {
        "authorization_code" => {
            let kept = inner.challenges.lock().expect("challenges").remove(&form["code"]);
            let Some((challenge, redirect)) = kept else { return refuse() };
            let digest = sha2::Sha256::digest(form["code_verifier"].as_bytes());
            let proof = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest);
            if proof != challenge || redirect != form["redirect_uri"] {
                return refuse();
            }
            axum::Json(json!({
                "access_token": "token-access-1", "refresh_token": "token-refresh-1",
                "expires_in": 3600, "scope": "read write", "page": "Shop",
            }))
            .into_response()
        }
        "refresh_token" if form["refresh_token"] == "token-refresh-1" => axum::Json(json!({
            "access_token": "token-access-2", "expires_in": 3600,
        }))
        .into_response(),
        _ => refuse(),
    }
}

/// A server with the whole guest connected, and its people.
pub struct Whole {
    pub desk: Desk,
    pub provider: Provider,
    pub admin: Agent,
    pub one: Agent,
    pub two: Agent,
    /// An admin of another client.
    pub outsider: Agent,
    pub channel: i64,
    hook: String,
    http: reqwest::Client,
    pub ground: Ground,
}

impl Whole {
    pub async fn open(ground: Ground, settings: Value) -> Self {
        Self::open_as(ground, settings, |manifest| manifest).await
    }

    /// The same with a changed manifest.
    pub async fn open_as(
        ground: Ground,
        settings: Value,
        change: impl FnOnce(String) -> String,
    ) -> Self {
        let provider = Provider::start().await;
        let mut files = patchbay_package::unpack(&guest("whole", "core/tests/guests/whole"))
            .expect("a package");
        let manifest = String::from_utf8(files["plugin.toml"].clone()).expect("text");
        let mut manifest = manifest.replace("http://127.0.0.1:1", &provider.url());
        if settings["socket"].is_null() {
            // Most stories are about something else than a connection.
            manifest = manifest.replace("\"socket\", ", "");
        }
        files.insert("plugin.toml".to_owned(), change(manifest).into_bytes());
        let folder = ground.data().join("plugins");
        std::fs::create_dir_all(&folder).expect("folder");
        let package = patchbay_package::write(&files).expect("packed");
        std::fs::write(folder.join("whole.pbp"), package).expect("written");
        for (client, username, kind) in [
            ("Acme", "admin", "admin"),
            ("Acme", "agent1", "agent"),
            ("Acme", "agent2", "agent"),
            ("Other Ltd", "outsider", "admin"),
        ] {
            Desk::user(&ground, client, username, kind);
        }
        let desk = Desk::start(&ground, &Self::start(&provider));
        let admin = desk.sign_in("admin", "admin").await;
        let one = desk.sign_in("agent1", "agent").await;
        let two = desk.sign_in("agent2", "agent").await;
        let outsider = desk.sign_in("outsider", "admin").await;
        let mut all = json!({ "base": provider.url(), "token": WHOLE_TOKEN });
        all.as_object_mut().expect("object").extend(settings.as_object().expect("object").clone());
        let body = json!({ "plugin": "whole", "name": "Whole", "settings": all });
        let channel = admin.post("/api/channels", &body).await.ok();
        let hook = channel["webhook_url"].as_str().expect("an address").to_owned();
        Self {
            desk,
            provider,
            admin,
            one,
            two,
            outsider,
            channel: channel["id"].as_i64().expect("an id"),
            hook,
            http: super::agent::http(),
            ground,
        }
    }

    fn start(provider: &Provider) -> Start {
        Start::default().set(
            "PATCHBAY_EGRESS_ALLOW_PRIVATE",
            crate::reach::plugins_reach(&provider.address.to_string()),
        )
    }

    /// SIGKILL, and a new life on the same data.
    pub async fn crash(&mut self) {
        self.desk.kill();
        self.desk = Desk::start(&self.ground, &Self::start(&self.provider));
        for agent in [&mut self.admin, &mut self.one, &mut self.two, &mut self.outsider] {
            agent.url = self.desk.url.clone();
        }
    }

    /// The provider calls the webhook with a script.
    pub async fn says(&self, script: Value) {
        let path = self.hook.split("/hooks/").nth(1).expect("a hook");
        let request = self.http.post(format!("{}/hooks/{path}", self.desk.url)).json(&script);
        let status =
            request.header("x-token", WHOLE_TOKEN).send().await.expect("answered").status();
        assert_eq!(status, 200, "{script}");
    }

    /// A customer writes; gives the ticket.
    pub async fn message(&self, id: &str, text: &str) -> i64 {
        self.says(
            json!({ "events": [{ "kind": "message", "id": id, "text": text, "name": "Mei" }] }),
        )
        .await;
        let list = self.admin.tickets().await;
        list.first().expect("a ticket")["id"].as_i64().expect("an id")
    }

    pub async fn account(&self) -> Value {
        self.admin.get(&format!("/api/channels/{}", self.channel)).await.ok()
    }

    /// Waits until the account has this state.
    pub async fn until_status(&self, status: &str) -> Value {
        super::eventually(&format!("the account becomes {status}"), || async {
            Some(self.account().await).filter(|a| a["state"]["status"] == status)
        })
        .await
    }

    pub async fn quarantine(&self) -> Vec<Value> {
        let kept = self.admin.get("/api/quarantine").await.ok();
        kept["data"].as_array().expect("a list").clone()
    }
}
