//! Signing in at an OpenID Connect provider that signs its tokens.

use crate::harness::{
    Agent, DESK, DESK_SECRET, Ground, PASSWORD, Provider, Start, World, http, now_s,
};
use reqwest::{Method, header};
use serde_json::{Value, json};

on_both_engines!(
    somebody_signs_in_at_the_provider,
    a_token_that_is_not_right_opens_nothing,
    what_was_begun_ends_once_and_in_one_browser,
    a_team_behind_one_address_signs_in,
    without_a_provider_there_is_nothing,
);

/// A browser: what it holds in cookies.
struct Browser {
    url: String,
    http: reqwest::Client,
    cookie: String,
}

impl Browser {
    fn new(world: &World) -> Self {
        Self { url: world.desk.url.clone(), http: http(), cookie: String::new() }
    }

    /// Begins, and gives the provider's page.
    async fn begin(&mut self) -> String {
        let request = self.http.post(format!("{}/api/oauth/start", self.url));
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        let set = response.headers()["set-cookie"].to_str().expect("text").to_owned();
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
        self.cookie = set.split(';').next().expect("a pair").to_owned();
        let body: Value = response.json().await.expect("JSON");
        body["url"].as_str().expect("an address").to_owned()
    }

    /// Comes back from the provider: where the desk sends it on to.
    async fn back(&self, state: &str, code: &str) -> String {
        let url = format!("{}/api/oauth/callback?state={state}&code={code}", self.url);
        let request = self.http.get(url).header(header::COOKIE, &self.cookie);
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 303);
        response.headers()["location"].to_str().expect("text").to_owned()
    }

    async fn verify(&self, token: &str) -> (u16, Value) {
        self.verify_with(token, "").await
    }

    async fn verify_with(&self, token: &str, tfa: &str) -> (u16, Value) {
        let request = self.http.post(format!("{}/api/oauth/verify", self.url));
        let request = request.header(header::COOKIE, &self.cookie);
        let response =
            request.json(&json!({ "token": token, "tfa": tfa })).send().await.expect("an answer");
        let status = response.status().as_u16();
        (status, response.json().await.expect("JSON"))
    }

    /// The whole way, with what the provider says of the person.
    async fn sign_in(&mut self, provider: &Provider, claims: Value) -> (u16, Value) {
        let page = self.begin().await;
        let (state, code) = provider.agree(&page, claims);
        let end = self.back(&state, &code).await;
        let token = end.strip_prefix("/#oauth=").unwrap_or_else(|| panic!("{end}"));
        self.verify(token).await
    }
}

async fn open(ground: Ground) -> (World, Provider) {
    open_with(ground, 60).await
}

async fn open_with(ground: Ground, attempts: i64) -> (World, Provider) {
    let provider = Provider::start().await;
    let start = Start::default()
        .set("PATCHBAY_OIDC_ISSUER", &provider.url)
        .set("PATCHBAY_OIDC_CLIENT_ID", DESK)
        .set("PATCHBAY_OIDC_CLIENT_SECRET", DESK_SECRET)
        .set("PATCHBAY_OIDC_NAME", "Example ID")
        .set("PATCHBAY_OIDC_CLIENT", "Acme")
        .set("PATCHBAY_AUTH_LOGIN_FAILURES_PER_ADDRESS", attempts)
        .set("PATCHBAY_EGRESS_ALLOW_PRIVATE", format!("sign-in={}", provider.address()));
    let world = World::open(ground, start).await;
    address(&world.one, "agent1@acme.example").await;
    (world, provider)
}

/// Somebody's mail address.
async fn address(who: &Agent, email: &str) {
    let profile = json!({ "email": email, "password": PASSWORD });
    who.call(Method::PATCH, "/api/me", Some(&profile)).await.ok();
}

fn person() -> Value {
    json!({ "sub": "person-1", "email": "Agent1@acme.example" })
}

