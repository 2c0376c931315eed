//! A forgotten password, by a link through a real mail server, and what users say of themselves.

use crate::{
    harness::{Agent, Answer, Ground, PASSWORD, Start, World, eventually, program},
    stack::Stack,
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

on_both_engines!(
    a_link_goes_by_mail_and_works_once,
    an_invitation_goes_by_mail_in_the_words_of_who_invites,
    without_a_mail_server_an_admin_has_to_help,
    strangers_sign_up_where_they_may,
    users_change_their_profile,
    photos_are_shown_to_whoever_has_their_address,
);

const NEW: &str = "a new password";

/// The links in a mailbox of the mail server, the oldest first.
fn links(stack: &Stack, user: &str) -> Vec<(String, String)> {
    let folder = stack.dir.join(format!("boxes/customer.test/{user}/mail/new"));
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        // Quoted-printable breaks long lines; nothing else of it is in these mails.
        let raw = std::fs::read_to_string(path).expect("a mail").replace('\r', "");
        let raw = raw.replace("=\n", "");
        let line = raw.lines().find(|line| line.contains("/password_reset#"));
        (line.expect("a link").trim().to_owned(), raw)
    };
    files.iter().map(read).collect()
}

async fn mailed(stack: &Stack, user: &str, count: usize) -> Vec<(String, String)> {
    eventually(&format!("{count} mails to {user}"), || async {
        Some(links(stack, user)).filter(|links| links.len() == count)
    })
    .await
}

fn after_hash(link: &str) -> String {
    link.split_once('#').expect("a hash sign").1.to_owned()
}

pub async fn set_email(who: &Agent, email: &str) -> Answer {
    let body = json!({ "email": email, "password": PASSWORD });
    who.call(Method::PATCH, "/api/me", Some(&body)).await
}

/// A desk that sends its own mails through this mail server.
pub async fn mailing(ground: Ground, stack: &Stack) -> World {
    let port = stack.base + 1;
    let start = Start::default()
        .set("PATCHBAY_EGRESS_ALLOW_PRIVATE", format!("operator-mail=127.0.0.1:{port}"))
        .set("PATCHBAY_MAIL_SMTP_HOST", "127.0.0.1")
        .set("PATCHBAY_MAIL_SMTP_PORT", port)
        .set("PATCHBAY_MAIL_SMTP_SECURITY", "none")
        .set("PATCHBAY_MAIL_SMTP_USER", "support@desk.test")
        .set("PATCHBAY_MAIL_SMTP_PASSWORD", "secret")
        .set("PATCHBAY_MAIL_FROM", "Acme Desk <support@desk.test>");
    World::open(ground, start).await
}

async fn an_invitation_goes_by_mail_in_the_words_of_who_invites(ground: Ground) {
    let stack = Stack::start();
    let world = mailing(ground, &stack).await;
    let admin = &world.admin;
    let mei = json!({ "username": "mei", "name": "Mei", "email": "bob@customer.test" });
    let mei = admin.post("/api/users", &mei).await.ok();
    let path = format!("/api/users/{}/invitation", mei["id"]);
    let sent = admin.post(&path, &json!({})).await;
    assert_eq!((sent.status, &sent.body["email"]), (202, &json!("bob@customer.test")), "{sent:?}");
    let mails = mailed(&stack, "bob", 1).await;
    let (link, raw) = &mails[0];
    let name = admin.get("/api/me").await.ok()["name"].clone();
    let subject = format!("Subject: {} invites you to Patchbay", name.as_str().expect("a name"));
    assert!(raw.contains(&subject) && raw.contains("Your username is mei."), "{raw}");
    assert!(!sent.body.to_string().contains(&after_hash(link)), "whoever invites does not get it");
    let nobody = Agent::nobody(&world.desk.url);
    let body = json!({ "link": after_hash(link), "password": NEW });
    nobody.post("/api/password_reset/finish", &body).await.ok();
    let body = json!({ "client": "mei", "password": NEW, "type": "agent" });
    nobody.post("/api/auth2", &body).await.ok();
    let told = admin.get("/api/audit?action=user_invited").await.ok();
    assert_eq!(told["data"][0]["subject"], "mei", "{told}");

    for _ in 0..4 {
        admin.post(&path, &json!({})).await.ok();
    }
    admin.post(&path, &json!({})).await.refused(429, "rate_limited");
    let nowhere = admin.post("/api/users", &json!({ "username": "nowhere" })).await.ok();
    let nowhere = admin.post(&format!("/api/users/{}/invitation", nowhere["id"]), &json!({})).await;
    nowhere.refused(422, "invalid");
    assert!(nowhere.body["error"]["fields"]["email"].is_string(), "{nowhere:?}");
    world.one.post(&path, &json!({})).await.refused(403, "forbidden");
    let unknown = admin.post("/api/users/987650001/invitation", &json!({})).await;
    assert_eq!(world.outsider.post(&path, &json!({})).await, unknown);
    unknown.refused(404, "not_found");
}

