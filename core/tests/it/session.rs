//! What users do about their own sign-in: a second factor, sessions elsewhere, a new password.

use crate::harness::{Agent, Answer, Ground, PASSWORD, Start, World};
use hmac::{Hmac, Mac as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha1::Sha1;

on_both_engines!(
    a_second_factor_is_turned_on_used_and_turned_off,
    recovery_codes_work_once,
    codes_and_passwords_are_not_guessed,
    sessions_end_where_they_are_not_wanted,
    a_new_password_ends_the_other_sessions,
);

/// The code of an authenticator app: now, or some steps later.
fn code(secret: &str, steps: u64) -> String {
    let key = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).expect("base32");
    let seconds = patchbay::clock::Clock::system().now_ms().unsigned_abs() / 1000;
    let mut mac = <Hmac<Sha1> as hmac::Mac>::new_from_slice(&key).expect("any length");
    mac.update(&(seconds / 30 + steps).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let word = u32::from_be_bytes([digest[at], digest[at + 1], digest[at + 2], digest[at + 3]]);
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}

async fn try_in(world: &World, username: &str, password: &str, tfa: &str) -> Answer {
    let kind = if username.starts_with("agent") { "agent" } else { "admin" };
    let body = json!({ "client": username, "password": password, "type": kind, "tfa": tfa });
    Agent::nobody(&world.desk.url).post("/api/auth2", &body).await
}

fn own(password: &str) -> Value {
    json!({ "password": password })
}

/// Turns the second factor on and gives the secret and the recovery codes.
pub(crate) async fn enrol(who: &Agent) -> (String, Vec<String>) {
    let begun = who.post("/api/me/two-factor", &own(PASSWORD)).await.ok();
    let secret = begun["secret"].as_str().expect("a secret").to_owned();
    let confirm = json!({ "code": code(&secret, 0) });
    let made = who.post("/api/me/two-factor/confirm", &confirm).await.ok();
    let codes = made["recovery_codes"].as_array().expect("codes");
    (secret, codes.iter().map(|code| code.as_str().expect("text").to_owned()).collect())
}

async fn a_second_factor_is_turned_on_used_and_turned_off(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let one = &world.one;
    let off = json!({ "enabled": false, "recovery_codes_left": 0 });
    assert_eq!(one.get("/api/me/two-factor").await.ok(), off);
    let nothing = one.post("/api/me/two-factor/confirm", &json!({ "code": "123456" })).await;
    nothing.refused(409, "conflict");

    let wrong = one.post("/api/me/two-factor", &own("wrong")).await;
    assert_eq!(wrong.refused(422, "invalid"), "The password is wrong.");
    let first = one.post("/api/me/two-factor", &own(PASSWORD)).await.ok();
    // Beginning twice gives another secret, and only the newest can be confirmed.
    let begun = one.post("/me/two-factor", &own(PASSWORD)).await.ok();
    let (old, secret) = (first["secret"].as_str().unwrap(), begun["secret"].as_str().unwrap());
    assert_ne!(old, secret);
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/Patchbay:agent1?secret="));
    assert!(begun["qr"]["path"].as_str().unwrap().starts_with("M0 0h7v1h-7z"));
    assert_eq!(one.get("/api/me/two-factor").await.ok(), off, "not before it is confirmed");
    assert_eq!(try_in(&world, "agent1", PASSWORD, "").await.status, 200);
    let confirm = |code: String| async move {
        one.post("/api/me/two-factor/confirm", &json!({ "code": code })).await
    };
    assert_eq!(confirm(code(old, 0)).await.refused(422, "invalid"), "The code is wrong.");
    let used = code(secret, 0);
    let codes = confirm(used.clone()).await.ok();
    assert_eq!(codes["recovery_codes"].as_array().map(Vec::len), Some(10));
    confirm(used.clone()).await.refused(409, "conflict");
    one.post("/api/me/two-factor", &own(PASSWORD)).await.refused(409, "conflict");
    let on = json!({ "enabled": true, "recovery_codes_left": 10 });
    assert_eq!(one.get("/api/me/two-factor").await.ok(), on);
    assert_eq!(
        world.two.get("/api/me/two-factor").await.ok(),
        off,
        "a colleague's is a colleague's"
    );

    let asked = try_in(&world, "agent1", PASSWORD, "").await;
    assert_eq!(asked.refused(401, "unauthorized"), "2FA required.");
    assert_eq!(asked.body["description"], "2FA required.");
    let wrong_password = try_in(&world, "agent1", "wrong", &code(secret, 1)).await;
    assert_eq!(wrong_password.refused(401, "unauthorized"), "Username or password is wrong.");
    // The code that confirmed the secret signs nobody in, and one that signed in does it once.
    let replayed = try_in(&world, "agent1", PASSWORD, &used).await;
    assert_eq!(replayed.refused(401, "unauthorized"), "The two-factor code is wrong.");
    let next = code(secret, 1);
    assert_eq!(try_in(&world, "agent1", PASSWORD, &next).await.status, 200);
    let replayed = try_in(&world, "agent1", PASSWORD, &next).await;
    assert_eq!(replayed.refused(401, "unauthorized"), "The two-factor code is wrong.");

    let off_path = "/api/me/two-factor/off";
    one.post(off_path, &own("wrong")).await.refused(422, "invalid");
    one.post(off_path, &own(PASSWORD)).await.ok();
    one.post(off_path, &own(PASSWORD)).await.refused(409, "conflict");
    assert_eq!(try_in(&world, "agent1", PASSWORD, "").await.status, 200);
    assert_eq!(one.get("/api/me/two-factor").await.ok(), off);
    let nobody = Agent::nobody(&world.desk.url);
    nobody.post(off_path, &own(PASSWORD)).await.refused(401, "unauthorized");
}

async fn recovery_codes_work_once(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let renew = "/api/me/two-factor/recovery-codes";
    world.admin.post(renew, &own(PASSWORD)).await.refused(409, "conflict");
    let (_, codes) = enrol(&world.admin).await;
    let (_, theirs) = enrol(&world.outsider).await;

    let typed = codes[0].replace('-', " ").to_uppercase();
    assert_eq!(try_in(&world, "admin", PASSWORD, &typed).await.status, 200);
    let state = world.admin.get("/api/me/two-factor").await.ok();
    assert_eq!(state["recovery_codes_left"], 9);
    for refused in [&codes[0], &theirs[0]] {
        let answer = try_in(&world, "admin", PASSWORD, refused).await;
        assert_eq!(answer.refused(401, "unauthorized"), "The two-factor code is wrong.");
    }
    world.admin.post(renew, &own("wrong")).await.refused(422, "invalid");
    let renewed = world.admin.post(renew, &own(PASSWORD)).await.ok();
    let newest = renewed["recovery_codes"][9].as_str().expect("a code");
    let old = try_in(&world, "admin", PASSWORD, &codes[1]).await;
    assert_eq!(old.refused(401, "unauthorized"), "The two-factor code is wrong.");
    assert_eq!(try_in(&world, "admin", PASSWORD, newest).await.status, 200);
    // The other client's admin still has all of theirs.
    assert_eq!(world.outsider.get("/api/me/two-factor").await.ok()["recovery_codes_left"], 10);
}

async fn codes_and_passwords_are_not_guessed(ground: Ground) {
    let start = Start::default().set("PATCHBAY_AUTH_LOGIN_FAILURES_PER_USER", 4);
    let world = World::open(ground, start).await;
    let (secret, codes) = enrol(&world.one).await;
    for _ in 0..4 {
        let wrong = try_in(&world, "agent1", PASSWORD, "000000").await;
        assert_eq!(wrong.refused(401, "unauthorized"), "The two-factor code is wrong.");
    }
    for right in [&code(&secret, 1), &codes[0]] {
        try_in(&world, "agent1", PASSWORD, right).await.refused(429, "rate_limited");
    }
    // Typed differently the name has a count of its own; the codes' count is the user's.
    try_in(&world, "agent1@Acme", PASSWORD, &codes[0]).await.refused(429, "rate_limited");

    let begun = world.two.post("/api/me/two-factor", &own(PASSWORD)).await.ok();
    let confirm = |code: String| {
        let who = world.two.clone();
        async move { who.post("/api/me/two-factor/confirm", &json!({ "code": code })).await }
    };
    for _ in 0..4 {
        confirm("000000".into()).await.refused(422, "invalid");
    }
    let secret = begun["secret"].as_str().expect("a secret");
    confirm(code(secret, 0)).await.refused(429, "rate_limited");

    let change = json!({ "password": "wrong", "new_password": "another password" });
    for _ in 0..4 {
        world.admin.post("/api/me/password", &change).await.refused(422, "invalid");
    }
    let right = json!({ "password": PASSWORD, "new_password": "another password" });
    let limited = world.admin.post("/api/me/password", &right).await;
    limited.refused(429, "rate_limited");
    assert_eq!(
        try_in(&world, "admin", PASSWORD, "").await.status,
        200,
        "signing in is another count"
    );
}

async fn sessions_end_where_they_are_not_wanted(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let one = &world.one;
    let list = || async { one.get("/api/me/sessions").await.ok().as_array().unwrap().clone() };
    let alone = list().await;
    assert_eq!((alone.len(), &alone[0]["current"]), (1, &json!(true)));
    assert_eq!(alone[0]["address"], "127.0.0.1");
    assert!(alone[0]["last_seen_at"].as_i64() >= alone[0]["created_at"].as_i64());

    let other = world.desk.sign_in("agent1", "agent").await;
    let mut socket = other.live().await;
    let both = list().await;
    assert_eq!(both.len(), 2);
    let there = both.iter().find(|session| session["current"] == false).expect("the other one");
    let path = format!("/api/me/sessions/{}", there["id"]);
    let end = |who: &Agent, path: &str| {
        let (who, path) = (who.clone(), path.to_owned());
        async move { who.call(Method::DELETE, &path, None).await }
    };
    // A colleague's, another client's and an unknown one look alike.
    let unknown = end(&world.two, "/api/me/sessions/987650001").await;
    unknown.refused(404, "not_found");
    for stranger in [&world.two, &world.admin, &world.outsider] {
        assert_eq!(end(stranger, &path).await, unknown);
    }
    assert_eq!(end(one, "/api/me/sessions/x").await, unknown);
    end(&Agent::nobody(&world.desk.url), &path).await.refused(401, "unauthorized");
    other.get("/api/unread").await.ok();

    end(one, &path).await.ok();
    assert_eq!(socket.closed().await.1, 4401, "its socket closes");
    other.get("/api/unread").await.refused(401, "unauthorized");
    let check = other.post("/api/auth/check", &json!({ "refresh_token": other.cookie })).await;
    assert_eq!((check.status, &check.body["result"]), (401, &json!("failed")));
    assert_eq!(end(one, &path).await, unknown, "twice is like unknown");

    let (second, third) =
        (world.desk.sign_in("agent1", "agent").await, world.desk.sign_in("agent1", "agent").await);
    let (mut here, mut gone) = (one.live().await, third.live().await);
    let ended = one.post("/api/me/sessions/end-others", &json!({})).await.ok();
    assert_eq!(ended["ended"], 2);
    assert_eq!(gone.closed().await.1, 4401);
    second.get("/api/unread").await.refused(401, "unauthorized");
    here.call("tellOnline", json!({})).await.expect("the own socket stays");
    assert_eq!(list().await.len(), 1);
    let again = one.post("/api/me/sessions/end-others", &json!({})).await.ok();
    assert_eq!(again["ended"], 0);
    world.two.get("/api/unread").await.ok();
}

async fn a_new_password_ends_the_other_sessions(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let one = &world.one;
    let change = |password: &str, new: &str| {
        let body = json!({ "password": password, "new_password": new });
        async move { one.post("/api/me/password", &body).await }
    };
    for (password, new, field, text) in [
        ("wrong", "a new password", "password", "The password is wrong."),
        (PASSWORD, "short", "new_password", "A password has at least 8 characters."),
        (PASSWORD, PASSWORD, "new_password", "That is the password you have."),
    ] {
        let answer = change(password, new).await;
        answer.refused(422, "invalid");
        assert_eq!(answer.body["error"]["fields"][field], text);
    }
    let other = world.desk.sign_in("agent1", "agent").await;
    let mut socket = other.live().await;
    change(PASSWORD, "a new password").await.ok();
    assert_eq!(socket.closed().await.1, 4401);
    other.get("/api/unread").await.refused(401, "unauthorized");
    one.get("/api/unread").await.ok();
    assert_eq!(try_in(&world, "agent1", PASSWORD, "").await.status, 401);
    assert_eq!(try_in(&world, "agent1", "a new password", "").await.status, 200);
    change(PASSWORD, "a third password").await.refused(422, "invalid");
    assert_eq!(
        try_in(&world, "agent2", PASSWORD, "").await.status,
        200,
        "a colleague keeps theirs"
    );
    let noted = world.admin.get("/api/audit?action=password_changed").await.ok().to_string();
    assert!(noted.contains("agent1") && !noted.contains("a new password"), "{noted}");
    let log = world.desk.log();
    assert!(!log.contains("a new password"), "no password is in the log");
}
