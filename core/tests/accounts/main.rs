//! Signing in, staying signed in and signing out, over real HTTP and on both engines.

mod server;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Answer, Desk, PASSWORD};

/// Runs each story once with SQLite and once with PostgreSQL.
macro_rules! on_both_engines {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $story() {
                super::$story(super::Desk::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $story() {
                super::$story(super::Desk::postgres().await).await;
            })*
        }
    };
}

on_both_engines![
    a_sign_in_opens_a_session,
    refusals_do_not_tell_why,
    empty_fields_are_named,
    guesses_are_limited,
    a_burst_of_guesses_is_limited_too,
    a_limit_ends_with_its_window,
    both_tokens_rotate,
    tabs_may_renew_at_the_same_moment,
    a_copied_refresh_token_ends_the_session,
    access_tokens_expire_and_are_renewed,
    an_unused_session_expires,
    signing_out_ends_the_session,
    tenants_do_not_see_each_other,
    a_shared_username_is_decided_by_the_password,
    cookies_have_their_attributes,
    other_sites_cannot_use_the_cookie,
    tokens_work_wherever_they_are,
    colleagues_are_found,
    usernames_are_unique_in_a_client,
];

async fn a_sign_in_opens_a_session(desk: Desk) {
    let answer = desk.sign_in("agent1", PASSWORD, "agent").await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert_eq!(answer.json["result"], "success");
    let cookie = answer.cookie_value().expect("a cookie");
    let both = format!("{}~{}", answer.text("token"), answer.text("refresh_token"));
    assert_eq!(cookie, both);

    let body = json!({"_token": "-", "refresh_token": "-"});
    let check = desk.with_cookie(Method::POST, "/api/auth/check", &cookie, Some(body)).await;
    assert_eq!(check.status, StatusCode::OK, "{check:?}");
    for key in [
        "result",
        "token",
        "refresh_token",
        "photo",
        "adminName",
        "adminUsername",
        "rank",
        "permission",
        "plan",
        "settings",
        "timezone",
        "turn",
        "priority",
        "sipIp",
        "sipPort",
        "api_key",
        "event_id",
        "contacts_param",
        "contacts_param2",
        "version",
        "sip",
        "productDetails",
        "acw_seconds",
        "call_prefix",
        "name",
        "username",
        "client",
        "type",
        "adminUrl",
        "user_id",
    ] {
        assert!(!check.json[key].is_null(), "{key} is missing");
    }
    let expected = json!({
        "username": "agent1", "name": "Aisyah", "type": "agent", "client": desk.acme,
        "adminUsername": "admin", "adminName": "Admin", "plan": 4, "acw_seconds": 30,
        "permission": [], "timezone": "UTC",
    });
    for (key, value) in expected.as_object().expect("object") {
        assert_eq!(&check.json[key], value, "{key}");
    }
    assert_eq!(check.json["settings"][0]["account_type"], check.json["plan"]);
    assert_eq!(check.json["settings"][0]["popup_on_call"], 1);
    assert_eq!(check.json["settings"][0]["last_account_status"], "ONLINE");
    assert_eq!(check.json["version"]["description"], env!("CARGO_PKG_VERSION"));
    assert!(check.json["version"]["id"].is_u64());

    let admin = desk.sign_in("ADMIN", PASSWORD, "admin").await;
    assert_eq!(admin.status, StatusCode::OK, "case does not count: {admin:?}");
}

async fn refusals_do_not_tell_why(desk: Desk) {
    let wrong = desk.sign_in("agent1", "wrong password", "agent").await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert_eq!(wrong.json["result"], "failed");
    assert_eq!(wrong.json["error"]["code"], "unauthorized");
    assert!(!wrong.text("description").is_empty());
    assert_eq!(wrong.set_cookie, None);
    for (username, password, kind) in [
        ("nobody", PASSWORD, "agent"),
        ("agent1", PASSWORD, "admin"),
        ("admin", PASSWORD, "agent"),
        ("agent1@nowhere", PASSWORD, "agent"),
        ("agent1", &"x".repeat(5000), "agent"),
    ] {
        let answer = desk.sign_in(username, password, kind).await;
        assert_eq!((answer.status, &answer.json), (wrong.status, &wrong.json), "{username} {kind}");
    }
}

