//! The rooms of tickets and labels in this process, with a channel whose provider is the story.

use crate::harness::{Ground, PASSWORD};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::ConnectInfo,
    http::{Method, Request},
};
use futures_util::future::BoxFuture;
use patchbay::{
    accounts::{Accounts, AccountsGround, CreateUser, Kind, LoginRequest, create_user, login},
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::{Conn, Db, DbResult, Tx},
    execute, fetch_one,
    http::{Front, Readiness, SocketShapes, assemble, openapi},
    ids::Ids,
    jobs::{Handlers, Workers},
    labels::{self, Labels},
    tickets::{
        self, Carrier, Outgoing, OutgoingChange, SavedReplies, SendRules, Signer, Startable,
        TicketRow, Tickets, Viewer,
    },
};
use serde_json::{Value, json};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;
use utoipa_axum::router::OpenApiRouter;

/// Who works at the desk: two agents and an admin.
pub const PEOPLE: [&str; 3] = ["agent1", "agent2", "admin"];

pub struct TestDesk {
    pub db: Db,
    /// It stands still until the story moves it, so that most things happen in the same millisecond.
    pub clock: Clock,
    pub ids: Ids,
    pub client_id: i64,
    pub channel_id: i64,
    pub users: Vec<i64>,
    pub labels: Vec<i64>,
    pub departments: Vec<i64>,
    tokens: Vec<String>,
    router: Router,
    pub tickets: Tickets,
    pub ground: Ground,
}

/// Takes messages over like the real carrier, and brings them nowhere.
struct Outbox(Ids);

impl Carrier for Outbox {
    fn rules(&self, _: i64, _: i64) -> SendRules {
        SendRules { html: true, edit: true, delete: true, react: true, ..SendRules::default() }
    }

    fn account_name(&self, _: i64, _: i64) -> String {
        "Line".into()
    }

    fn identity_kind(&self, _: i64, _: i64) -> &'static str {
        "opaque"
    }

    fn startable(&self, _: i64) -> Vec<Startable> {
        vec![]
    }

    fn letters(&self, _: i64) -> Vec<(i64, String)> {
        vec![]
    }

    fn queued<'a>(&'a self, tx: &'a mut Tx, message: &'a Outgoing) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let op_id = self.0.token(20);
            execute!(
                tx,
                "insert into deliveries (client_id, channel_id, ticket_id, message_id, thread, state,
                                         op_id, next_at, created_at)
                 values ($1, $2, $3, $4, $5, 'queued', $6, $7, $7)
                 on conflict (message_id) do update set state = 'queued'",
                message.client_id,
                message.channel_id,
                message.ticket_id,
                message.message_id,
                message.thread.as_str(),
                op_id.as_str(),
                message.at_ms,
            )
            .map(drop)
        })
    }

    fn moved<'a>(&'a self, _: &'a mut Tx, _: i64, _: (i64, i64)) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async { Ok(()) })
    }

    fn changed<'a>(
        &'a self,
        tx: &'a mut Tx,
        change: &'a OutgoingChange,
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let op_id = self.0.token(20);
            execute!(
                tx,
                "insert into message_edits (client_id, channel_id, ticket_id, message_id, user_id,
                                            kind, body, earlier, state, op_id, next_at, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $10)",
                change.client_id,
                change.channel_id,
                change.ticket_id,
                change.message_id,
                change.user_id,
                change.kind.as_str(),
                change.body.as_deref(),
                change.earlier.as_str(),
                op_id.as_str(),
                change.at_ms,
            )
            .map(drop)
        })
    }
}

struct Unsigned;

impl Signer for Unsigned {
    fn signature<'a>(
        &'a self,
        _: &'a mut Conn,
        _: (i64, i64),
        _: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>> {
        Box::pin(async { Ok(None) })
    }
}

impl SavedReplies for Unsigned {
    fn filled<'a>(
        &'a self,
        _: &'a mut Conn,
        _: &'a Viewer,
        _: (&'a TicketRow, &'a str),
        _: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<String>>> {
        Box::pin(async { Ok(None) })
    }
}

