//! Web push, to a receiver that plays a browser with its push service: it holds the browser's keys.

use crate::harness::{Agent, Desk, Ground, Start, World, eventually};
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as B64};
use hmac::{Hmac, Mac as _};
use p256::{
    PublicKey, SecretKey,
    ecdsa::{Signature, VerifyingKey, signature::Verifier as _},
    elliptic_curve::{point::AffineCoordinates as _, sec1::ToEncodedPoint as _},
};
use parking_lot::Mutex;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use std::{collections::HashMap, sync::Arc, time::Duration};

on_both_engines!(a_browser_is_told, services_answers_are_minded);

type Got = Arc<Mutex<Vec<(String, HeaderMap, Vec<u8>)>>>;

/// The service: what it got, and what it answers by browser, the last answer for ever.
#[derive(Clone, Default)]
struct Service {
    got: Got,
    answers: Arc<Mutex<HashMap<String, Vec<u16>>>>,
    port: u16,
}

impl Service {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let this = Self { port, ..Self::default() };
        let router = Router::new().route("/{browser}", post(take)).with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        this
    }

    fn of(&self, browser: &str) -> Vec<(HeaderMap, Vec<u8>)> {
        let got = self.got.lock();
        got.iter().filter(|g| g.0 == browser).map(|g| (g.1.clone(), g.2.clone())).collect()
    }

    fn answers(&self, browser: &str, answers: &[u16]) {
        self.answers.lock().insert(browser.to_owned(), answers.to_vec());
    }

    fn url(&self, browser: &str) -> String {
        format!("http://127.0.0.1:{}/{browser}", self.port)
    }
}

async fn take(
    State(service): State<Service>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    service.got.lock().push((browser.clone(), headers, body.to_vec()));
    let mut answers = service.answers.lock();
    let list = answers.entry(browser).or_insert_with(|| vec![201]);
    let status = if list.len() > 1 { list.remove(0) } else { list[0] };
    StatusCode::from_u16(status).expect("a status")
}

/// A browser's own half.
struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(n: u8) -> Self {
        Self { secret: SecretKey::from_slice(&[n; 32]).expect("a key"), auth: [n; 16] }
    }

    fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_encoded_point(false).as_bytes().to_vec()
    }

    fn token(&self, endpoint: &str) -> String {
        let keys = json!({ "p256dh": B64.encode(self.public()), "auth": B64.encode(self.auth) });
        json!({ "endpoint": endpoint, "expirationTime": null, "keys": keys }).to_string()
    }

    /// Undoes RFC 8291.
    fn open(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "one record of 4096 bytes, a key of 65");
        let (theirs, sealed) = rest[5..].split_at(65);
        let point = PublicKey::from_sec1_bytes(theirs).expect("a point");
        let shared = (point.to_projective() * *self.secret.to_nonzero_scalar()).to_affine().x();
        let both = mac(&self.auth, &[shared.as_slice()]);
        let input = mac(&both, &[b"WebPush: info\0", &self.public(), theirs, &[1]]);
        let root = mac(salt, &[&input]);
        let key = mac(&root, &[b"Content-Encoding: aes128gcm\0", &[1]]);
        let nonce = mac(&root, &[b"Content-Encoding: nonce\0", &[1]]);
        let key = ring::aead::UnboundKey::new(&ring::aead::AES_128_GCM, &key[..16]).expect("key");
        let nonce = ring::aead::Nonce::try_assume_unique_for_key(&nonce[..12]).expect("nonce");
        let mut text = sealed.to_vec();
        let plain = ring::aead::LessSafeKey::new(key)
            .open_in_place(nonce, ring::aead::Aad::empty(), &mut text)
            .expect("it opens with the browser's keys");
        let (last, json) = plain.split_last().expect("not empty");
        assert_eq!(*last, 2, "the last record");
        serde_json::from_slice(json).expect("JSON")
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// The world, with push allowed to the service on loopback.
async fn world(ground: Ground, service: &Service) -> World {
    let mut world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    world.ticket_saying("Hello").await;
    world.desk.kill();
    let allowed = format!(
        "{},push/1=127.0.0.1:{port},push/2=127.0.0.1:{port}",
        crate::reach::plugins_reach(&world.simulator.address()),
        port = service.port
    );
    let start = Start::default().set("PATCHBAY_EGRESS_ALLOW_PRIVATE", allowed);
    world.desk = Desk::start(&world.ground, &start);
    for agent in [&mut world.admin, &mut world.one, &mut world.two, &mut world.outsider] {
        agent.url.clone_from(&world.desk.url);
    }
    world
}

async fn register(who: &Agent, token: &str) -> crate::harness::Answer {
    let body = json!({ "_token": who.token, "token": token, "type": "web", "domain": "desk.test" });
    Agent::nobody(&who.url).post("/api/fcm/token", &body).await
}

async fn assign(world: &World, names: &[&str]) {
    let tickets = world.admin.tickets().await;
    let path = format!("/api/tickets/{}/participants", tickets[0]["id"]);
    let body = json!({ "participants": names });
    world.admin.call(Method::PUT, &path, Some(&body)).await.ok();
}

async fn pushed(service: &Service, browser: &str, count: usize) -> Vec<(HeaderMap, Vec<u8>)> {
    let what = format!("{browser} gets {count}");
    eventually(&what, || async { Some(service.of(browser)).filter(|got| got.len() >= count) }).await
}