async fn empty_fields_are_named(desk: Desk) {
    let no_name = desk.sign_in(" ", PASSWORD, "agent").await;
    assert_eq!(no_name.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(no_name.json["error"]["fields"]["client"], "Username is required.");
    let no_password = desk.sign_in("agent1", "", "agent").await;
    assert_eq!(no_password.json["description"], "Password is required.");
}

async fn guesses_are_limited(desk: Desk) {
    for _ in 0..10 {
        assert_eq!(desk.sign_in("agent1", "wrong", "agent").await.status, StatusCode::UNAUTHORIZED);
    }
    let limited = desk.sign_in("agent1", PASSWORD, "agent").await;
    assert_eq!(limited.status, StatusCode::TOO_MANY_REQUESTS, "even with the right password");
    assert_eq!(limited.json["error"]["code"], "rate_limited");
    let wait: i64 = limited.retry_after.expect("Retry-After").parse().expect("seconds");
    assert!((1..=15 * 60 + 1).contains(&wait), "{wait}");
    assert_eq!(
        desk.sign_in("Agent1 ", PASSWORD, "agent").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    assert_eq!(
        desk.sign_in("agent2", PASSWORD, "agent").await.status,
        StatusCode::OK,
        "others may"
    );
}

async fn a_burst_of_guesses_is_limited_too(desk: Desk) {
    let guesses = (0..30).map(|_| desk.sign_in("agent1", "wrong", "agent"));
    let answers = futures_util::future::join_all(guesses).await;
    let compared = answers.iter().filter(|a| a.status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(compared, 10, "{:?}", answers.iter().map(|a| a.status).collect::<Vec<_>>());
}

async fn a_limit_ends_with_its_window(desk: Desk) {
    for _ in 0..11 {
        desk.sign_in("agent1", "wrong", "agent").await;
    }
    desk.clock.advance(15 * 60_000 - 1000);
    assert_eq!(
        desk.sign_in("agent1", PASSWORD, "agent").await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    desk.clock.advance(1000);
    assert_eq!(desk.sign_in("agent1", PASSWORD, "agent").await.status, StatusCode::OK);
    // A success forgets the failures before it.
    for _ in 0..3 {
        for _ in 0..9 {
            desk.sign_in("agent1", "wrong", "agent").await;
        }
        assert_eq!(desk.sign_in("agent1", PASSWORD, "agent").await.status, StatusCode::OK);
    }
}

async fn both_tokens_rotate(desk: Desk) {
    let first = desk.signed_in("agent1").await;
    desk.clock.advance(5 * 60_000);
    let second = desk.check(&first).await;
    assert_eq!(second.status, StatusCode::OK);
    let third = desk.check(&second.cookie_value().expect("cookie")).await;
    assert_eq!(third.status, StatusCode::OK);
    let refresh: Vec<String> =
        [&second, &third].iter().map(|a| a.text("refresh_token").to_owned()).collect();
    assert_ne!(refresh[0], refresh[1]);
    assert!(!first.contains(&refresh[0]));
    // Given in the body, the tokens work as well as in the cookie.
    let body = json!({"_token": third.text("token"), "refresh_token": third.text("refresh_token")});
    let fourth = desk.post("/api/auth/check", &body).await;
    assert_eq!(fourth.status, StatusCode::OK, "{fourth:?}");
    let whole = json!({"_token": fourth.cookie_value()});
    assert_eq!(desk.post("/api/auth/check", &whole).await.status, StatusCode::OK);
}

async fn tabs_may_renew_at_the_same_moment(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    let answers = futures_util::future::join_all((0..5).map(|_| desk.check(&cookie))).await;
    for answer in &answers {
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    }
    desk.clock.advance(119_000);
    assert_eq!(desk.check(&cookie).await.status, StatusCode::OK, "within the grace");
    desk.clock.advance(300_000);
    for answer in &answers[..1] {
        let own = answer.cookie_value().expect("cookie");
        assert_eq!(desk.check(&own).await.status, StatusCode::OK, "each tab's own token is good");
    }
}

async fn a_copied_refresh_token_ends_the_session(desk: Desk) {
    let stolen = desk.signed_in("agent1").await;
    let other_session = desk.signed_in("agent1").await;
    let renewed = desk.check(&stolen).await.cookie_value().expect("cookie");
    assert_eq!(desk.agents(&renewed).await.status, StatusCode::OK);
    desk.clock.advance(121_000);
    let refused = desk.check(&stolen).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert!(refused.clears_cookie(), "{refused:?}");
    // Nobody can say who the thief is, so the honest owner signs in again as well.
    assert_eq!(desk.check(&renewed).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(desk.agents(&renewed).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(desk.check(&other_session).await.status, StatusCode::OK, "other sessions live on");
}

async fn access_tokens_expire_and_are_renewed(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    desk.clock.advance(15 * 60_000 - 1000);
    assert_eq!(desk.agents(&cookie).await.status, StatusCode::OK);
    desk.clock.advance(1000);
    let expired = desk.agents(&cookie).await;
    assert_eq!(expired.status, StatusCode::UNAUTHORIZED);
    assert_eq!(expired.json["error"]["code"], "unauthorized");
    let access_only = json!({"_token": cookie.split('~').next()});
    assert_eq!(desk.post("/api/auth/check", &access_only).await.status, StatusCode::UNAUTHORIZED);
    let renewed = desk.check(&cookie).await;
    assert_eq!(renewed.status, StatusCode::OK, "the refresh token is still good");
    assert_eq!(desk.agents(&renewed.cookie_value().expect("cookie")).await.status, StatusCode::OK);
    let access_only = json!({"_token": renewed.text("token"), "refresh_token": "-"});
    let looked = desk.post("/api/auth/check", &access_only).await;
    assert_eq!((looked.status, looked.text("refresh_token")), (StatusCode::OK, ""));
}

async fn an_unused_session_expires(desk: Desk) {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let cookie = desk.signed_in("agent1").await;
    desk.clock.advance(364 * DAY);
    let renewed = desk.check(&cookie).await.cookie_value().expect("used in time");
    desk.clock.advance(364 * DAY);
    let renewed = desk.check(&renewed).await.cookie_value().expect("lives on");
    desk.clock.advance(365 * DAY);
    assert_eq!(desk.check(&renewed).await.status, StatusCode::UNAUTHORIZED);
}

async fn signing_out_ends_the_session(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    let other = desk.signed_in("agent1").await;
    let out = desk.with_cookie(Method::DELETE, "/api/user/signout", &cookie, None).await;
    assert_eq!((out.status, &out.json["result"]), (StatusCode::OK, &json!("success")));
    assert!(out.clears_cookie());
    assert_eq!(desk.agents(&cookie).await.status, StatusCode::UNAUTHORIZED);
    let check = desk.check(&cookie).await;
    assert_eq!((check.status, &check.json["result"]), (StatusCode::UNAUTHORIZED, &json!("failed")));
    assert!(check.clears_cookie());
    let twice = desk.with_cookie(Method::DELETE, "/api/user/signout", &cookie, None).await;
    assert_eq!(twice.status, StatusCode::OK, "twice is no error");
    assert_eq!(desk.agents(&other).await.status, StatusCode::OK, "the other browser stays");

    desk.clock.advance(60 * 60_000);
    let late = desk.with_cookie(Method::DELETE, "/api/user/signout", &other, None).await;
    assert_eq!(late.status, StatusCode::OK, "an expired access token still signs out");
    assert_eq!(desk.check(&other).await.status, StatusCode::UNAUTHORIZED);

    let nothing = desk.send(Method::DELETE, "/api/user/signout", &[], None).await;
    assert_eq!(nothing.status, StatusCode::UNAUTHORIZED);
    let forged = desk.with_cookie(Method::DELETE, "/api/user/signout", "a.b.c~d", None).await;
    assert_eq!(forged.status, StatusCode::UNAUTHORIZED);
    assert!(forged.clears_cookie());
}

async fn tenants_do_not_see_each_other(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    let names = |answer: &Answer| -> Vec<String> {
        let rows = answer.json.as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["username"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&desk.agents(&cookie).await), ["admin", "agent1", "agent2"]);
    let profile = |username: &str| format!("/api/user/profile/data/info?username={username}");
    let get = async |path: String| desk.with_cookie(Method::GET, &path, &cookie, None).await;
    let unknown = get(profile("nobody")).await;
    let theirs = get(profile("outsider")).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert_eq!((theirs.status, &theirs.json), (unknown.status, &unknown.json));

    let outsider = desk.sign_in("outsider", PASSWORD, "agent").await;
    let outsider = outsider.cookie_value().expect("cookie");
    assert_eq!(names(&desk.agents(&outsider).await), ["agent1", "outsider"]);
}

async fn a_shared_username_is_decided_by_the_password(desk: Desk) {
    // Both clients have an agent1; the other client's has another password.
    let client_of = async |username: &str, password: &str| {
        let answer = desk.sign_in(username, password, "agent").await;
        let cookie = answer.cookie_value()?;
        desk.check(&cookie).await.json["client"].as_i64()
    };
    assert_eq!(client_of("agent1", PASSWORD).await, Some(desk.acme));
    assert_eq!(client_of("agent1", "another password").await, Some(desk.other));
    assert_eq!(client_of("agent1@Other Ltd", "another password").await, Some(desk.other));
    assert_eq!(client_of("AGENT1@acme", PASSWORD).await, Some(desk.acme));
    assert_eq!(client_of("agent1@Other Ltd", PASSWORD).await, None);
}

async fn cookies_have_their_attributes(desk: Desk) {
    let plain = desk.sign_in("agent1", PASSWORD, "agent").await.set_cookie.expect("cookie");
    let attributes = plain.split_once("; ").expect("attributes").1;
    assert_eq!(attributes, "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    assert!(plain.starts_with("auth="));

    let secure = desk.again("https://desk.example.com").await;
    let cookie = secure.sign_in("agent1", PASSWORD, "agent").await.set_cookie.expect("cookie");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
}

async fn other_sites_cannot_use_the_cookie(desk: Desk) {
    let cookie = format!("auth={}", desk.signed_in("agent1").await);
    let check = async |headers: &[(&str, &str)]| {
        let all: Vec<_> = headers.iter().copied().chain([("cookie", cookie.as_str())]).collect();
        desk.send(Method::POST, "/api/auth/check", &all, Some(json!({}))).await.status
    };
    assert_eq!(check(&[("sec-fetch-site", "cross-site")]).await, StatusCode::FORBIDDEN);
    assert_eq!(check(&[("sec-fetch-site", "same-site")]).await, StatusCode::FORBIDDEN);
    assert_eq!(check(&[("origin", "https://evil.example")]).await, StatusCode::FORBIDDEN);
    assert_eq!(check(&[("origin", "null")]).await, StatusCode::FORBIDDEN);
    assert_eq!(check(&[("sec-fetch-site", "same-origin")]).await, StatusCode::OK);
    assert_eq!(check(&[("origin", &desk.url)]).await, StatusCode::OK);
    assert_eq!(check(&[]).await, StatusCode::OK, "not a browser");

    let evil = [("origin", "https://evil.example"), ("cookie", cookie.as_str())];
    let out = desk.send(Method::DELETE, "/api/user/signout", &evil, None).await;
    assert_eq!(out.status, StatusCode::FORBIDDEN);
    let body = json!({"client": "agent2", "password": PASSWORD, "type": "agent"});
    let planted = desk.send(Method::POST, "/api/auth2", &evil[..1], Some(body)).await;
    assert_eq!(planted.status, StatusCode::FORBIDDEN, "nor sign the browser in");
    let read = desk.send(Method::GET, "/api/agent/-", &evil, None).await;
    assert_eq!(read.status, StatusCode::OK, "reading is left to the browser's own rules");
}

async fn tokens_work_wherever_they_are(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    let access = cookie.split('~').next().expect("access");
    let bearer = format!("Bearer {access}");
    let cookie_header = format!("auth={cookie}");
    let get = async |path: &str, headers: &[(&str, &str)]| {
        desk.send(Method::GET, path, headers, None).await.status
    };
    for path in [
        format!("/api/agent/{access}"),
        format!("/agent/{access}"),
        format!("/agent/{cookie}"),
        format!("/api/agent/-?_token={access}"),
        format!("/api/user/profile2/info?token={access}&username=agent2"),
        format!("/user/profile/data/info?_token={cookie}"),
    ] {
        assert_eq!(get(&path, &[]).await, StatusCode::OK, "{path}");
    }
    assert_eq!(get("/api/agent/-", &[("authorization", &bearer)]).await, StatusCode::OK);
    assert_eq!(get("/api/agent/-", &[("cookie", &cookie_header)]).await, StatusCode::OK);
    assert_eq!(get("/api/agent/-", &[]).await, StatusCode::UNAUTHORIZED);
    assert_eq!(
        get("/api/agent/wrong", &[("cookie", &cookie_header)]).await,
        StatusCode::UNAUTHORIZED,
        "a token that is there counts, even if another would do"
    );
    let body = json!({"_token": cookie});
    assert_eq!(
        desk.send(Method::DELETE, "/user/signout", &[], Some(body)).await.status,
        StatusCode::OK
    );
}

async fn colleagues_are_found(desk: Desk) {
    let cookie = desk.signed_in("agent1").await;
    let find = async |query: &str| -> Vec<String> {
        let path = format!("/api/agent/-?{query}");
        let answer = desk.with_cookie(Method::GET, &path, &cookie, None).await;
        let rows = answer.json.as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(find("").await, ["Admin", "Aisyah", "Élodie 小明"]);
    assert_eq!(find("search=true&keyword=AGENT").await, ["Aisyah", "Élodie 小明"]);
    assert_eq!(find("keyword=%C3%89LO").await, ["Élodie 小明"], "any alphabet's case is folded");
    assert_eq!(find("search=%E5%B0%8F").await, ["Élodie 小明"]);
    assert_eq!(find("search=agent&keyword=2").await, ["Élodie 小明"]);
    assert_eq!(find("keyword=100%25").await, Vec::<String>::new());
    let own = desk.with_cookie(Method::GET, "/api/user/profile2/info", &cookie, None).await;
    assert_eq!(own.json, json!({"username": "agent1", "name": "Aisyah", "photo": ""}));
}

async fn usernames_are_unique_in_a_client(desk: Desk) {
    let taken = desk.create("ACME ", "Agent1", "").await;
    assert_eq!(taken, Err("That username is taken.".to_owned()));
    assert!(desk.create("Third", "agent1", "").await.is_ok(), "another client may have it");
    assert!(desk.create("Third", "visitor", "").await.is_err());
    let none: Value = desk.post("/api/auth2", &json!({})).await.json;
    assert_eq!(none["error"]["code"], "invalid");
}