async fn a_link_goes_by_mail_and_works_once(ground: Ground) {
    let stack = Stack::start();
    let world = mailing(ground, &stack).await;
    let nobody = Agent::nobody(&world.desk.url);
    assert_eq!(nobody.get("/api/password_reset").await.ok(), json!({ "available": true }));
    set_email(&world.one, "Ann@customer.test").await.ok();
    // A user of another client has the same address, which is theirs to have.
    set_email(&world.outsider, "ann@customer.test").await.ok();
    let ask = |email: &str| {
        let (nobody, body) = (nobody.clone(), json!({ "email": email }));
        async move { nobody.post("/api/password_reset", &body).await }
    };
    ask("ann").await.refused(422, "invalid");
    let unknown = ask("bob@customer.test").await;
    assert_eq!(unknown.body, json!({ "result": "success" }));
    assert_eq!(ask("ann@customer.test ").await, unknown, "a known address is answered the same");
    let first = mailed(&stack, "ann", 2).await;
    assert_eq!(ask("ann@customer.test").await, unknown);
    let mails = mailed(&stack, "ann", 4).await;
    assert!(links(&stack, "bob").is_empty());

    let raw = &mails[0].1;
    for line in ["Acme Desk", "<support@desk.test>", "Subject: A new password for Patchbay"] {
        assert!(raw.contains(line), "{line} in {raw}");
    }
    assert!(mails[0].0.starts_with(&format!("{}/password_reset#", world.desk.url)), "{raw}");
    let check = |link: &str| {
        let (nobody, body) = (nobody.clone(), json!({ "link": link }));
        async move { nobody.post("/api/password_reset/check", &body).await }
    };
    let finish = |link: &str, password: &str| {
        let (nobody, body) = (nobody.clone(), json!({ "link": link, "password": password }));
        async move { nobody.post("/api/password_reset/finish", &body).await }
    };
    let mut own = vec![];
    for (link, _) in &mails {
        let link = after_hash(link);
        let username = check(&link).await.ok()["username"].clone();
        if username == "agent1" {
            own.push(link);
        } else {
            assert_eq!(username, "outsider");
        }
    }
    assert_eq!((own.len(), first.len()), (2, 2), "each user has a link for each time");

    // Unknown, forged, another's number under this signature: all look alike.
    let dead = check("987650001.987650002.x").await;
    dead.refused(404, "not_found");
    let (head, signature) = own[0].rsplit_once('.').expect("a signature");
    let other = own[1].rsplit_once('.').expect("a signature").0;
    for forged in
        ["", "x", head, &format!("{head}.{}", &signature[1..]), &format!("{other}.{signature}")]
    {
        assert_eq!(check(forged).await, dead, "{forged}");
        assert_eq!(finish(forged, NEW).await, dead, "{forged}");
    }
    finish(&own[0], "short").await.refused(422, "invalid");

    let mut socket = world.one.live().await;
    finish(&own[0], NEW).await.ok();
    assert_eq!(socket.closed().await.1, 4401);
    world.one.get("/api/me").await.refused(401, "unauthorized");
    assert_eq!(finish(&own[0], NEW).await, dead, "twice");
    assert_eq!(finish(&own[1], NEW).await, dead, "the other link was for the old password");
    let sign_in = |password: &str| {
        let body = json!({ "client": "agent1", "password": password, "type": "agent" });
        let nobody = nobody.clone();
        async move { nobody.post("/api/auth2", &body).await.status }
    };
    assert_eq!((sign_in(PASSWORD).await, sign_in(NEW).await), (401, 200));
    world.outsider.get("/api/me").await.ok();

    for _ in 0..3 {
        assert_eq!(ask("ann@customer.test").await, unknown);
    }
    ask("ann@customer.test").await.refused(429, "rate_limited");
    let log = world.desk.log();
    assert!(!log.contains(signature) && !log.contains("ann@customer.test"), "nor in the log");
}

async fn without_a_mail_server_an_admin_has_to_help(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    assert_eq!(nobody.get("/api/password_reset").await.ok(), json!({ "available": false }));
    let body = json!({ "email": "ann@customer.test" });
    let refused = nobody.post("/api/password_reset", &body).await;
    assert_eq!(
        refused.refused(409, "conflict"),
        "This desk sends no mail. Ask an admin of your team for a new password."
    );
}