async fn somebody_signs_in_at_the_provider(ground: Ground) {
    let (world, provider) = open(ground).await;
    let nobody = Agent::nobody(&world.desk.url);
    let offer = nobody.get("/api/oauth").await.ok();
    assert_eq!(offer, json!({ "open": true, "name": "Example ID" }));

    let mut browser = Browser::new(&world);
    let (status, answer) = browser.sign_in(&provider, person()).await;
    assert_eq!((status, &answer["result"]), (200, &json!("success")), "{answer}");
    let mut agent = nobody.clone();
    agent.token = answer["token"].as_str().expect("a token").to_owned();
    assert_eq!(agent.get("/api/me").await.ok()["username"], "agent1");
    let entries = world.admin.get("/api/audit?action=sign_in_linked").await.ok();
    assert_eq!(entries["data"][0]["subject"], "agent1", "{entries}");

    // From now on the provider's own name for the person counts, and no address any more.
    let moved = json!({ "sub": "person-1", "email": "elsewhere@acme.example" });
    let (status, _) = browser.sign_in(&provider, moved).await;
    assert_eq!(status, 200);
    // A key that the desk has not seen yet would be asked for, but not for every token.
    let entries = world.admin.get("/api/audit?action=sign_in_linked").await.ok();
    assert_eq!(entries["data"].as_array().map(Vec::len), Some(1));

    // Whom the provider does not vouch for, whom nobody knows, and whom two could be.
    for who in [
        json!({ "sub": "b", "email": "agent1@acme.example", "email_verified": false }),
        json!({ "sub": "c", "email": "nobody@acme.example" }),
        json!({ "sub": "d" }),
    ] {
        let (status, answer) = browser.sign_in(&provider, who).await;
        assert_eq!(status, 401, "{answer}");
    }
    // The address went to somebody else, whom the provider knows under another subject.
    let heir = json!({ "sub": "heir", "email": "agent1@acme.example" });
    let (status, answer) = browser.sign_in(&provider, heir).await;
    assert_eq!(status, 401, "{answer}");
    address(&world.two, "agent1@acme.example").await;
    let (status, _) =
        browser.sign_in(&provider, json!({ "sub": "e", "email": "agent1@acme.example" })).await;
    assert_eq!(status, 401);
    // An admin of another client has the address of nobody here.
    address(&world.outsider, "outsider@other.example").await;
    let (status, _) =
        browser.sign_in(&provider, json!({ "sub": "f", "email": "outsider@other.example" })).await;
    assert_eq!(status, 401);
    let log = world.desk.log();
    assert!(
        !log.contains(DESK_SECRET) && !log.contains("eyJ"),
        "neither secret nor token is logged"
    );
}

async fn a_token_that_is_not_right_opens_nothing(ground: Ground) {
    let (world, provider) = open(ground).await;
    let mut browser = Browser::new(&world);
    let stranger = Provider::start().await;
    stranger.change_key();
    let page: reqwest::Url = browser.begin().await.parse().expect("an address");
    let nonce = page.query_pairs().find(|(name, _)| name == "nonce").expect("a nonce").1;
    let good = |change: Value| {
        let mut claims = person();
        claims["nonce"] = json!(nonce);
        for (name, value) in change.as_object().expect("an object") {
            claims[name] = value.clone();
        }
        claims
    };
    let now = now_s();
    for bad in [
        json!({ "aud": "another-desk" }),
        json!({ "aud": [DESK, "another-desk"] }),
        json!({ "iss": "https://id.example.com" }),
        json!({ "iss": stranger.url }),
        json!({ "exp": now - 300 }),
        json!({ "iat": now + 300 }),
        json!({ "nbf": now + 300 }),
        json!({ "iat": now - 3_600 }),
        json!({ "nonce": "another" }),
        json!({ "nonce": "" }),
    ] {
        let (status, answer) = browser.verify(&provider.sign(&good(bad.clone()))).await;
        assert_eq!(status, 401, "{bad}: {answer}");
    }
    // Signed by somebody else, changed afterwards, signed with a secret or not at all, and no token.
    let whole = provider.sign(&good(json!({})));
    let parts: Vec<&str> = whole.split('.').collect();
    let part = |value: Value| {
        use base64::Engine as _;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string())
    };
    let none = part(json!({ "alg": "none" }));
    let shared = part(json!({ "alg": "HS256", "kid": "first" }));
    for token in [
        stranger.sign(&good(json!({ "iss": provider.url }))),
        format!("{}.{}.{}", parts[0], part(good(json!({ "sub": "x" }))), parts[2]),
        format!("{none}.{}.", parts[1]),
        format!("{shared}.{}.{}", parts[1], parts[2]),
        "no.token".to_owned(),
        String::new(),
    ] {
        let (status, answer) = browser.verify(&token).await;
        assert_eq!(status, 401, "{token}: {answer}");
    }
    // The clocks may be a little apart, and nothing that was refused has used the sign-in up.
    let skewed = good(json!({ "exp": now - 20, "iat": now + 20 }));
    let (status, answer) = browser.verify(&provider.sign(&skewed)).await;
    assert_eq!(status, 200, "{answer}");
}

