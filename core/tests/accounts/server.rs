//! A server with two clients and a clock that the test moves, and what its answers hold.

use patchbay::{
    accounts::{self, Accounts, AccountsGround, CreateUser, Kind, create_user},
    clock::Clock,
    config::{Config, Flag, Sources},
    crypto::Keys,
    db::Db,
    http::{Front, Readiness, SocketShapes, assemble, openapi},
    ids::Ids,
    realtime::{Hub, HubOptions},
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use std::net::SocketAddr;
use tempfile::TempDir;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use utoipa_axum::router::OpenApiRouter;

/// Everybody's, except the other client's agent1.
pub const PASSWORD: &str = "patchbay-demo";

/// The running server.
pub struct Desk {
    pub url: String,
    pub clock: Clock,
    /// The two clients: their users are made in [`Desk::start`].
    pub acme: i64,
    pub other: i64,
    accounts: Accounts,
    db: Db,
    http: reqwest::Client,
    server: JoinHandle<()>,
    folder: std::sync::Arc<TempDir>,
    postgres: Option<String>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.server.abort();
        if let Some(name) = self.postgres.take() {
            // The runtime of the test may be ending; a thread of its own is sure to finish.
            let drop_it = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.expect("runtime").block_on(async {
                    let mut admin = admin_connection().await;
                    let sql = format!("drop database if exists {name} with (force)");
                    admin.execute(sqlx::AssertSqlSafe(sql)).await.expect("dropped");
                });
            });
            drop_it.join().expect("the database is dropped");
        }
    }
}

fn postgres_url() -> String {
    std::env::var("PATCHBAY_TEST_POSTGRES_URL").expect(
        "set PATCHBAY_TEST_POSTGRES_URL to a PostgreSQL where databases may be made, for example \
         postgres://postgres@127.0.0.1:5432/postgres",
    )
}

async fn admin_connection() -> sqlx::PgConnection {
    sqlx::PgConnection::connect(&postgres_url()).await.expect("PATCHBAY_TEST_POSTGRES_URL answers")
}