impl TestDesk {
    pub async fn open(ground: Ground) -> Self {
        let data = ground.data();
        std::fs::create_dir_all(&data).expect("a folder");
        let config = Config::for_data(&data);
        let db = Db::open(&ground.url()).await.expect("a database");
        let (clock, ids) = (Clock::fake(1_790_000_000_000), Ids::system());
        let keys = Keys::from_bytes([7; 32]);
        let folder = BlobConfig::Folder(data.join("blobs"));
        let blobs = Blobs::open(&folder, clock.clone(), ids.clone()).expect("a blob store");
        let accounts = Accounts::new(
            AccountsGround {
                db: db.clone(),
                clock: clock.clone(),
                ids: ids.clone(),
                keys: keys.clone(),
                hub: None,
                network: None,
                egress: None,
                blobs: None,
                features: &[],
            },
            &config,
            "http://127.0.0.1",
        );
        let (mut users, mut tokens, mut client_id) = (vec![], vec![], 0);
        for username in PEOPLE {
            let kind = Kind::parse(username.trim_end_matches(char::is_numeric));
            let (client, name) = ("Acme", username);
            let new = CreateUser { client, username, name, kind, password: PASSWORD };
            let made = create_user(&accounts, new).await.expect("a user");
            let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
            let (tfa, user_agent) = ("", "story");
            let request =
                LoginRequest { username, password: PASSWORD, kind, tfa, address, user_agent };
            tokens.push(login(&accounts, request).await.expect("signed in").access);
            users.push(made.user_id);
            client_id = made.client_id;
        }
        let tickets = Tickets::new(tickets::Parts {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys,
            blobs,
            accounts: accounts.clone(),
            carrier: Arc::new(Outbox(ids.clone())),
            signer: Arc::new(Unsigned),
            saved_replies: Arc::new(Unsigned),
            upload_max: 1 << 20,
        });
        let room =
            Labels { db: db.clone(), clock: clock.clone(), accounts, tickets: tickets.clone() };
        let api = OpenApiRouter::with_openapi(openapi::base())
            .merge(tickets::routes(tickets.clone()))
            .merge(labels::routes(room));
        let readiness = Readiness::new(db.clone());
        let router = assemble(
            Front { api, socket: SocketShapes::default(), other: Router::new(), readiness },
            &config,
        );
        let (labels, departments, channel_id) = (vec![], vec![], 0);
        let mut place = Self {
            db,
            clock,
            ids,
            client_id,
            channel_id,
            users,
            labels,
            departments,
            tokens,
            router,
            tickets,
            ground,
        };
        place.furnish().await;
        place
    }

    async fn furnish(&mut self) {
        let names = ["Delivery", "Refund", "Praise"];
        let label = |name: &&str| json!({ "name": name, "color": "#112233", "level": 1, "sla": 0 });
        let list: Vec<Value> = names.iter().map(label).collect();
        let body = json!({ "labelArray": list });
        let (status, made) = self.call(2, Method::POST, "/api/label/update", Some(body)).await;
        assert_eq!(status, 200, "{made}");
        let made = made.as_array().expect("labels");
        self.labels = made.iter().map(|label| label["id"].as_i64().expect("an id")).collect();
        let mut tx = self.db.begin().await.expect("begun");
        for name in ["Sales", "Stock"] {
            let (id,) = fetch_one!(
                &mut tx,
                (i64,),
                "insert into departments (client_id, name, name_key, created_at)
                 values ($1, $2, $2, 0) returning id",
                self.client_id,
                name,
            )
            .expect("a department");
            self.departments.push(id);
        }
        let (id,) = fetch_one!(
            &mut tx,
            (i64,),
            "insert into channels (client_id, plugin, name, secrets, hook_key, page_key, status_at,
                                   created_at)
             values ($1, 'line', 'Line', $2, 'hook', 'page', 0, 0) returning id",
            self.client_id,
            Vec::<u8>::new(),
        )
        .expect("a channel");
        self.channel_id = id;
        tx.commit().await.expect("committed");
    }

    /// One of [`PEOPLE`] calls the API.
    pub async fn call(
        &self,
        who: usize,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {}", self.tokens[who]));
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let mut request = request.body(body).expect("a request");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 1 << 24).await.expect("a body");
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// Lets the workers do what is due until nothing is left.
    pub async fn work(&self) {
        let (tracker, stop) = (TaskTracker::new(), CancellationToken::new());
        let mut handlers = Handlers::default();
        tickets::job_handlers(&mut handlers, &self.tickets);
        let owner: Arc<str> = "story".into();
        let (db, clock, ids) = (self.db.clone(), self.clock.clone(), self.ids.clone());
        let workers = Workers::new(db, clock, ids, handlers, owner);
        workers.start(&tracker, &stop).await.expect("workers");
        let left = || async {
            let mut conn = self.db.read().await.expect("connection");
            fetch_one!(&mut conn, (i64,), "select count(*) from jobs where client_id <> 0")
                .expect("counted")
                .0
        };
        let until = Instant::now() + Duration::from_secs(180);
        while left().await > 0 {
            assert!(Instant::now() < until, "{} jobs are left", left().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.cancel();
        tracker.close();
        tracker.wait().await;
    }
}