async fn what_was_begun_ends_once_and_in_one_browser(ground: Ground) {
    let (world, provider) = open(ground).await;
    let mut browser = Browser::new(&world);
    let page = browser.begin().await;
    let (state, code) = provider.agree(&page, person());
    // Somebody else's browser, none at all, and a made up state.
    let mut other = Browser::new(&world);
    let mine = other.begin().await;
    assert!(other.back(&state, &code).await.starts_with("/#oauth_failed="));
    assert!(Browser::new(&world).back(&state, &code).await.starts_with("/#oauth_failed="));
    assert!(browser.back("made-up", &code).await.starts_with("/#oauth_failed="));
    let (own, wrong) = (provider.agree(&mine, person()).0, "code-unheard-of");
    assert!(other.back(&own, wrong).await.starts_with("/#oauth_failed="), "an unknown code");

    let end = browser.back(&state, &code).await;
    let token = end.strip_prefix("/#oauth=").expect("a token");
    assert!(browser.back(&state, &code).await.starts_with("/#oauth_failed="), "the code is used");
    assert_eq!(other.verify(token).await.0, 401, "in another browser");
    assert_eq!(Browser::new(&world).verify(token).await.0, 401, "without a cookie");
    assert_eq!(browser.verify(token).await.0, 200);
    assert_eq!(browser.verify(token).await.0, 401, "twice");

    // Who has a second factor here is asked for it, and brings the same token again.
    let (_, codes) = crate::session::enrol(&world.one).await;
    let page = browser.begin().await;
    let (state, code) = provider.agree(&page, person());
    let end = browser.back(&state, &code).await;
    let token = end.strip_prefix("/#oauth=").expect("a token");
    let (status, answer) = browser.verify(token).await;
    assert_eq!((status, answer["error"]["message"].as_str()), (401, Some("2FA required.")));
    assert_eq!(browser.verify_with(token, "000000").await.0, 401);
    assert_eq!(browser.verify_with(token, &codes[0]).await.0, 200);
    // A user who was disabled signs in nowhere.
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}/enabled", found["data"][0]["id"]);
    world.admin.call(Method::PUT, &path, Some(&json!({ "enabled": false }))).await.ok();
    let (status, answer) = browser.sign_in(&provider, person()).await;
    assert_eq!(status, 401);
    assert_ne!(answer["error"]["message"], "2FA required.");
    // Nor as a colleague who has the address now.
    address(&world.two, "agent1@acme.example").await;
    let (status, answer) = browser.sign_in(&provider, person()).await;
    assert_eq!(status, 401, "{answer}");
}

async fn a_team_behind_one_address_signs_in(ground: Ground) {
    let (world, provider) = open_with(ground, 3).await;
    for round in 0..5 {
        let (status, answer) = Browser::new(&world).sign_in(&provider, person()).await;
        assert_eq!(status, 200, "round {round}: {answer}");
    }
    let mut browser = Browser::new(&world);
    browser.begin().await;
    for status in [401, 401, 401, 429] {
        assert_eq!(browser.verify("no.token").await.0, status, "guesses are counted");
    }
}

async fn without_a_provider_there_is_nothing(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    assert_eq!(nobody.get("/api/oauth").await.ok(), json!({ "open": false, "name": "" }));
    nobody.post("/api/oauth/start", &json!({})).await.refused(403, "forbidden");
    nobody.post("/api/oauth/verify", &json!({ "token": "x" })).await.refused(403, "forbidden");
}