async fn strangers_sign_up_where_they_may(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    assert_eq!(nobody.get("/api/signup").await.ok(), json!({ "open": true, "begun": true }));
    let good = json!({
        "client": "New Shop", "username": "admin", "email": "ann@customer.test", "password": NEW,
    });
    let sign_up = |change: Value| {
        let (nobody, mut body) = (nobody.clone(), good.clone());
        for (key, value) in change.as_object().expect("an object") {
            body[key] = value.clone();
        }
        async move { nobody.post("/api/signup", &body).await }
    };
    for (change, field) in [
        (json!({ "client": "" }), "client"),
        (json!({ "client": "acme " }), "client"),
        (json!({ "username": "two words" }), "username"),
        (json!({ "email": "ann" }), "email"),
        (json!({ "password": "short" }), "password"),
    ] {
        let answer = sign_up(change.clone()).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{change}: {answer:?}");
    }
    sign_up(json!({})).await.ok();
    sign_up(json!({})).await.refused(422, "invalid");
    let body = json!({ "client": "admin@New Shop", "password": NEW, "type": "admin" });
    let token = nobody.post("/api/auth2", &body).await.ok()["token"].clone();
    let mut shop = nobody.clone();
    shop.token = token.as_str().expect("a token").to_owned();
    let check = shop.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!((&check["plan"], &check["type"]), (&json!(0), &json!("admin")));
    assert_eq!(check["settings"][0]["account_type"], 0);
    let ends_at = check["plan_ends_at"].as_i64().expect("a trial ends");
    let days = (ends_at - patchbay::clock::Clock::system().now_ms()) as f64 / 86_400_000.0;
    assert!((13.9..=14.0).contains(&days), "{days}");
    assert_eq!(check["plan_ended"], false);
    a_plan_ends(&world, &shop).await;
    features_are_chosen(&world, &shop).await;
    assert_eq!(shop.get("/api/agent/-").await.ok().as_array().map(Vec::len), Some(1), "its own");
    // The count is of tries that could have made one: three were used above.
    for n in 0..7 {
        sign_up(json!({ "client": format!("Shop {n}") })).await.ok();
    }
    sign_up(json!({ "client": "Shop 8" })).await.refused(429, "rate_limited");

    let closed = Start::default().set("PATCHBAY_AUTH_SIGNUP", false);
    let closed = World::open(Ground::sqlite(), closed).await;
    let nobody = Agent::nobody(&closed.desk.url);
    assert_eq!(nobody.get("/api/signup").await.ok(), json!({ "open": false, "begun": true }));
    nobody.post("/api/signup", &good).await.refused(403, "forbidden");
}

/// A plan ends with the last of its days, and is told to who is signed in.
async fn a_plan_ends(world: &World, shop: &Agent) {
    let choose = |until: &'static str| {
        let mut command = program(&[], &world.ground.data(), world.ground.database());
        command.args(["client", "plan", "--client", "New Shop", "basic", "--until", until]);
        command.output().expect("it runs")
    };
    for (until, ended) in [("2020-02-29", true), ("9998-12-31", false)] {
        let told = choose(until);
        assert!(told.status.success(), "{told:?}");
        let check = shop.post("/api/auth/check", &json!({})).await.ok();
        assert_eq!((&check["plan"], &check["plan_ended"]), (&json!(2), &json!(ended)), "{until}");
    }
    let before = shop.post("/api/auth/check", &json!({})).await.ok()["plan_ends_at"].clone();
    for wrong in ["2026-02-30", "tomorrow", "9999-12-31"] {
        let told = choose(wrong);
        assert!(!told.status.success(), "{told:?}");
        let said = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(said.contains(wrong), "{said}");
    }
    let check = shop.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!(check["plan_ends_at"], before);
}

/// What a client has of the product is chosen by its names, each once, or is all of it.
async fn features_are_chosen(world: &World, shop: &Agent) {
    let choose = |names: &[&str]| {
        let mut command = program(&[], &world.ground.data(), world.ground.database());
        command.args(["client", "features", "--client", "New Shop"]).args(names);
        command.output().expect("it runs")
    };
    let had =
        || async { shop.post("/api/auth/check", &json!({})).await.ok()["productDetails"].clone() };
    let all = had().await;
    assert!(all.as_array().is_some_and(|list| list.contains(&json!("livechat"))), "{all}");
    assert!(choose(&["tickets", "contacts", "tickets"]).status.success());
    assert_eq!(had().await, json!(["contacts", "tickets"]));
    for (wrong, named) in [(&["tickets", "chess"][..], "chess"), (&[], "FEATURES")] {
        let told = choose(wrong);
        assert!(!told.status.success(), "{told:?}");
        let said = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(said.contains(named), "{said}");
    }
    assert_eq!(had().await, json!(["contacts", "tickets"]));
    assert!(choose(&["--all"]).status.success());
    assert_eq!(had().await, all);
    let log = shop.get("/api/audit?action=features_chosen").await.ok();
    assert_eq!(log["data"].as_array().map(Vec::len), Some(2), "{log}");
}