impl Desk {
    /// On a fresh SQLite file.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let url = format!("sqlite://{}", folder.path().join("patchbay.db").display());
        Self::start(folder, &url, None).await
    }

    /// On a fresh database of the PostgreSQL that the environment names.
    pub async fn postgres() -> Self {
        let name = format!("accounts_{}", Ids::system().token(12).to_lowercase().replace('-', "_"));
        let sql = format!("create database {name}");
        let mut admin = admin_connection().await;
        admin.execute(sqlx::AssertSqlSafe(sql)).await.expect("made");
        let mut url = url::Url::parse(&postgres_url()).expect("a URL");
        url.set_path(&name);
        let folder = tempfile::tempdir().expect("folder");
        Self::start(folder, url.as_str(), Some(name)).await
    }

    async fn start(folder: TempDir, database: &str, postgres: Option<String>) -> Self {
        let db = Db::open(database).await.expect("database");
        let clock = Clock::fake(1_760_000_000_000);
        let parts = (db, clock, std::sync::Arc::new(folder));
        let mut desk = Self::serve(parts, "").await;
        desk.postgres = postgres;
        desk.create("Acme", "admin", "Admin").await.expect("made");
        desk.acme = desk.create("Acme", "agent1", "Aisyah").await.expect("made");
        desk.create("Acme", "agent2", "Élodie 小明").await.expect("made");
        desk.other = desk.create("Other Ltd", "agent1", "").await.expect("made");
        desk.create("Other Ltd", "outsider", "").await.expect("made");
        desk
    }

    /// Another server on the same database, with another public address.
    pub async fn again(&self, public_url: &str) -> Self {
        let parts = (self.db.clone(), self.clock.clone(), self.folder.clone());
        Self::serve(parts, public_url).await
    }

    async fn serve(
        (db, clock, folder): (Db, Clock, std::sync::Arc<TempDir>),
        public_url: &str,
    ) -> Self {
        let sources = Sources {
            data: folder.path().to_owned(),
            flags: vec![Flag::new("--public-url", "server.public_url", public_url)],
            ..Sources::default()
        };
        let config = Config::load(&sources).expect("configuration");
        let ids = Ids::system();
        let stop = CancellationToken::new();
        let hub = Hub::new(db.clone(), "test".into(), HubOptions::default(), stop);
        let ground = AccountsGround {
            db: db.clone(),
            clock: clock.clone(),
            ids,
            keys: Keys::from_bytes([9; 32]),
            hub: Some(hub),
            network: None,
            egress: None,
            blobs: None,
            features: &[],
        };
        let accounts = Accounts::new(ground, &config, public_url);
        let api =
            OpenApiRouter::with_openapi(openapi::base()).merge(accounts::routes(accounts.clone()));
        let readiness = Readiness::new(db.clone());
        let router = assemble(
            Front { api, socket: SocketShapes::default(), other: axum::Router::new(), readiness },
            &config,
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let server = tokio::spawn(async move {
            let service = router.into_make_service_with_connect_info::<SocketAddr>();
            axum::serve(listener, service).await.expect("serves");
        });
        // A second test of the process finds it installed, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().expect("client");
        let (acme, other, postgres) = (0, 0, None);
        Self { url, clock, acme, other, accounts, db, http, server, folder, postgres }
    }

    /// Makes a user and gives its client's id. Users named admin are admins.
    pub async fn create(&self, client: &str, username: &str, name: &str) -> Result<i64, String> {
        let elsewhere = client == "Other Ltd" && username == "agent1";
        let new = CreateUser {
            client,
            username,
            name,
            kind: Kind::parse(username),
            password: if elsewhere { "another password" } else { PASSWORD },
        };
        create_user(&self.accounts, new).await.map(|made| made.client_id).map_err(|e| e.to_string())
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        Answer::read(request.send().await.expect("an answer")).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, &[], Some(body.clone())).await
    }

    pub async fn with_cookie(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        body: Option<Value>,
    ) -> Answer {
        let cookie = format!("display_name=1; auth={cookie}");
        self.send(method, path, &[("cookie", &cookie)], body).await
    }

    pub async fn sign_in(&self, username: &str, password: &str, kind: &str) -> Answer {
        let body = json!({"client": username, "password": password, "type": kind, "tfa": ""});
        self.post("/api/auth2", &body).await
    }

    /// Signs an agent in and gives the cookie's value.
    pub async fn signed_in(&self, username: &str) -> String {
        let answer = self.sign_in(username, PASSWORD, "agent").await;
        answer.cookie_value().unwrap_or_else(|| panic!("{username} cannot sign in: {answer:?}"))
    }

    pub async fn check(&self, cookie: &str) -> Answer {
        let body = json!({"_token": "-", "refresh_token": "-"});
        self.with_cookie(Method::POST, "/api/auth/check", cookie, Some(body)).await
    }

    pub async fn agents(&self, cookie: &str) -> Answer {
        self.with_cookie(Method::GET, "/api/agent/-", cookie, None).await
    }
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub json: Value,
    pub set_cookie: Option<String>,
    pub retry_after: Option<String>,
}

impl Answer {
    async fn read(response: reqwest::Response) -> Self {
        let header =
            |name: &str| response.headers().get(name).map(|v| v.to_str().expect("text").to_owned());
        let (set_cookie, retry_after) = (header("set-cookie"), header("retry-after"));
        let status = response.status();
        let body = response.text().await.expect("a body");
        let json = serde_json::from_str(&body).unwrap_or(Value::String(body));
        Self { status, json, set_cookie, retry_after }
    }

    pub fn text(&self, key: &str) -> &str {
        self.json[key].as_str().unwrap_or_else(|| panic!("{key} is no text: {self:?}"))
    }

    /// The value of a cookie that was set, not cleared.
    pub fn cookie_value(&self) -> Option<String> {
        let pair = self.set_cookie.as_deref()?.split(';').next()?;
        pair.strip_prefix("auth=").filter(|value| !value.is_empty()).map(str::to_owned)
    }

    pub fn clears_cookie(&self) -> bool {
        self.set_cookie
            .as_deref()
            .is_some_and(|c| c.starts_with("auth=; ") && c.contains("Max-Age=0"))
    }
}
