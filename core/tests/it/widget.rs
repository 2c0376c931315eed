//! The widget: a site's script, the frame that only named sites show, and who a site says its visitor is.

use crate::harness::{Agent, Ground, Start, Visitor, World};
use jsonwebtoken::{EncodingKey, Header, encode};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

on_both_engines!(
    a_widget_is_set_by_admins,
    a_site_gets_its_script_and_its_frame,
    a_frame_holds_its_visits_without_cookies,
    who_a_site_vouches_for_is_verified,
);

struct Page {
    id: i64,
    key: String,
}

impl Page {
    async fn open(world: &World) -> Self {
        let settings = json!({ "page_title": "Blue Lamps", "accent": "#336699" });
        let body = json!({ "plugin": "livechat", "name": "Website", "settings": settings });
        let channel = world.admin.post("/api/channels", &body).await.ok();
        let link = channel["public_link"].as_str().expect("an address");
        let key = link.rsplit('/').next().expect("a key").to_owned();
        Self { id: channel["id"].as_i64().expect("an id"), key }
    }

    fn path(&self) -> String {
        format!("/api/livechat/widgets/{}", self.id)
    }

    async fn set(&self, world: &World, draft: &Value) -> Value {
        world.admin.call(Method::PUT, &self.path(), Some(draft)).await.ok()
    }

    async fn secret(&self, world: &World) -> String {
        let made = world.admin.post(&format!("{}/secret", self.path()), &json!({})).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.body["secret"].as_str().expect("a secret").to_owned()
    }

    /// What a site's tag or frame gets.
    async fn load(&self, world: &World, suffix: &str) -> reqwest::Response {
        let nobody = Agent::nobody(&world.desk.url);
        let path = format!("/widget/{}{suffix}", self.key);
        nobody.request(Method::GET, &path).send().await.expect("an answer")
    }

    async fn link(&self, world: &World, with: &Value) -> crate::harness::Answer {
        let mut body = with.clone();
        body["key"] = self.key.as_str().into();
        Agent::nobody(&world.desk.url).post("/api/livechat/link", &body).await
    }
}

fn draft() -> Value {
    json!({
        "enabled": true, "sites": ["shop.example", "https://*.shop.example"], "position": "left",
        "texts": { "en": { "title": "Ask us </script>", "greeting": "Hello" }, "ms": { "title": "" } },
        "greeting": { "after_seconds": 20, "pages": ["/cart"] },
    })
}

async fn a_widget_is_set_by_admins(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = Page::open(&world).await;
    let widgets = world.admin.get("/api/livechat/widgets").await.ok();
    assert_eq!(
        (&widgets[0]["channel_id"], &widgets[0]["enabled"]),
        (&json!(page.id), &json!(false))
    );
    assert_eq!(
        (&widgets[0]["name"], &widgets[0]["page_accent"]),
        (&json!("Website"), &json!("#336699"))
    );
    assert_eq!(widgets[0]["page_title"], "Blue Lamps");
    let url = widgets[0]["script_url"].as_str().expect("an address");
    assert!(url.ends_with(&format!("/widget/{}.js", page.key)), "{url}");
    for _ in 0..2 {
        let kept = page.set(&world, &draft()).await;
        assert_eq!(kept["sites"], json!(["https://shop.example", "https://*.shop.example"]));
        assert!(kept["texts"].get("ms").is_none(), "what says nothing is not kept: {kept}");
    }
    let mut wrong = draft();
    wrong["sites"] = json!(["shop.example/cart", "*"]);
    wrong["accent"] = json!("teal");
    let refused = world.admin.call(Method::PUT, &page.path(), Some(&wrong)).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    for field in ["sites.0", "sites.1", "accent"] {
        assert!(refused.body["error"]["fields"][field].is_string(), "{field}: {refused:?}");
    }
    let secret = format!("{}/secret", page.path());
    for (who, code) in [(&world.one, 403), (&world.outsider, 404)] {
        assert_eq!(who.call(Method::PUT, &page.path(), Some(&draft())).await.status, code);
        assert_eq!(who.post(&secret, &json!({})).await.status, code);
    }
    assert_eq!(world.one.get("/api/livechat/widgets").await.status, 403);
    assert_eq!(world.outsider.get("/api/livechat/widgets").await.ok(), json!([]));
    for path in ["/api/livechat/widgets/999999", "/api/livechat/widgets/x"] {
        assert_eq!(world.admin.call(Method::PUT, path, Some(&draft())).await.status, 404, "{path}");
    }
    page.secret(&world).await;
    let again = page.set(&world, &draft()).await;
    assert_eq!(again["has_secret"], true, "what is set afterwards leaves the secret");
    let audit = world.admin.get("/api/audit").await.ok().to_string();
    assert!(audit.contains("livechat_widget_changed"), "{audit}");
    assert!(audit.contains("livechat_widget_secret_made"), "{audit}");
}