async fn users_change_their_profile(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let one = &world.one;
    let change = |body: Value| async move { one.call(Method::PATCH, "/api/me", Some(&body)).await };
    let before = one.get("/api/me").await.ok();
    assert_eq!(
        before,
        json!({ "username": "agent1", "name": "agent1 of Acme", "photo": "", "email": "",
            "timezone": "", "language": "" })
    );
    for (body, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "email": "nobody" }), "email"),
        (json!({ "email": "a@b.example" }), "password"),
        (json!({ "email": "a@b.example", "password": "wrong" }), "password"),
        (json!({ "timezone": "<b>" }), "timezone"),
        (json!({ "language": "tlh" }), "language"),
    ] {
        let answer = change(body.clone()).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{body}: {answer:?}");
    }
    assert_eq!(one.get("/api/me").await.ok(), before);

    let after =
        change(json!({ "name": "Aisyah", "timezone": "Asia/Tokyo", "language": "ms" })).await;
    assert_eq!(after.clone().ok()["name"], "Aisyah");
    assert_eq!(change(json!({})).await, after, "nothing named, nothing changed");
    let with_mail = set_email(one, "a@b.example").await;
    assert_eq!(set_email(one, "a@b.example").await, with_mail);
    let check = one.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!(
        (&check["name"], &check["timezone"], &check["language"]),
        (&json!("Aisyah"), &json!("Asia/Tokyo"), &json!("ms"))
    );
    let colleague = world.two.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!((&colleague["timezone"], &colleague["language"]), (&json!("UTC"), &json!("")));
    let card = world.two.get("/api/user/profile2/info?username=agent1").await.ok();
    assert_eq!(card, json!({ "username": "agent1", "name": "Aisyah", "photo": "" }));
    Agent::nobody(&world.desk.url).get("/api/me").await.refused(401, "unauthorized");
}

async fn photos_are_shown_to_whoever_has_their_address(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    let mut hearing = world.two.live().await;
    let png = b"\x89PNG\r\n\x1a\nand so on".to_vec();
    let send = |bytes: Vec<u8>, field: &'static str| {
        let form = Form::new().part(field, Part::bytes(bytes).file_name("me.svg"));
        let one = world.one.clone();
        async move { one.multipart("/api/me/photo", form).await }
    };
    let set = send(png.clone(), "photo").await.ok();
    let address = set["photo"].as_str().expect("an address").to_owned();
    assert!(address.starts_with("/api/photos/"), "{address}");
    assert_eq!(hearing.event("usersChanged").await["username"], "agent1");
    assert_eq!(nobody.bytes(&address).await, png);
    let shown = nobody.request(Method::GET, &address).send().await.expect("an answer");
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert_eq!(shown.headers()["x-content-type-options"], "nosniff");
    let check = world.one.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!(check["photo"], address);

    send(b"<svg onload=alert(1)>".to_vec(), "photo").await.refused(422, "invalid");
    send(png.clone(), "picture").await.refused(422, "invalid");
    let mut large = png.clone();
    large.resize((1 << 20) + 1, 0);
    send(large, "photo").await.refused(413, "too_large");
    assert_eq!(world.one.get("/api/me").await.ok()["photo"], address, "the old one stays");

    let unknown = nobody.get("/api/photos/unheard-of").await;
    unknown.refused(404, "not_found");
    let again = send(png, "photo").await.ok();
    assert_ne!(again["photo"], address, "another photo has another address");
    assert_eq!(nobody.get(&address).await, unknown);
    assert_eq!(hearing.event("usersChanged").await["username"], "agent1");
    for _ in 0..2 {
        let dropped = world.one.call(Method::DELETE, "/api/me/photo", None).await.ok();
        assert_eq!(dropped["photo"], "");
        assert_eq!(hearing.event("usersChanged").await["username"], "agent1");
    }
    assert_eq!(nobody.get(again["photo"].as_str().expect("an address")).await, unknown);
    assert_eq!(nobody.get("/api/photos/%20").await, unknown);
    let form = Form::new().part("photo", Part::bytes(vec![1]));
    nobody.multipart("/api/me/photo", form).await.refused(401, "unauthorized");
}