async fn a_browser_is_told(ground: Ground) {
    let service = Service::start().await;
    let world = world(ground, &service).await;
    let browser = Browser::new(7);
    let token = browser.token(&service.url("one"));
    let key = world.one.get("/api/fcm/key").await.ok()["key"].as_str().expect("a key").to_owned();
    assert_eq!(key, world.outsider.get("/api/fcm/key").await.ok()["key"], "one installation");

    Agent::nobody(&world.desk.url).get("/api/fcm/key").await.refused(401, "unauthorized");
    let body = json!({ "token": token, "type": "web", "domain": "x" });
    let nobody = Agent::nobody(&world.desk.url);
    nobody.post("/api/fcm/token", &body).await.refused(401, "unauthorized");
    // The session's token may as well stand in the header: `token` is not taken for it.
    world.one.post("/api/fcm/token", &body).await.ok();
    for bad in [json!({ "token": "x", "type": "web" }), json!({ "token": token, "type": "ios" })] {
        world.one.post("/api/fcm/token", &bad).await.refused(422, "invalid");
    }
    for _ in 0..2 {
        assert_eq!(register(&world.one, &token).await.ok(), json!({ "result": "success" }));
    }

    assign(&world, &["agent1"]).await;
    let (headers, body) = pushed(&service, "one", 1).await.remove(0);
    let told = browser.open(&body);
    assert_eq!((&told["type"], &told["subject"]), (&json!("assigned"), &json!("admin of Acme")));
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert_eq!(headers["ttl"], "86400");
    let authorization = headers["authorization"].to_str().expect("text");
    let (t, k) =
        authorization.strip_prefix("vapid t=").and_then(|a| a.split_once(", k=")).expect("two");
    assert_eq!(k, key, "it is signed with the key the browser was given");
    let (text, signature) = t.rsplit_once('.').expect("a signature");
    let point = PublicKey::from_sec1_bytes(&B64.decode(k).expect("base64url")).expect("a point");
    let signature = Signature::from_slice(&B64.decode(signature).expect("base64url")).expect("64");
    VerifyingKey::from(point).verify(text.as_bytes(), &signature).expect("signed");
    let part = |n: usize| -> Value {
        let part = text.split('.').nth(n).expect("a part");
        serde_json::from_slice(&B64.decode(part).expect("base64url")).expect("JSON")
    };
    assert_eq!(part(0), json!({ "typ": "JWT", "alg": "ES256" }));
    assert_eq!(part(1)["aud"], format!("http://127.0.0.1:{}", service.port));
    assert!(part(1)["sub"].as_str().is_some_and(|sub| sub.starts_with("mailto:")));
    assert!(part(1)["exp"].as_i64() > Some(1_700_000_000));

    // Nobody else's browser got it, and nobody else can end the registration.
    assert_eq!(service.got.lock().len(), 1);
    let remove = "/api/fcm/token/remove";
    let endpoint = json!({ "endpoint": service.url("one") });
    let unknown = world.one.post(remove, &json!({ "endpoint": "https://x" })).await;
    unknown.refused(404, "not_found");
    for other in [&world.two, &world.outsider] {
        assert_eq!(other.post(remove, &endpoint).await, unknown);
    }
    world.one.post(remove, &endpoint).await.ok();
    assert_eq!(world.one.post(remove, &endpoint).await, unknown, "twice");
    register(&world.one, &token).await.ok();

    // The browser is another user's now: only that user is told there.
    register(&world.two, &token).await.ok();
    assign(&world, &["agent2"]).await;
    let all = pushed(&service, "one", 2).await;
    assert_eq!(browser.open(&all[1].1)["type"], "assigned");

    // With the sign-in ends the subscription.
    world.two.call(Method::DELETE, "/api/user/signout", None).await.ok();
    assign(&world, &[]).await;
    eventually("agent2 would have been told", || async {
        let agent = Agent::sign_in(&world.desk.url, "agent2", "agent").await;
        let list = agent.get("/api/notification/get?type=system").await.ok();
        (list[0]["type"] == "removed").then_some(())
    })
    .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.of("one").len(), 2);
}

async fn services_answers_are_minded(ground: Ground) {
    let service = Service::start().await;
    let world = world(ground, &service).await;
    let (gone, busy) = (Browser::new(8), Browser::new(9));
    service.answers("gone", &[410]);
    service.answers("busy", &[503, 429, 201]);
    register(&world.one, &gone.token(&service.url("gone"))).await.ok();
    register(&world.one, &busy.token(&service.url("busy"))).await.ok();
    // Neither a private address nor plain HTTP is reached, though it may be registered.
    for endpoint in ["http://127.0.0.1:1/x", "https://127.0.0.1:1/x"] {
        register(&world.one, &gone.token(endpoint)).await.ok();
    }
    assign(&world, &["agent1"]).await;
    let tries = pushed(&service, "busy", 3).await;
    assert_eq!(busy.open(&tries[2].1), busy.open(&tries[0].1));
    assert_eq!(service.of("gone").len(), 1);
    let remove = "/api/fcm/token/remove";
    for endpoint in [&service.url("gone"), "http://127.0.0.1:1/x", "https://127.0.0.1:1/x"] {
        let answer = world.one.post(remove, &json!({ "endpoint": endpoint })).await;
        answer.refused(404, "not_found");
    }
    world.one.post(remove, &json!({ "endpoint": service.url("busy") })).await.ok();
}