async fn a_site_gets_its_script_and_its_frame(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = Page::open(&world).await;
    let policy = |answer: &reqwest::Response| {
        answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned()
    };
    // Nobody has switched it on.
    assert_eq!(page.load(&world, ".js").await.status(), StatusCode::NOT_FOUND);
    let frame = page.load(&world, "").await;
    assert!(policy(&frame).contains("frame-ancestors 'none'"), "{}", policy(&frame));

    page.set(&world, &draft()).await;
    let script = page.load(&world, ".js").await;
    assert_eq!(script.status(), StatusCode::OK);
    assert_eq!(script.headers()["cross-origin-resource-policy"], "cross-origin");
    assert_eq!(script.headers()[header::CACHE_CONTROL], "public, max-age=300");
    let kind = script.headers()[header::CONTENT_TYPE].to_str().expect("text").to_owned();
    assert!(kind.starts_with("text/javascript"), "{kind}");
    let tag = script.headers()[header::ETAG].clone();
    let text = script.text().await.expect("text");
    let settings = format!("\"key\":\"{}\"", page.key);
    assert_eq!(text.matches(&settings).count(), 1, "{text}");
    assert!(text.contains("\"accent\":\"#336699\""), "the page's colour: {text}");
    assert!(!text.contains("__PATCHBAY_WIDGET__"), "{text}");
    let nobody = Agent::nobody(&world.desk.url);
    let again = nobody.request(Method::GET, &format!("/widget/{}.js", page.key));
    let again = again.header(header::IF_NONE_MATCH, tag).send().await.expect("an answer");
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);

    let frame = page.load(&world, "").await;
    let allowed = "frame-ancestors 'self' https://shop.example https://*.shop.example";
    assert!(policy(&frame).ends_with(allowed), "{}", policy(&frame));
    assert!(policy(&frame).contains("script-src 'self'"), "{}", policy(&frame));
    assert!(
        !frame.headers().contains_key(header::X_FRAME_OPTIONS),
        "the older header knows no list"
    );
    let links = nobody.request(Method::GET, "/register/livechat/x").header("accept", "text/html");
    let links = links.send().await.expect("an answer");
    assert!(policy(&links).ends_with("frame-ancestors 'self'"), "links are nobody's to frame");
    assert_eq!(links.headers()[header::X_FRAME_OPTIONS], "SAMEORIGIN");

    let mut off = draft();
    off["enabled"] = json!(false);
    page.set(&world, &off).await;
    assert_eq!(page.load(&world, ".js").await.status(), StatusCode::NOT_FOUND);
    for name in ["unknown", "unknown.js", ".js", "loader.js"] {
        let path = format!("/widget/{name}");
        let answer = nobody.request(Method::GET, &path).send().await.expect("an answer");
        let none = answer.status() == StatusCode::NOT_FOUND
            || policy(&answer).contains("frame-ancestors 'none'");
        assert!(none, "{name}: {answer:?}");
    }
}

async fn a_frame_holds_its_visits_without_cookies(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = Page::open(&world).await;
    page.set(&world, &draft()).await;
    let with = json!({
        "page_url": "https://shop.example/cart?coupon=secret#pay", "page_title": " The cart ",
    });
    let link = page.link(&world, &with).await.ok();
    let token = link["token"].as_str().expect("a token");
    let nobody = Agent::nobody(&world.desk.url);
    let info = async |secret: &str| {
        let body = json!({ "token": token, "framed": true, "secret": secret });
        let request = nobody.request(Method::POST, "/api/livechat/info").json(&body);
        let answer = request.send().await.expect("an answer");
        assert!(!answer.headers().contains_key(header::SET_COOKIE), "a frame has no cookie");
        answer.json::<Value>().await.expect("JSON")
    };
    let first = info("").await;
    let secret = first["secret"].as_str().expect("a secret of its own").to_owned();
    assert!(info(&secret).await.get("secret").is_none(), "it has one");
    let csrf = info(&secret).await["csrf"].clone();
    let socket = Visitor::connect(&nobody.url).await;
    let (cookie, csrf) = (String::new(), csrf.as_str().expect("a proof").to_owned());
    let http = Agent::nobody(&nobody.url);
    let _live = world.one.live().await;
    let mut mei = Visitor { http, token: token.to_owned(), csrf, cookie, socket };
    assert_eq!(mei.queue("Mei").await, 1);
    // Somebody else with the link, once the visitor waits.
    assert_eq!(info("").await["result"], "invalid");
    assert_eq!(info(&"x".repeat(40)).await["result"], "invalid");
    assert_eq!(info(&secret).await["result"], "success");

    let waiting = &world.one.get("/api/livechat/queue").await.ok()["queue"][0];
    assert_eq!(waiting["page_url"], "https://shop.example/cart", "queries may hold secrets");
    assert_eq!((&waiting["page_title"], &waiting["verified"]), (&json!("The cart"), &json!(false)));
    let session = format!("/api/session/info?session_id={}", waiting["session"]);
    assert_eq!(world.one.get(&session).await.ok()["page_title"], "The cart");
    for odd in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "x",
        "https://a:b@shop.example/",
        "https://evil.example/cart",
    ] {
        let link = page.link(&world, &json!({ "page_url": odd })).await.ok();
        let mut other = Visitor::open(
            Agent::nobody(&nobody.url),
            link["token"].as_str().expect("a token").into(),
        )
        .await;
        other.queue("Ravi").await;
        let queue = world.one.get("/api/livechat/queue").await.ok();
        let last = queue["queue"].as_array().expect("a list").last().expect("one").clone();
        assert_eq!(last["page_url"], "", "{odd}");
    }
}

fn signed(claims: &Value, secret: &str) -> Value {
    let key = EncodingKey::from_secret(secret.as_bytes());
    json!({ "identity": encode(&Header::default(), claims, &key).expect("signed") })
}

async fn who_a_site_vouches_for_is_verified(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = Page::open(&world).await;
    page.set(&world, &draft()).await;
    let soon = patchbay::clock::Clock::system().now_ms() / 1_000 + 600;
    let claims =
        json!({ "sub": "42", "name": "Mei Tan", "email": "mei@shop.example", "exp": soon });
    let none = page.link(&world, &signed(&claims, "guess")).await;
    assert!(none.body["error"]["fields"]["identity"].is_string(), "no secret yet: {none:?}");
    let secret = page.secret(&world).await;
    for (claims, key) in [
        (claims.clone(), "guess"),
        (json!({ "sub": "42", "exp": soon - 3_600 }), secret.as_str()),
        (json!({ "sub": "42" }), secret.as_str()),
        (json!({ "exp": soon }), secret.as_str()),
    ] {
        let refused = page.link(&world, &signed(&claims, key)).await;
        assert_eq!(refused.status, 422, "{claims} {refused:?}");
        assert!(refused.body["error"]["fields"]["identity"].is_string(), "{refused:?}");
    }
    let link = page.link(&world, &signed(&claims, &secret)).await.ok();
    let token = link["token"].as_str().expect("a token").to_owned();
    let mut live = world.one.live().await;
    let mut mei = Visitor::open(Agent::nobody(&world.desk.url), token).await;
    let identity = mei.info().await["identity"].clone();
    assert_eq!(identity, json!({ "name": "Mei Tan", "email": "mei@shop.example", "phone": "" }));
    let body = json!({ "token": mei.token, "framed": true });
    let taken = Agent::nobody(&world.desk.url).post("/api/livechat/info", &body).await.ok();
    assert_eq!(taken["result"], "invalid", "nobody else takes a person's visit over: {taken}");
    assert!(taken.get("identity").is_none(), "{taken}");
    // What the site vouches for is not the visitor's to write.
    mei.queue("The Director").await;
    let waiting = &world.one.get("/api/livechat/queue").await.ok()["queue"][0];
    assert_eq!((&waiting["name"], &waiting["verified"]), (&json!("Mei Tan"), &json!(true)));
    live.call("acceptLiveChat", json!({})).await.expect("taken");
    mei.socket.event("queueAccepted").await;
    let mut form = mei.form("Hello");
    form["email"] = json!("director@shop.example");
    mei.http.post("/api/livechat/register", &form).await.ok();
    let made = live.event("createTicket").await;
    assert_eq!(made["ticket"]["name"], "Mei Tan", "{made}");
    let shown = world.one.get("/api/contacts/list?keyword=director").await.ok().to_string();
    assert!(!shown.contains("director@shop.example"), "{shown}");

    // A new secret ends what was signed with the one before.
    let next = page.secret(&world).await;
    assert_eq!(page.link(&world, &signed(&claims, &secret)).await.status, 422);
    assert_eq!(page.link(&world, &signed(&claims, &next)).await.status, 200);
    // Another page's secret is another one.
    let other = Page::open(&world).await;
    other.secret(&world).await;
    assert_eq!(other.link(&world, &signed(&claims, &next)).await.status, 422);
}
